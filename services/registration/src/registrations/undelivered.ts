import type { Clock } from '../../../shared/time.ts'
import type { Trace } from '../../../shared/trace.ts'
import { isActive, type Registration } from './rules.ts'
import type { Receipts } from '../clients/receipts.ts'
import type { NewRegistration, Registrations } from './repository.ts'
import type { UserAnswer, Users } from '../clients/users.ts'

/** The e-mail of a younger registration may be under way. */
const RECENT_MS = 15 * 60_000
/** In one question to another service: what a busy one answers well within a request's deadline. */
const TOGETHER = 500

export interface NotSent {
  readonly registrationId: number
  readonly reason: 'not-registered' | 'too-recent' | 'delivered' | 'user-not-found'
}

/** What became of registrations whose messages were to be sent again. */
export interface Sending {
  readonly sent: number
  readonly notSent: readonly NotSent[]
}

interface Deps {
  registrations: Registrations
  receipts: Receipts
  users: Users
  clock: Clock
}

/** Registrations whose message or delivery was lost, with a broker or by a restore (decision O11). */
export class Undelivered {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Those after this id, in the order of ids. @throws Unavailable */
  async *list(afterId: number, createdAfter: Date | undefined, trace: Trace): AsyncGenerator<Registration> {
    for await (const some of this.#pages(afterId, createdAfter, trace)) yield* some
  }

  /** Publishes the events of all of them again. @throws Unavailable */
  async sendAll(trace: Trace): Promise<Sending> {
    let sent = 0
    const notSent: NotSent[] = []
    for await (const some of this.#pages(0, undefined, trace)) {
      const unknown = await this.#announce(some, trace)
      sent += some.length - unknown.length
      notSent.push(...unknown)
    }
    return { sent, notSent }
  }

  /** Publishes the events of those of them again that the list shows. @throws Unavailable */
  async send(ids: readonly number[], trace: Trace): Promise<Sending> {
    const notSent: NotSent[] = []
    for (let start = 0; start < ids.length; start += TOGETHER)
      notSent.push(...(await this.#sendTogether(ids.slice(start, start + TOGETHER), trace)))
    return { sent: ids.length - notSent.length, notSent }
  }

  async *#pages(afterId: number, after: Date | undefined, trace: Trace): AsyncGenerator<Registration[]> {
    const { registrations, receipts } = this.#deps
    const created = { after, until: this.#recent() }
    for (let last = afterId; ;) {
      const page = await registrations.listAnnounced(created, { afterId: last, offset: 0, limit: TOGETHER })
      const compared = page.slice(0, TOGETHER)
      const end = compared.at(-1)
      if (!end) return
      const ids = compared.map(({ id }) => id)
      const missing = await receipts.missing(ids, trace)
      yield compared.filter(({ id }) => missing.has(id))
      if (page.length === compared.length) return
      last = end.id
    }
  }

  /** Returns those that were not sent. */
  async #sendTogether(ids: readonly number[], trace: Trace): Promise<NotSent[]> {
    const { registrations, receipts } = this.#deps
    const found = new Map((await registrations.findMany(ids)).map((one) => [one.id, one]))
    const missing = await receipts.missing(ids, trace)
    const recent = this.#recent()
    const toSend: Registration[] = []
    const notSent: NotSent[] = []
    for (const id of ids) {
      const registration = found.get(id)
      if (!registration || !isActive(registration))
        notSent.push({ registrationId: id, reason: 'not-registered' })
      else if (!missing.has(id)) notSent.push({ registrationId: id, reason: 'delivered' })
      else if (registration.createdAt > recent) notSent.push({ registrationId: id, reason: 'too-recent' })
      else toSend.push(registration)
    }
    return [...notSent, ...(await this.#announce(toSend, trace))]
  }

  /** Returns those whose user is not known. */
  async #announce(together: readonly Registration[], trace: Trace): Promise<NotSent[]> {
    if (together.length === 0) return []
    const queries = together.map(({ user: { userId } }) => ({ userId }))
    const answers = await this.#deps.users.resolve(queries, false, trace)
    const created = together.flatMap((registration, i): NewRegistration[] => {
      const answer = answers[i] as UserAnswer
      return answer.code === 'resolved' ? [{ registration, user: answer.user }] : []
    })
    await this.#deps.registrations.announceAgain(created, trace)
    const known = new Set(created.map(({ registration }) => registration.id))
    return together.flatMap(({ id }): NotSent[] =>
      known.has(id) ? [] : [{ registrationId: id, reason: 'user-not-found' }],
    )
  }

  #recent(): Date {
    return new Date(this.#deps.clock.now().getTime() - RECENT_MS)
  }
}
