import type { EmailDeliveryRecord } from '../../services/notification/src/emails/record.ts'
import { isFinished } from '../../services/notification/src/emails/rules.ts'
import type { RegistrationRecord } from '../../services/registration/src/registrations/record.ts'
import type { ServiceName } from '../../services/platform/contract/operation.ts'
import type { System } from '../../testing/system/system.ts'

/** The responses that callers got, to be compared with the databases and the mail server. */
export class Ledger {
  /** Registrations whose creation was confirmed to a caller, and when, in milliseconds of the clock. */
  readonly told = new Map<number, number>()
  /** Responses that no fault explains. */
  readonly wrong: string[] = []
  /** The results of requests without a response or with 503. */
  readonly unanswered: string[] = []
  slowestRecovery = { ms: 0, after: 'no fault' }
  #healed: { at: number; after: string } | undefined

  /** A fault is over: new work continues soon. */
  healed(after: string): void {
    this.#healed = { at: performance.now(), after }
  }

  /** @param sentAt of the request that led to these registrations */
  created(ids: readonly number[], sentAt: number): void {
    for (const id of ids) {
      if (this.told.has(id)) this.wrong.push(`registration ${id} was created twice`)
      this.told.set(id, Date.now())
    }
    if (!this.#healed || sentAt < this.#healed.at) return
    const { at, after } = this.#healed
    const ms = Math.round(performance.now() - at)
    if (ms > this.slowestRecovery.ms) this.slowestRecovery = { ms, after }
    this.#healed = undefined
  }

  get recovered(): boolean {
    return this.#healed === undefined
  }
}

/** Compares all stores and the mailbox with the ledger. */
export async function compare({ mails, database }: System, { told }: Ledger) {
  const all = async <T extends object>(service: ServiceName, name: string): Promise<T[]> => {
    await using connection = await database(service)
    return (await connection.db().collection(name).find().toArray()) as object[] as T[]
  }
  const versions = async (service: ServiceName, name: string) =>
    new Map(
      (await all<Record<'_id' | 'version', number>>(service, name)).map(({ _id, version }) => [_id, version]),
    )
  const records = await all<RegistrationRecord>('registration', 'registrations')
  const [users, courses] = [await versions('user', 'users'), await versions('registration', 'courses')]
  const stale = records.filter(
    (one) =>
      one.user.version !== users.get(one.user.userId) || one.course.version !== courses.get(one.course.id),
  )
  const stored = records.map(({ _id }) => _id)
  const deliveries = await all<EmailDeliveryRecord>('notification', 'deliveries')
  const taken = new Map<number, number>()
  for (const { mail } of mails.received) {
    const id = Number(/^<222\.(\d+)\./.exec(mail.messageId ?? '')?.[1])
    taken.set(id, (taken.get(id) ?? 0) + 1)
  }
  const existing = new Set(stored)
  const unmailed = stored.filter((id) => !taken.has(id))
  const unsettled = deliveries.filter((one) => !isFinished(one)).length
  const twice = [...taken].filter(([, copies]) => copies > 1).map(([id]) => id)
  const unsure = new Set(
    deliveries
      .filter(({ unconfirmedAttempts }) => unconfirmedAttempts > 0)
      .map(({ registrationId }) => registrationId),
  )
  return {
    registrations: stored.length,
    /** Confirmed but not stored, or stored without an e-mail. */
    lost: [...[...told.keys()].filter((id) => !existing.has(id)), ...unmailed],
    doubled: [
      ...twice.filter((id) => !unsure.has(id)),
      // An e-mail for a registration that does not exist is a duplicate as well.
      ...[...taken.keys()].filter((id) => !existing.has(id)),
    ],
    /** E-mails doubled in the window that SMTP leaves: their deliveries say possiblySent. */
    explained: twice.filter((id) => unsure.has(id)).length,
    /** Registrations whose copies of user or course are not the newest. */
    stale: stale.length,
    /** E-mails that were attempted more than once. */
    repeated: deliveries.filter(({ attempts }) => attempts > 1).length,
    /** E-mails and copies that must still come. */
    waiting: unmailed.length + unsettled + stale.length,
  }
}
