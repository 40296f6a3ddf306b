import type { Connection, QueryFilter } from 'mongoose'
import { batched } from '../../../platform/work/batched.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { DueRecords, type Lease } from '../../../platform/store/due-records.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import { bulkUpdate, insertUnderReservedIds } from '../../../platform/store/insert.ts'
import type { FailureUpdate } from './failures.ts'
import { EmailDeliveryFinder, UNFINISHED } from './finder.ts'
import { messageIdOf } from './message-id.ts'
import {
  emailDeliveryModel,
  toEmailDelivery,
  toRecord,
  type EmailDeliveryModel,
  type EmailDeliveryRecord,
} from './record.ts'
import type { StepRange, StepResult } from '../../../platform/domain/step.ts'
import { doStep } from '../../../platform/store/in-steps.ts'
import {
  EMAIL_LEASE_MS,
  FINISHED,
  NO_FAILURES,
  addedByAttempt,
  beginAttempt,
  erasedAddress,
  erasedName,
  type Beginning,
  type BegunDelivery,
  type CancelReason,
  type EmailDelivery,
  type Correction,
  type LeasedEmailDelivery,
  type NewEmailDelivery,
} from './rules.ts'
import { recordModelStepOf } from './model-steps.ts'

/**
 * `leased`: added for this process. `due`: added for any process. `exists`: the event or the registration has
 * an automatic delivery with this template already.
 */
export type AddedDelivery =
  | { readonly kind: 'leased'; readonly delivery: LeasedEmailDelivery }
  | { readonly kind: 'due' | 'exists'; readonly delivery: EmailDelivery }

export interface SentEmail {
  readonly id: number
  readonly at: Date
}

/** An attempt that is to begin. */
export interface ToBegin {
  readonly delivery: LeasedEmailDelivery
  /** What the current facts change in it. */
  readonly correction?: Correction | undefined
  /** Of the current settings. */
  readonly settingsHash: string
}

/** The most deliveries that one call of `anonymize` handles, so that none of its commands takes too long. */
const MAX_ANONYMIZED_AT_ONCE = 500

/**
 * `to: { $gt: '' }` is the condition of the partial index on `createdAt`. MongoDB uses that index only for a
 * query that is limited to such deliveries. An unfinished delivery is left out, because it still needs its
 * recipient.
 */
const toAnonymize = (createdUntil: Date): QueryFilter<EmailDeliveryRecord> => ({
  createdAt: { $lte: createdUntil },
  to: { $gt: '' },
  status: { $in: FINISHED },
})

/**
 * Reads and stores the deliveries. An automatic delivery also records that its event was received, so that
 * another message with this event adds none.
 */
export class EmailDeliveries extends EmailDeliveryFinder {
  readonly #model: EmailDeliveryModel
  readonly #due: DueRecords<EmailDeliveryRecord>
  readonly #ids: Ids
  readonly #domain: string
  readonly #clock: Clock
  readonly #insertBatched = batched((records: readonly EmailDeliveryRecord[]) => this.#insertAll(records), {
    serial: true,
  })
  readonly #beginBatched = batched((all: readonly ToBegin[]) => this.#beginAll(all), { serial: true })
  readonly #recordSentBatched = batched((sent: readonly SentEmail[]) => this.#recordAllSent(sent), {
    serial: true,
  })

  /** @param options.domain the part of each Message-ID after the @ */
  constructor(connection: Connection, { ids, domain, clock }: { ids: Ids; domain: string; clock: Clock }) {
    const model = emailDeliveryModel(connection)
    super(model)
    this.#model = model
    this.#due = new DueRecords(this.#model, clock, {
      dueField: 'dueAt',
      claimField: 'claim',
      leaseMs: EMAIL_LEASE_MS,
    })
    this.#ids = ids
    this.#domain = domain
    this.#clock = clock
  }

  /** Builds the indexes. Returns the highest id that the counter has to pass. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  /**
   * Adds an automatic delivery. Two unique indexes decide whether there is one already, so concurrent calls
   * never add a second one.
   * @param options.leased whether this process sends it; otherwise it is due at once
   * @param options.wasReceivedBefore whether the message was: then an existing one is looked for before the
   * insert, which saves an id and a rejected insert
   */
  async addAutomatic(
    delivery: NewEmailDelivery,
    { leased, wasReceivedBefore }: { leased: boolean; wasReceivedBefore: boolean },
  ): Promise<AddedDelivery> {
    const known = wasReceivedBefore ? await this.#findExisting(delivery) : undefined
    if (known) return { kind: 'exists', delivery: known }
    const lease = leased ? this.#due.newLease() : undefined
    const added = await this.#insert(delivery, delivery.createdAt, lease)
    if (added && lease) {
      const leasedDelivery = { ...added, claim: lease.claim }
      recordModelStepOf('claim', leasedDelivery)
      return { kind: 'leased', delivery: leasedDelivery }
    }
    if (added) return { kind: 'due', delivery: added }
    const existing = await this.#findExisting(delivery)
    if (existing) return { kind: 'exists', delivery: existing }
    throw new Error(
      `a unique index rejected the delivery of registration ${delivery.registrationId}, ` +
        'but no existing one was found',
    )
  }

  /**
   * Adds a delivery that is due at this time: at once by default.
   * @returns undefined if it is to be the sole resend, and another one is not finished
   */
  add(delivery: NewEmailDelivery, dueAt = delivery.createdAt): Promise<EmailDelivery | undefined> {
    return this.#insert(delivery, dueAt)
  }

  /**
   * Leases due deliveries to this process, those first that have waited longest.
   * @param except the claims of what this process has, which it does not lose to itself
   */
  async claimDue(
    limit: number,
    except: readonly string[] = [],
  ): Promise<{ claimed: LeasedEmailDelivery[]; mayHaveMore: boolean }> {
    const { claim, records, mayHaveMore } = await this.#due.claim(limit, { except })
    const claimed = records.map((record) => ({ ...toEmailDelivery(record), claim }))
    // Of one that is `sending`, the process that began the attempt was killed, or has lost its lease.
    for (const delivery of claimed)
      recordModelStepOf(delivery.status === 'sending' ? 'steal' : 'claim', delivery)
    return { claimed, mayHaveMore }
  }

  /** Extends the leases that this process still has. */
  async renew(deliveries: readonly LeasedEmailDelivery[]): Promise<void> {
    await this.#due.renew(deliveries)
    for (const delivery of deliveries) recordModelStepOf('renew', delivery)
  }

  /** Ends the leases of deliveries of which no attempt has begun. */
  async release(deliveries: readonly LeasedEmailDelivery[]): Promise<void> {
    await this.#due.release(deliveries)
    for (const delivery of deliveries) recordModelStepOf('release', delivery)
  }

  /**
   * Records that an attempt begins: the status is `sending` from then on.
   * @returns the delivery with this attempt; undefined when another process has it or it was cancelled
   */
  begin(toBegin: ToBegin): Promise<BegunDelivery | undefined> {
    return this.#beginBatched(toBegin)
  }

  async #beginAll(all: readonly ToBegin[]): Promise<(BegunDelivery | undefined)[]> {
    const date = this.#clock.now()
    const beginnings = all.map(({ delivery, correction, settingsHash }) =>
      beginAttempt(delivery, correction, { date, settingsHash }),
    )
    // One update for all for which it is the same, because it costs the least.
    const alike = beginnings.filter(({ correction }) => !correction)
    let matched = 0
    for (const group of Map.groupBy(alike, updateKey).values()) {
      const held = this.#due.heldBy(group.map(({ delivery }) => delivery))
      matched += (await this.#model.updateMany(held, updateOf(group[0] as Beginning))).matchedCount
    }
    const updates = beginnings.flatMap((one) =>
      one.correction
        ? { updateOne: { filter: this.#due.heldBy([one.delivery]), update: updateOf(one) } }
        : [],
    )
    if (updates.length > 0) matched += (await bulkUpdate(this.#model, updates)).matched
    const deliveries = all.map(({ delivery }) => delivery)
    const lost = matched === all.length ? new Set() : await this.#notHeld(deliveries)
    return beginnings.map(({ delivery, begun }) => {
      const isHeld = !lost.has(delivery.id)
      recordModelStepOf(isHeld ? 'begin' : 'loseClaim', isHeld ? begun : delivery)
      return isHeld ? begun : undefined
    })
  }

  async #notHeld(deliveries: readonly LeasedEmailDelivery[]): Promise<Set<number>> {
    const held = await this.#model.find(this.#due.heldBy(deliveries), { _id: 1 }).lean()
    const ids = new Set(held.map(({ _id }) => _id))
    return new Set(deliveries.map(({ id }) => id).filter((id) => !ids.has(id)))
  }

  /**
   * Records a failed attempt, unless another process has claimed the delivery meanwhile or it is finished.
   */
  async recordFailure(delivery: LeasedEmailDelivery, update: FailureUpdate): Promise<void> {
    const isRecorded = await this.#end(delivery, update)
    recordModelStepOf(isRecorded ? 'recordFailure' : 'recordLate', delivery)
  }

  /** Records why no new attempt begins, and makes the delivery due again. */
  async postpone(delivery: LeasedEmailDelivery, update: FailureUpdate): Promise<void> {
    await this.#end(delivery, update)
    recordModelStepOf('release', delivery)
  }

  /** @returns whether this process still had the delivery */
  async #end({ id, claim }: LeasedEmailDelivery, { dueAt, ...fields }: FailureUpdate): Promise<boolean> {
    // A repetition of an unconfirmed attempt has to be the same e-mail, so its form is kept.
    const isUnconfirmed = fields.status === 'sending' || (fields.unconfirmedAttempts ?? 0) > 0
    const ended = dueAt
      ? { $set: { ...fields, dueAt }, $unset: { claim: '', ...(isUnconfirmed ? {} : { fixed: '' }) } }
      : { $set: fields, $unset: FORGOTTEN }
    return (await this.#model.updateOne({ _id: id, claim }, ended)).matchedCount === 1
  }

  /** Cancels a delivery before a new attempt begins. An attempt of a killed process is counted. */
  async cancel(delivery: LeasedEmailDelivery, cancelReason: CancelReason): Promise<void> {
    const { id, claim } = delivery
    const { unconfirmedAttempts } = addedByAttempt(delivery)
    await this.#model.updateOne(
      { _id: id, claim },
      { ...cancelledFor(cancelReason), $inc: { unconfirmedAttempts } },
    )
    recordModelStepOf('release', delivery)
    recordModelStepOf('cancel', delivery)
  }

  /** Cancels the e-mails to a user of which no attempt is in progress. @returns how many */
  async cancelQueued(userId: number, cancelReason: CancelReason): Promise<number> {
    const queued = { userId, status: 'queued' } as const
    const { modifiedCount } = await this.#model.updateMany(queued, cancelledFor(cancelReason))
    return modifiedCount
  }

  /**
   * Marks the failed e-mail of a registration, and its failed resends, as sent again. The request does it,
   * and once more each attempt of the resend, because the process of the request may have ended before.
   * @returns whether the resend is to be sent: another one may be the first
   */
  async markResent({ id, registrationId, templateId, resendOf }: EmailDelivery, at: Date): Promise<boolean> {
    if (!resendOf) return true
    const marked = await this.#model.updateMany(
      { _id: { $ne: id }, registrationId, templateId, status: 'failed', resentAt: null },
      { $set: { resentAt: at, resentBy: id } },
    )
    if (marked.modifiedCount > 0 || !resendOf.onlyFirst) return true
    return (await this.#model.exists({ _id: resendOf.id, resentBy: id })) !== null
  }

  /** Removes a resend of which no attempt has begun. */
  async removeUnsent(id: number): Promise<void> {
    await this.#model.deleteOne({ _id: id, kind: 'resend', status: 'queued', attempts: 0 })
  }

  /** Makes queued e-mails due. Those that are due already keep their turn. */
  async makeDue(ids: readonly number[], now: Date): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: ids }, status: 'queued', claim: { $exists: false } },
      { $min: { dueAt: now } },
    )
  }

  /** Gives some of the deliveries of a user to another account of the same person. */
  giveUser(userId: number, intoId: number, range: StepRange): Promise<StepResult> {
    return doStep(this.#model, { userId }, range, async (ids) => {
      const given = await this.#model.updateMany({ _id: { $in: ids }, userId }, { $set: { userId: intoId } })
      return given.modifiedCount
    })
  }

  /** Removes what names the user from some of the user's deliveries, and cancels the e-mails that wait. */
  eraseUser(userId: number, range: StepRange): Promise<StepResult> {
    const erasure = {
      to: erasedAddress(userId),
      'content.firstName': erasedName(userId),
      'content.preferredLanguage': '',
      lastError: '',
      errorClass: '',
      erased: true,
    }
    return doStep(this.#model, { userId }, range, async (ids) => {
      const waiting = await this.#model.updateMany(
        { _id: { $in: ids }, status: { $in: UNFINISHED } },
        cancelledFor('user-erased', erasure),
      )
      const finished = await this.#model.updateMany({ _id: { $in: ids }, erased: false }, { $set: erasure })
      return waiting.modifiedCount + finished.modifiedCount
    })
  }

  /** Counts the finished deliveries that were created at or before this time and still have a recipient. */
  countToAnonymize(createdUntil: Date): Promise<number> {
    return this.#model.countDocuments(toAnonymize(createdUntil))
  }

  /**
   * Anonymizes the oldest deliveries that {@link countToAnonymize} counts, at most
   * {@link MAX_ANONYMIZED_AT_ONCE}: deletes resends, and removes the recipient, the names and the language in
   * the content, and the last error from automatic deliveries. Automatic deliveries are kept, because a
   * registration without one is reported as a registration without an e-mail.
   * @returns how many were deleted or changed
   */
  async anonymize(createdUntil: Date): Promise<number> {
    const oldest = this.#model.find(toAnonymize(createdUntil)).sort({ createdAt: 1 })
    const found = oldest.limit(MAX_ANONYMIZED_AT_ONCE)
    const ids = (await found.select({ _id: 1 }).lean()).map(({ _id }) => _id)
    if (ids.length === 0) return 0
    const removed = await this.#model.deleteMany({ _id: { $in: ids }, kind: 'resend' })
    const blanked = await this.#model.updateMany(
      { _id: { $in: ids } },
      { $set: { to: '', ...withoutContent, lastError: '', errorClass: '' } },
    )
    return removed.deletedCount + blanked.modifiedCount
  }

  /**
   * Returns undefined for an automatic delivery whose registration or event already has one with this
   * template, and for a sole resend of which another one is not finished.
   */
  async #insert(
    newDelivery: NewEmailDelivery,
    dueAt: Date,
    lease?: Lease,
  ): Promise<EmailDelivery | undefined> {
    const id = await this.#ids.next()
    const delivery: EmailDelivery = {
      ...newDelivery,
      id,
      messageId: messageIdOf(newDelivery, id, this.#domain),
      status: 'queued',
      attempts: 0,
      ...NO_FAILURES,
      dueAt: lease ? null : dueAt,
      lastError: '',
      errorClass: '',
      sentAt: null,
      failedAt: null,
      resentAt: null,
      erased: false,
    }
    return (await this.#insertBatched(toRecord(delivery, lease))) ? delivery : undefined
  }

  /** Returns for each record whether it was inserted. */
  async #insertAll(records: readonly EmailDeliveryRecord[]): Promise<boolean[]> {
    const { duplicates } = await insertUnderReservedIds(this.#model, [...records])
    return records.map((_, i) => !duplicates.has(i))
  }

  /** Records that the mail server has the e-mail, even if another process has the lease. */
  async recordSent(sent: SentEmail): Promise<void> {
    await this.#recordSentBatched(sent)
  }

  async #recordAllSent(sent: readonly SentEmail[]): Promise<undefined[]> {
    const updates = sent.map(({ id, at }) => ({
      updateOne: {
        filter: { _id: id, status: { $ne: 'sent' } },
        update: {
          $set: { status: 'sent' as const, sentAt: at },
          $unset: { ...FORGOTTEN, cancelReason: '' },
        },
      },
    }))
    await bulkUpdate(this.#model, updates)
    return sent.map(() => undefined)
  }

  async #findExisting({
    eventId,
    registrationId,
    templateId,
  }: NewEmailDelivery): Promise<EmailDelivery | undefined> {
    const record = await this.#model.findOne({ eventId, templateId, kind: 'automatic' }).lean()
    return record ? toEmailDelivery(record) : await this.findByRegistration(registrationId, templateId)
  }
}

const updateKey = ({ delivery, begun }: Beginning) =>
  `${delivery.status} ${begun.isRepetition ? '' : begun.fixed.settingsHash}`

/** The update that begins an attempt: what `beginAttempt` changes. */
const updateOf = ({ delivery, correction, begun: { isRepetition, fixed } }: Beginning) => ({
  $set: { status: 'sending' as const, ...correction, ...(isRepetition ? {} : { fixed }) },
  $inc: addedByAttempt(delivery),
})

/** What a finished delivery does not need. */
const FORGOTTEN = { dueAt: '', claim: '', fixed: '', isSole: '' } as const

const withoutContent = {
  'content.firstName': '',
  'content.courseName': '',
  'content.preferredLanguage': '',
} as const

const cancelledFor = (cancelReason: CancelReason, fields: object = {}) => ({
  $set: { ...fields, status: 'cancelled' as const, cancelReason },
  $unset: FORGOTTEN,
})
