import type { Clock } from '../../../platform/domain/time.ts'
import type { FieldOf } from '../../../platform/store/due-records.ts'
import type { JobStep, LongJob, LongJobOptions } from '../../../platform/store/long-job.ts'
import type { PersonJobProgress, PersonJobRecord } from './record.ts'
import type { WorkingService } from './rules.ts'

export type JobsByService<R extends PersonJobRecord<P>, P> = Readonly<Record<WorkingService, LongJob<R, P>>>

/** The time between two searches for unfinished records. A search is one indexed query. */
const SEARCH_MS = 15_000

export interface JobsByServiceOptions<R extends PersonJobRecord<P>, P extends PersonJobProgress> {
  /** For the log: `erasure` or `merge`. */
  readonly name: string
  readonly model: LongJobOptions<R, P>['model']
  /** `base.longJob` of foundation.ts. */
  readonly longJob: (job: Omit<LongJobOptions<R, P>, 'mongodb' | 'clock' | 'logger'>) => LongJob<R, P>
  readonly step: (service: WorkingService) => (record: R, progress: P | undefined) => Promise<JobStep<P>>
  /** What is written when a service has finished a pass. */
  readonly finalUpdate: (
    service: WorkingService,
    record: R,
  ) => ReturnType<NonNullable<LongJobOptions<R, P>['finalUpdate']>>
  /** The services that continue when one has finished. */
  readonly wakes: Partial<Record<WorkingService, readonly WorkingService[]>>
  readonly clock: Clock
}

/** The long jobs that make each service do its part: one that is unavailable delays no other. */
export function jobsByService<R extends PersonJobRecord<P>, P extends PersonJobProgress>(
  options: JobsByServiceOptions<R, P>,
): JobsByService<R, P> {
  const { name, model, longJob, step, finalUpdate, wakes, clock } = options
  const field = (service: WorkingService, of: string) => `work.${service}.${of}` as FieldOf<R>
  const jobIn = (service: WorkingService): LongJob<R, P> =>
    longJob({
      name: `${name} in ${service}`,
      everyMs: SEARCH_MS,
      model,
      dueField: field(service, 'dueAt'),
      claimField: field(service, 'claim'),
      progressField: field(service, 'progress'),
      // A step that failed is repeated after half the time that it has waited: since the last step, or since
      // the request if the pass has had none.
      waitsSince: ({ work, requestedAt }) => work[service].progress?.at ?? requestedAt,
      async step(record, progress) {
        const done = await step(service)(record, progress)
        return { ...done, progress: { ...done.progress, at: clock.now() } }
      },
      finalUpdate: (record) => finalUpdate(service, record),
      onFinished: () => {
        for (const next of wakes[service] ?? []) jobs[next].wake()
      },
    })
  const jobs: JobsByService<R, P> = {
    user: jobIn('user'),
    registration: jobIn('registration'),
    notification: jobIn('notification'),
  }
  return jobs
}
