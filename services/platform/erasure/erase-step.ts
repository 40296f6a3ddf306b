import type { StepRange, StepResult } from '../domain/step.ts'
import type { Logger } from '../observability/logger.ts'
import type { JobStep } from '../store/long-job.ts'
import type { Clock } from '../domain/time.ts'
import { toTombstone, type ErasureProgress, type TombstoneRecord } from './record.ts'
import type { Tombstones } from './repository.ts'
import type { Tombstone } from './tombstone.ts'

/** Erases some of the records of one kind that this service holds about a user. Safe to repeat. */
export type EraseKind = (tombstone: Tombstone, range: StepRange) => Promise<StepResult>

interface Deps {
  readonly tombstones: Pick<Tombstones, 'addRecords' | 'confirm'>
  /** One for each kind of records that this service holds about users. */
  readonly kinds: readonly EraseKind[]
  /** The records of a kind that one step erases. */
  readonly stepSize: number
  readonly clock: Clock
  readonly logger: Logger
}

/** A step of the job that erases a user. Kinds with few records share a step. */
export const eraseStep =
  ({ tombstones, kinds, stepSize, clock, logger }: Deps) =>
  async (record: TombstoneRecord, begun: ErasureProgress | undefined): Promise<JobStep<ErasureProgress>> => {
    const tombstone = toTombstone(record)
    let { kind, afterId } = begun ?? { kind: 0, afterId: 0 }
    let records = 0
    for (const erase of kinds.slice(kind)) {
      const erased = await erase(tombstone, { afterId, limit: stepSize })
      records += erased.records
      afterId = erased.done ? 0 : erased.after
      if (!erased.done) break
      kind++
    }
    await tombstones.addRecords(tombstone, records)
    const isLast = kind === kinds.length
    if (isLast && record.toConfirm) await tombstones.confirm(tombstone, clock.now())
    if (isLast) logger.info({ user: record._id, ...record.trace }, 'user erased')
    return { progress: { kind, afterId }, isLast }
  }
