import type { Connection } from 'mongoose'
import { batched } from '../../../../platform/work/batched.ts'
import type { Clock } from '../../../../platform/domain/time.ts'
import type { Ids } from '../../../../platform/store/counters.ts'
import { DueRecords } from '../../../../platform/store/due-records.ts'
import { buildIndexes, highestId } from '../../../../platform/store/indexes.ts'
import { bulkUpdate, insertUnderReservedIds } from '../../../../platform/store/insert.ts'
import { deleteInSteps, doStep, updateInSteps } from '../../../../platform/store/in-steps.ts'
import { WebhookLanes } from '../lanes/repository.ts'
import { inStatus, WebhookDeliveryFinder, type RetryableWebhookStatus, type VisibleAmong } from './finder.ts'
import {
  newRecord,
  SUBJECT_FIELDS,
  toListedSubject,
  toWebhookDelivery,
  webhookDeliveryModel,
  type ListedSubject,
  type WebhookDeliveryModel,
  type WebhookDeliveryRecord,
} from './record.ts'
import {
  WEBHOOK_LEASE_MS,
  type WebhookDeliveryStatus,
  type LeasedWebhookDelivery,
  type ResultUpdate,
  type SilencingError,
  type WebhookEvent,
} from './rules.ts'

/** An event for one endpoint. */
interface NewWebhookDelivery {
  readonly endpointId: number
  readonly event: WebhookEvent
  /** Whether it is sent, and by which process. */
  readonly plan: DeliveryPlan
}

/**
 * `leased`: this process sends it. `due`: it waits in the database. `failed`: nothing may be sent to the
 * endpoint, so it is stored to be replayed later.
 */
export type DeliveryPlan =
  | { readonly kind: 'leased' | 'due' }
  | { readonly kind: 'failed'; readonly error: SilencingError }

export interface Replay {
  readonly endpointId: number
  readonly after: Date
  readonly before: Date
  readonly statuses: readonly WebhookDeliveryStatus[]
  /** Where the replay goes on; undefined at its beginning. */
  readonly from: ReplayPosition | undefined
  readonly limit: number
}

/** The last event of a part of a replay. Events are replayed in this order. */
export interface ReplayPosition {
  readonly occurredAt: Date
  readonly id: number
}

/** Events whose deliveries are inserted together. */
export const MAX_EVENTS_PER_INSERT = 20
/** Ended leases that one search finds. They are left by processes that were killed. */
const MAX_ENDED_LEASES = 1_000
/**
 * Results of this long are recorded together, however many: the rest would wait as long again. If the process
 * is killed meanwhile, these events are sent a second time.
 */
const COLLECT_RESULTS_MS = 500

/** Those that no process is about to send. */
const UNLEASED = { claim: { $exists: false } } as const
const PENDING_UNLEASED = { dueAt: { $gt: new Date(0) }, ...UNLEASED } as const

const newSchedule = (now: Date) => ({
  $set: { status: 'pending' as const, failures: 0, dueAt: now },
  $unset: { hastened: 1 as const },
})

interface RecordedAttempt {
  readonly delivery: LeasedWebhookDelivery
  readonly update: ResultUpdate
}

/** Reads and stores the deliveries of webhooks. */
export class WebhookDeliveries extends WebhookDeliveryFinder {
  readonly #model: WebhookDeliveryModel
  readonly #due: DueRecords<WebhookDeliveryRecord>
  /** When the next delivery of each endpoint is due. */
  readonly lanes: WebhookLanes
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #insertBatched = batched(
    (groups: readonly (readonly WebhookDeliveryRecord[])[]) => this.#insertAll(groups),
    { serial: true, maxBatchSize: MAX_EVENTS_PER_INSERT },
  )
  readonly #recordBatched = batched((results: readonly RecordedAttempt[]) => this.#recordAll(results), {
    serial: true,
    collectMs: COLLECT_RESULTS_MS,
    maxBatchSize: Infinity,
  })

  constructor(connection: Connection, { ids, clock }: { ids: Ids; clock: Clock }) {
    const model = webhookDeliveryModel(connection)
    super(model)
    this.#model = model
    this.#due = new DueRecords(this.#model, clock, {
      dueField: 'dueAt',
      claimField: 'claim',
      leaseMs: WEBHOOK_LEASE_MS,
    })
    this.lanes = new WebhookLanes(connection, clock)
    this.#clock = clock
    this.#ids = ids
  }

  /** Builds the indexes. Returns the highest id that the counter has to pass. */
  async prepare(): Promise<number> {
    await this.lanes.prepare()
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  /**
   * Adds deliveries: first those with a lease, so that they don't wait for those that may be many. An event
   * is added to an endpoint once.
   * @param onLeased called with those that are new and leased to this process, before the others are added
   * @returns the same ones
   */
  async addAll(
    deliveries: readonly NewWebhookDelivery[],
    now: Date,
    onLeased: (leased: readonly LeasedWebhookDelivery[]) => void = () => undefined,
  ): Promise<readonly LeasedWebhookDelivery[]> {
    if (deliveries.length === 0) return []
    const firstId = await this.#ids.reserve(deliveries.length)
    const records = deliveries.map(({ plan, ...delivery }, i) =>
      newRecord(firstId + i, delivery, this.#firstStateOf(plan, now), now),
    )
    const [leased, others] = [records.filter(isLeased), records.filter((record) => !isLeased(record))]
    const isNew = leased.length > 0 ? await this.#insertBatched(leased) : []
    const added = leased.filter((_, i) => isNew[i] === true)
    const offered = added.map((record) => ({ ...toWebhookDelivery(record), claim: record.claim }))
    onLeased(offered)
    if (others.length > 0) await this.#insertBatched(others)
    // Also for those that exist: the process that added them may have been killed before this.
    const waiting = [...others.filter(({ dueAt }) => dueAt), ...leased.filter((_, i) => !isNew[i])]
    await this.lanes.markDue(waiting.map(({ endpointId }) => ({ endpointId, dueAt: now })))
    return offered
  }

  #firstStateOf(
    plan: DeliveryPlan,
    now: Date,
  ): Pick<WebhookDeliveryRecord, 'status' | 'dueAt' | 'claim' | 'lastError'> {
    switch (plan.kind) {
      case 'leased': {
        const { claim, until } = this.#due.newLease()
        return { status: 'pending', dueAt: until, claim, lastError: null }
      }
      case 'due':
        return { status: 'pending', dueAt: now, lastError: null }
      case 'failed':
        return { status: 'failed', lastError: plan.error }
    }
  }

  /** Returns for each record whether it was inserted. */
  async #insertAll(groups: readonly (readonly WebhookDeliveryRecord[])[]): Promise<boolean[][]> {
    const { duplicates } = await insertUnderReservedIds(this.#model, groups.flat())
    let position = 0
    return groups.map((records) => records.map(() => !duplicates.has(position++)))
  }

  /** The endpoints that have due deliveries which no process has leased, or whose lease has ended. */
  async endpointsWithDue(): Promise<number[]> {
    const ended = { claim: { $gt: '' }, dueAt: { $lte: this.#clock.now() } }
    const [due, left] = await Promise.all([
      this.lanes.findDue(),
      this.#model.find(ended, { endpointId: 1 }).limit(MAX_ENDED_LEASES).lean(),
    ])
    return [...new Set([...due, ...left.map(({ endpointId }) => endpointId)])]
  }

  /**
   * Leases due deliveries of an endpoint to this process, those first that have waited longest.
   * @param except the claims of what this process has, which it does not lose to itself
   */
  async claimDue(
    endpointId: number,
    limit: number,
    except: readonly string[] = [],
  ): Promise<{ claimed: LeasedWebhookDelivery[]; mayHaveMore: boolean }> {
    // Before the claim, so that what is added meanwhile is not missed.
    const revision = await this.lanes.revisionOf(endpointId)
    const { claim, records, mayHaveMore } = await this.#due.claim(limit, {
      filter: { endpointId },
      except,
    })
    if (!mayHaveMore) await this.lanes.setNextDue(endpointId, revision, await this.#nextDue(endpointId))
    const claimed = records.map((record) => ({ ...toWebhookDelivery(record), claim }))
    return { claimed: claimed.sort((a, b) => a.id - b.id), mayHaveMore }
  }

  /** When the next delivery that no process has leased is due. */
  async #nextDue(endpointId: number): Promise<Date | undefined> {
    return (
      await this.#model
        .findOne({ endpointId, ...PENDING_UNLEASED }, { dueAt: 1 })
        .sort({ dueAt: 1 })
        .lean()
    )?.dueAt
  }

  /** Extends the leases that this process still has. */
  async renew(deliveries: readonly LeasedWebhookDelivery[]): Promise<void> {
    await this.#due.renew(deliveries)
  }

  /** Ends leases. The deliveries are due at that time: at once by default. */
  async release(deliveries: readonly LeasedWebhookDelivery[], dueAt = this.#clock.now()): Promise<void> {
    await this.#due.release(deliveries, dueAt)
    await this.lanes.markDue(deliveries.map(({ endpointId }) => ({ endpointId, dueAt })))
  }

  /**
   * Says of every endpoint when its next delivery is due. A process that was killed after it had stored what
   * waits may not have said so.
   */
  async repairLanes(stopping: AbortSignal): Promise<void> {
    const waiting: { endpointId: number; dueAt: Date }[] = []
    // One seek for each endpoint, because half a million deliveries may wait for one of them.
    for (let last = 0; !stopping.aborted;) {
      const next = await this.#model
        .findOne({ endpointId: { $gt: last }, ...PENDING_UNLEASED }, { endpointId: 1, dueAt: 1 })
        .sort({ endpointId: 1, dueAt: 1 })
        .lean()
      if (!next?.dueAt) break
      waiting.push({ endpointId: next.endpointId, dueAt: next.dueAt })
      last = next.endpointId
    }
    await this.lanes.markDue(waiting)
  }

  /**
   * Records an attempt. A failure is not recorded when another process has claimed the delivery meanwhile.
   */
  async recordResult(delivery: LeasedWebhookDelivery, update: ResultUpdate): Promise<void> {
    await this.#recordBatched({ delivery, update })
  }

  async #recordAll(results: readonly RecordedAttempt[]): Promise<undefined[]> {
    const delivered = results.filter(({ update }) => update.status === 'delivered')
    // One update for all with the same result, because mongoose takes longer for each update than MongoDB
    // does.
    const sameResult = ({ update }: RecordedAttempt) =>
      `${update.lastStatus} ${update.addedAttempts} ${update.lastDurationMs}`
    for (const group of Map.groupBy(delivered, sameResult).values()) {
      const ids = group.map(({ delivery }) => delivery.id)
      // With the time of the last one: the others were delivered at most COLLECT_RESULTS_MS earlier.
      const update = group.at(-1)?.update as ResultUpdate
      // Also after the lease: the receiver has the event. The status, because a batch may be repeated.
      await this.#model.updateMany({ _id: { $in: ids }, status: { $ne: 'delivered' } }, asChange(update))
    }
    const failed = results.filter(({ update }) => update.status !== 'delivered')
    const updates = failed.map(({ delivery: { id, claim }, update }) => ({
      updateOne: { filter: { _id: id, claim }, update: asChange(update) },
    }))
    if (updates.length > 0) await bulkUpdate(this.#model, updates)
    await this.lanes.markDue(
      failed.flatMap(({ delivery: { endpointId }, update: { dueAt } }) =>
        dueAt ? [{ endpointId, dueAt }] : [],
      ),
    )
    return results.map(() => undefined)
  }

  /** Removes a delivery that its account may not see. */
  async remove(id: number): Promise<void> {
    await this.#model.deleteOne({ _id: id })
  }

  /**
   * The endpoints of which something is stored: a delivery, or only a lane, if an attempt has ended after the
   * endpoint was removed.
   */
  async endpointIds(): Promise<number[]> {
    const found = await Promise.all([this.endpointIdsOfDeliveries(), this.lanes.endpointIds()])
    return [...new Set(found.flat())]
  }

  /** Removes all deliveries of a deleted endpoint. */
  async removeOfEndpoint(endpointId: number): Promise<void> {
    await deleteInSteps(this.#model, { endpointId })
    await this.lanes.remove(endpointId)
  }

  /**
   * Removes events about a user, at most `limit`, but not those that show the user after the erasure.
   * @returns how many
   */
  async eraseUser(userId: number, limit: number): Promise<number> {
    const ofUser = { userId, showsErasedUser: false }
    const { records } = await doStep(this.#model, ofUser, { afterId: 0, limit }, async (ids) => {
      return (await this.#model.deleteMany({ _id: { $in: ids } })).deletedCount
    })
    return records
  }

  /** The pending deliveries of a disabled endpoint become failed. */
  async failPending(endpointId: number): Promise<void> {
    const revision = await this.lanes.revisionOf(endpointId)
    const failed = { status: 'failed' as const, lastError: 'endpoint-disabled' as const }
    await updateInSteps(
      this.#model,
      { endpointId, status: 'pending' },
      { $set: failed, $unset: { dueAt: 1, claim: 1 } },
    )
    await this.lanes.setNextDue(endpointId, revision, undefined)
  }

  /**
   * Makes the oldest deliveries due, with a new schedule of attempts, but not those that a process has
   * leased.
   * @param visibleAmong leaves out those which the account may not see: they are not counted either
   * @param spend called with their number before anything is written; what it throws ends the call
   * @returns their positions, in order
   */
  async replay(
    replay: Replay,
    now: Date,
    visibleAmong: VisibleAmong,
    spend: (deliveries: number) => Promise<void>,
  ): Promise<ReplayPosition[]> {
    const { limit } = replay
    const found: ListedSubject[] = []
    for (let from = replay.from, isLast = false; !isLast && found.length < limit;) {
      const batch = await this.#listForReplay({ ...replay, from })
      found.push(...(await visibleAmong(batch)))
      from = batch.at(-1)
      isLast = batch.length < limit
    }
    found.splice(limit)
    if (found.length === 0) return []
    await spend(found.length)
    await this.retryAll(
      found.map(({ id }) => id),
      now,
    )
    return found
  }

  async #listForReplay({
    endpointId,
    after,
    before,
    statuses,
    from,
    limit,
  }: Replay): Promise<ListedSubject[]> {
    const inPeriod = { endpointId, status: { $in: [...statuses] }, ...UNLEASED }
    // Two ranges instead of an alternative, so that each is read from the index in order.
    const ranges = from
      ? [
          { occurredAt: from.occurredAt, _id: { $gt: from.id } },
          { occurredAt: { $gt: from.occurredAt, $lt: before } },
        ]
      : [{ occurredAt: { $gt: after, $lt: before } }]
    const found: ListedSubject[] = []
    for (const range of ranges) {
      if (found.length === limit) break
      const inRange = this.#model.find({ ...inPeriod, ...range }, SUBJECT_FIELDS)
      const records = await inRange
        .sort({ occurredAt: 1, _id: 1 })
        .limit(limit - found.length)
        .lean()
      found.push(...records.map(toListedSubject))
    }
    return found
  }

  /**
   * Makes those due that wait for another attempt, because the receiver accepts events again. Each of them
   * once in a schedule of attempts: an event that the receiver never accepts must not be sent after each
   * success.
   */
  async hasten(endpointId: number, now: Date): Promise<void> {
    const waiting = { endpointId, dueAt: { $gt: now }, ...UNLEASED, hastened: { $ne: true } }
    await updateInSteps(this.#model, waiting, { $set: { dueAt: now, hastened: true } })
    await this.lanes.markDue([{ endpointId, dueAt: now }])
  }

  /**
   * Makes those due that are still in this status, with a new schedule of attempts, but not those that a
   * process has leased.
   * @param status undefined: whatever their status
   * @returns how many
   */
  async retryAll(ids: readonly number[], now: Date, status?: RetryableWebhookStatus): Promise<number> {
    const chosen = { _id: { $in: ids }, ...UNLEASED, ...inStatus(status) }
    // Also of those that are leased now: their leases may end before the update.
    const lanes = await this.#model.find({ _id: { $in: ids } }, { endpointId: 1 }).lean()
    const { modifiedCount } = await this.#model.updateMany(chosen, newSchedule(now))
    await this.lanes.markDue(lanes.map(({ endpointId }) => ({ endpointId, dueAt: now })))
    return modifiedCount
  }
}

const isLeased = (
  record: WebhookDeliveryRecord,
): record is WebhookDeliveryRecord & { readonly claim: string } => record.claim !== undefined

/** The change of a record that stores the result of an attempt. */
const asChange = ({ dueAt, addedAttempts: attempts, ...fields }: ResultUpdate) =>
  dueAt
    ? { $set: { ...fields, dueAt }, $unset: { claim: 1 as const }, $inc: { attempts } }
    : { $set: fields, $unset: { claim: 1 as const, dueAt: 1 as const }, $inc: { attempts } }
