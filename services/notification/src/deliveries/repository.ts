import { type Delivery, type DeliveryStatus, type NewDelivery, isDue, isSettled, leaseFrom } from './rules.ts'
import type { AfterFailure } from './failure.ts'
import type { Page } from '../../../shared/domain/page.ts'
import { messageIdOf } from '../mail/message-id.ts'
import { findPage } from '../../../shared/store/page.ts'
import { insertReserved, bulkUpdate } from '../../../shared/store/insert.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import { Schema, type Connection } from 'mongoose'

/**
 * The result of beginning an automatic delivery: `mine` with a lease, `busy` while another process holds it
 * or it waits for a retry, `settled` once it was sent or has failed.
 */
export interface Claim {
  readonly state: 'mine' | 'busy' | 'settled'
  readonly delivery: Delivery
}

export interface DeliveryFilter {
  readonly registrationId?: number
  readonly status?: DeliveryStatus
  readonly to?: string
}

/** The e-mails, one document each: the inbox of events and the outbox of e-mails in one (design, step 3). */
export interface Deliveries {
  /**
   * Writes an automatic delivery as `sending` with a lease. An existing one, for the same event or the same
   * registration (index, not a look first), is taken over once it is due.
   */
  begin(delivery: NewDelivery, now: Date): Promise<Claim>
  /** Writes a delivery that waits to be taken. */
  add(delivery: NewDelivery): Promise<Delivery>
  /** Takes one delivery that is due, queued or left by a holder that is gone. */
  takeDue(now: Date): Promise<Delivery | undefined>
  /** Extends the lease. @returns false when another process holds the delivery, or it is settled */
  renew(delivery: Delivery, now: Date): Promise<boolean>
  /** Records that the server has taken the e-mail, whichever process holds the delivery by now. */
  sent(id: number, at: Date): Promise<void>
  /** Ends a failed attempt, unless another process holds the lease by now. */
  failed(delivery: Delivery, after: AfterFailure): Promise<void>
  find(id: number): Promise<Delivery | undefined>
  /** The one automatic delivery of a registration. */
  ofRegistration(registrationId: number, template: number): Promise<Delivery | undefined>
  /** Those of the registrations that have no automatic delivery. */
  missing(registrationIds: readonly number[], template: number): Promise<number[]>
  /** The newest first; one record more than the page holds when more follow. */
  list(filter: DeliveryFilter, page: Page): Promise<Delivery[]>
  count(filter: DeliveryFilter): Promise<number>
}

interface DeliveryRecord extends Omit<Delivery, 'id' | 'unconfirmed' | 'failedAt'> {
  _id: number
  /** Records of earlier releases lack these. */
  unconfirmed?: number
  failedAt?: Date | null
}

interface Receipt {
  readonly id: number
  readonly at: Date
}

/** Due deliveries to try, in case other processes take some of them at the same moment. */
const CANDIDATES = 10

/** Decisions, "Operator API": what has just failed is what an operator looks for. */
const NEWEST_FIRST = -1

export class MongoDeliveries implements Deliveries {
  readonly #model
  readonly #ids: Ids
  readonly #domain: string
  readonly #added = batchPerTick((records: readonly DeliveryRecord[]) => this.#insertAll(records), {
    serial: true,
  })
  readonly #sent = batchPerTick((receipts: readonly Receipt[]) => this.#recordAll(receipts), { serial: true })

  /** @param domain the right half of each Message-ID */
  constructor(connection: Connection, ids: Ids, domain: string) {
    const text = { type: String, required: true }
    const date = { type: Date, required: true }
    const schema = new Schema<DeliveryRecord>(
      {
        _id: Number,
        kind: text,
        eventId: text,
        registrationId: { type: Number, required: true },
        template: { type: Number, required: true },
        to: text,
        words: { courseName: String, firstName: String, registeredAt: date },
        messageId: text,
        status: text,
        attempts: { type: Number, required: true },
        unconfirmed: { type: Number, default: 0 },
        dueAt: date,
        lastError: { type: String, default: '' },
        sentAt: { type: Date, default: null },
        failedAt: { type: Date, default: null },
        requestedAt: date,
        createdAt: date,
        requestId: { type: String, default: '' },
        traceparent: { type: String, default: '' },
      },
      { versionKey: false },
    )
    const automatic = { unique: true, partialFilterExpression: { kind: 'automatic' } }
    schema.index({ eventId: 1, template: 1 }, automatic)
    schema.index({ registrationId: 1, template: 1 }, automatic)
    schema.index({ registrationId: 1, _id: 1 })
    schema.index({ status: 1, dueAt: 1 })
    schema.index({ status: 1, _id: 1 })
    schema.index({ to: 1, _id: 1 })
    this.#model = connection.model<DeliveryRecord>('Delivery', schema, 'deliveries')
    this.#ids = ids
    this.#domain = domain
  }

  /** Builds the indexes; returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return (await this.#model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean())?._id ?? 0
  }

  async begin(delivery: NewDelivery, now: Date): Promise<Claim> {
    const begun = await this.#insert(delivery, { status: 'sending', attempts: 1, dueAt: leaseFrom(now) })
    if (begun) return { state: 'mine', delivery: begun }
    const known = await this.#known(delivery)
    if (isSettled(known)) return { state: 'settled', delivery: known }
    const taken = isDue(known, now) ? await this.#take(known, now) : undefined
    return taken ? { state: 'mine', delivery: taken } : { state: 'busy', delivery: known }
  }

  async add(delivery: NewDelivery): Promise<Delivery> {
    const added = await this.#insert(delivery, { status: 'queued', attempts: 0, dueAt: delivery.createdAt })
    if (!added) throw new Error(`registration ${delivery.registrationId} has its automatic e-mail already`)
    return added
  }

  async takeDue(now: Date): Promise<Delivery | undefined> {
    const due = await this.#model
      .find({ status: { $in: ['queued', 'sending'] }, dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(CANDIDATES)
      .lean()
    for (const record of due) {
      const taken = await this.#take(toDelivery(record), now)
      if (taken) return taken
    }
    return undefined
  }

  sent(id: number, at: Date): Promise<void> {
    return this.#sent({ id, at })
  }

  async renew({ id, attempts }: Delivery, now: Date): Promise<boolean> {
    const renewed = await this.#model.updateOne(
      { _id: id, status: 'sending', attempts },
      { $set: { dueAt: leaseFrom(now) } },
    )
    return renewed.matchedCount === 1
  }

  async failed({ id, attempts }: Delivery, after: AfterFailure): Promise<void> {
    await this.#model.updateOne({ _id: id, status: 'sending', attempts }, { $set: after })
  }

  async find(id: number): Promise<Delivery | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toDelivery(record) : undefined
  }

  async ofRegistration(registrationId: number, template: number): Promise<Delivery | undefined> {
    const record = await this.#model.findOne({ registrationId, template, kind: 'automatic' }).lean()
    return record ? toDelivery(record) : undefined
  }

  async missing(registrationIds: readonly number[], template: number): Promise<number[]> {
    const known = this.#model.find({ registrationId: { $in: registrationIds }, template, kind: 'automatic' })
    const delivered = await known.select({ _id: 0, registrationId: 1 }).lean()
    const ids = new Set(delivered.map(({ registrationId }) => registrationId))
    return registrationIds.filter((id) => !ids.has(id))
  }

  async list(filter: DeliveryFilter, page: Page): Promise<Delivery[]> {
    return (await findPage(this.#model, { ...filter }, page, '_id', NEWEST_FIRST).lean()).map(toDelivery)
  }

  count(filter: DeliveryFilter): Promise<number> {
    return this.#model.countDocuments({ ...filter })
  }

  /** Returns undefined when the registration or the event already has its automatic delivery. */
  async #insert(
    delivery: NewDelivery,
    state: Pick<Delivery, 'status' | 'attempts' | 'dueAt'>,
  ): Promise<Delivery | undefined> {
    const id = await this.#ids.next()
    const messageId = messageIdOf(delivery, id, this.#domain)
    const none = { lastError: '', sentAt: null, failedAt: null, unconfirmed: 0 }
    const complete = { ...delivery, ...state, messageId, ...none }
    return (await this.#added({ _id: id, ...complete })) ? { id, ...complete } : undefined
  }

  /** Of each whether it was written; false when there is an automatic e-mail already. */
  async #insertAll(records: readonly DeliveryRecord[]): Promise<boolean[]> {
    const { duplicates } = await insertReserved(this.#model, [...records])
    return records.map((_, i) => !duplicates.has(i))
  }

  async #recordAll(receipts: readonly Receipt[]): Promise<undefined[]> {
    const writes = receipts.map(({ id, at }) => ({
      updateOne: {
        filter: { _id: id, status: { $ne: 'sent' } },
        update: { $set: { status: 'sent', sentAt: at } },
      },
    }))
    await bulkUpdate(this.#model, writes)
    return receipts.map(() => undefined)
  }

  async #known({ eventId, registrationId, template }: NewDelivery): Promise<Delivery> {
    const record = await this.#model.findOne({ eventId, template, kind: 'automatic' }).lean()
    const known = record ? toDelivery(record) : await this.ofRegistration(registrationId, template)
    if (!known) throw new Error(`the delivery of registration ${registrationId} is there and is not`)
    return known
  }

  /** Of several processes, the one whose update matches the delivery as it was read takes it. */
  async #take(delivery: Delivery, now: Date): Promise<Delivery | undefined> {
    const { id, status, dueAt, attempts } = delivery
    // The holder that is gone may have sent it.
    const unconfirmed = delivery.unconfirmed + (status === 'sending' ? 1 : 0)
    const lease = { status: 'sending', dueAt: leaseFrom(now), attempts: attempts + 1, unconfirmed } as const
    const { modifiedCount } = await this.#model.updateOne(
      { _id: id, status, dueAt, attempts },
      { $set: lease },
    )
    return modifiedCount === 1 ? { ...delivery, ...lease } : undefined
  }
}

function toDelivery({ _id, unconfirmed = 0, failedAt = null, ...fields }: DeliveryRecord): Delivery {
  return { id: _id, unconfirmed, failedAt, ...fields }
}
