import type { LongJob, LongJobOptions } from '../../../platform/store/long-job.ts'
import { afterPass, type ErasureModel, type ErasureProgress, type ErasureRecord } from './record.ts'
import type { ErasingService } from './rules.ts'
import { eraseIn, type EraseDeps } from './steps.ts'

export type ErasureJob = LongJob<ErasureRecord, ErasureProgress>
export type ErasureJobs = Readonly<Record<ErasingService, ErasureJob>>

/** The time between two searches for unfinished erasures. A search is one indexed query. */
const ERASE_MS = 15_000

interface Options extends EraseDeps {
  readonly model: ErasureModel
  /** Creates a job. */
  readonly longJob: (
    job: Omit<LongJobOptions<ErasureRecord, ErasureProgress>, 'mongodb' | 'clock' | 'logger'>,
  ) => ErasureJob
}

/** The jobs that erase, one for each service: one that is unavailable delays no other. */
export function erasureJobs({ model, longJob, ...deps }: Options): ErasureJobs {
  const jobIn = (service: ErasingService, onFinished?: () => void): ErasureJob =>
    longJob({
      name: `eraser of ${service}`,
      everyMs: ERASE_MS,
      model,
      dueField: `work.${service}.dueAt`,
      claimField: `work.${service}.claim`,
      progressField: `work.${service}.progress`,
      waitsSince: ({ requestedAt }) => requestedAt,
      step: eraseIn(service, deps),
      finalUpdate: (record) => afterPass(service, record, deps.clock.now()),
      onFinished,
    })
  const notification = jobIn('notification')
  return { user: jobIn('user'), registration: jobIn('registration', () => notification.wake()), notification }
}
