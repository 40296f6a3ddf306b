import type { Model, QueryFilter, UpdateQuery } from 'mongoose'
import { withDeadline } from '../process/deadline.ts'
import type { Logger } from '../observability/logger.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import type { Clock } from '../domain/time.ts'
import { Unavailable } from '../errors.ts'
import { DueRecords, type FieldOf, type Lease } from './due-records.ts'

/** What a step of a job has done. */
export interface JobStep<P> {
  /** Where the next step begins. */
  readonly progress: P
  /** `done`: nothing is left. `wait`: until another write makes the record due, from the first step. */
  readonly next: 'step' | 'done' | 'wait'
}

export interface LongJobOptions<R extends { _id: number | string }, P> {
  readonly name: string
  /** The time between two searches for unfinished work. A search is one indexed query. */
  readonly everyMs: number
  readonly model: Model<R>
  /** The field with the time from which the work may be done; absent when there is none. */
  readonly dueField: FieldOf<R>
  /** The field with the claim of the process that does it. */
  readonly claimField: FieldOf<R>
  /** The field with the progress; absent before the first step. */
  readonly progressField: FieldOf<R>
  /**
   * Does a bounded part of the work and takes each date when it writes. After a crash, a step is done again.
   * @param progress undefined for the first step
   */
  readonly step: (record: R, progress: P | undefined) => Promise<JobStep<P>>
  /**
   * Since when the work of a record waits, if its steps call another service. A failed step is repeated after
   * half of that time: soon at first, then less and less often. By default when its lease has expired.
   */
  readonly waitsSince?: (record: R) => Date
  /** What is written after the last step. By default, the record is not due any more. */
  readonly finalUpdate?: (record: R) => UpdateQuery<R>
  /** Called after the last step of each record. */
  readonly onFinished?: (() => void) | undefined
  /** Called after each search, with the number of records whose work waits. */
  readonly onMeasured?: ((waiting: number) => void) | undefined
  /** How long a request waits for the job that it has started: {@link WAIT_MS} by default. */
  readonly waitMs?: number | undefined
  readonly mongodb: Dependency
  readonly clock: Clock
  readonly logger: Logger
}

/** A process that takes longer than this for a step is assumed dead, and another one continues. */
export const JOB_LEASE_MS = 30_000
const MIN_RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 10 * 60_000
/**
 * Records that are claimed together. Each of them gets one step in turn, so that large jobs do not hold up
 * small ones.
 */
const CLAIM_SIZE = 10
/** Less than the deadline of an operator's request, one minute, which includes the write before. */
const WAIT_MS = 45_000

interface Current<R, P> {
  readonly record: R
  readonly progress: P | undefined
  /** Whether this process has kept the lease, and does the next step. */
  readonly isHeld: boolean
}

interface Advanced<R, P> {
  /** Undefined when no step is next, the last one has failed, or the claim no longer holds the record. */
  readonly current?: Current<R, P> | undefined
  readonly failure?: unknown
}

/**
 * Work of any size that belongs to records, done in steps. The progress is stored with the record after each
 * step, under a lease, so when a process dies another one continues from there.
 */
export class LongJob<R extends { _id: number | string }, P> implements Part {
  readonly name: string
  readonly #options: LongJobOptions<R, P>
  readonly #due: DueRecords<R>
  readonly #task: PeriodicTask

  constructor(options: LongJobOptions<R, P>) {
    const { name, everyMs, model, dueField, claimField, mongodb, clock, logger } = options
    this.name = name
    this.#options = options
    this.#due = new DueRecords(model, clock, { dueField, claimField, leaseMs: JOB_LEASE_MS })
    const run = async (stopping: AbortSignal) => {
      await this.#run(stopping)
      await this.#measure()
    }
    this.#task = new PeriodicTask({ name, everyMs, run, needs: [mongodb], logger })
  }

  start(): void {
    this.#task.start()
  }

  stop(): Promise<void> {
    return this.#task.stop()
  }

  /** To be called after a write that has made work due, so that it begins at once. */
  wake(): void {
    this.#task.wake()
  }

  /** Does all the work that is due. Resolves when none is left, even if some of it has failed. */
  runNow(): Promise<void> {
    return this.#task.runNow()
  }

  /** For the write that makes the work of a record due, by the process that does it next. */
  newLease(): Lease {
    return this.#due.newLease()
  }

  /**
   * Works on a record that was stored with this lease. Resolves when the work is finished, when another write
   * has taken it over, when it has failed, or when a request can't wait any longer. Unfinished work goes on
   * in the background.
   */
  async workOn(record: R, { claim }: Lease): Promise<void> {
    const { waitMs = WAIT_MS } = this.#options
    const until = performance.now() + waitMs
    const work = () => this.#work(record, claim, () => performance.now() < until)
    await withDeadline(waitMs, this.name, work).catch(() => undefined)
  }

  async #work(record: R, claim: string, keepsLease: () => boolean): Promise<void> {
    let current: Current<R, P> | undefined = this.#currentOf(record)
    while (current?.isHeld) ({ current } = await this.#advanceOrLog(current, claim, keepsLease))
    if (current) this.wake()
  }

  async #run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const claimed = performance.now()
      const { claim, records, mayHaveMore } = await this.#due.claim(CLAIM_SIZE)
      if (records.length === 0 && !mayHaveMore) return
      const releaseFrom = (first: number) =>
        this.#due.release(records.slice(first).map(({ _id: id }) => ({ id, claim })))
      for (const [i, record] of records.entries()) {
        if (stopping.aborted || performance.now() - claimed > JOB_LEASE_MS / 2) {
          await releaseFrom(i)
          break
        }
        const { failure } = await this.#advanceOrLog(this.#currentOf(record), claim, () => false)
        // The next record would wait for the same service or server, as long as this one has.
        if (failure instanceof Unavailable) return await releaseFrom(i + 1)
      }
    }
  }

  async #measure(): Promise<void> {
    const { model, dueField, onMeasured } = this.#options
    if (!onMeasured) return
    onMeasured(await model.countDocuments({ [dueField]: { $gt: new Date(0) } } as QueryFilter<R>))
  }

  /** A step that fails is done again later. */
  async #advanceOrLog(
    current: Current<R, P>,
    claim: string,
    keepsLease: () => boolean,
  ): Promise<Advanced<R, P>> {
    try {
      return { current: await this.#advance(current, claim, keepsLease) }
    } catch (error) {
      const { logger, waitsSince, clock } = this.#options
      const { record } = current
      logger.warn({ job: this.name, record: record._id, err: error }, 'a step failed; it is done again later')
      if (waitsSince) {
        const now = clock.now().getTime()
        const delayMs = Math.max(MIN_RETRY_DELAY_MS, (now - waitsSince(record).getTime()) / 2)
        const dueAt = new Date(now + Math.min(delayMs, MAX_RETRY_DELAY_MS))
        const released = this.#due.release([{ id: record._id, claim }], dueAt)
        await released.catch(() => undefined) // the lease expires
      }
      return { failure: error }
    }
  }

  /** Does a step. @returns undefined when no step is next, or the record is no longer held by this claim */
  async #advance(
    { record, progress: before }: Current<R, P>,
    claim: string,
    keepsLease: () => boolean,
  ): Promise<Current<R, P> | undefined> {
    const { model, step, finalUpdate, onFinished } = this.#options
    const { progress, next } = await step(record, before)
    const isHeld = next === 'step' && keepsLease()
    const last = next === 'done' && finalUpdate ? finalUpdate(record) : this.#notDue()
    const update = next === 'step' ? this.#continued(progress, isHeld) : last
    const { matchedCount } = await model.updateOne(this.#due.heldBy([{ id: record._id, claim }]), update)
    if (next === 'done' && matchedCount > 0) onFinished?.()
    return matchedCount === 0 || next !== 'step' ? undefined : { record, progress, isHeld }
  }

  #currentOf(record: R): Current<R, P> {
    const path = this.#options.progressField.split('.')
    const progress = path.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      record,
    ) as P | undefined
    return { record, progress, isHeld: true }
  }

  #continued(done: P, isLeaseKept: boolean): UpdateQuery<R> {
    const { dueField, claimField, progressField, clock } = this.#options
    const dueAt = isLeaseKept ? this.newLease().until : clock.now()
    const set = { $set: { [progressField]: done, [dueField]: dueAt } }
    return (isLeaseKept ? set : { ...set, $unset: { [claimField]: '' } }) as UpdateQuery<R>
  }

  #notDue(): UpdateQuery<R> {
    const { dueField, claimField, progressField } = this.#options
    return { $unset: { [dueField]: '', [claimField]: '', [progressField]: '' } } as UpdateQuery<R>
  }
}
