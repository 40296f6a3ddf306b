import { workJobs, type WorkJob, type WorkJobs, type WorkJobsOptions } from '../service-work/jobs.ts'
import { afterPass, type ErasureProgress, type ErasureRecord } from './record.ts'
import { eraseIn, type EraseDeps } from './steps.ts'

export type ErasureJob = WorkJob<ErasureRecord, ErasureProgress>
export type ErasureJobs = WorkJobs<ErasureRecord, ErasureProgress>

type Options = EraseDeps & Pick<WorkJobsOptions<ErasureRecord, ErasureProgress>, 'model' | 'longJob'>

/** The jobs that erase. */
export const erasureJobs = ({ model, longJob, ...deps }: Options): ErasureJobs =>
  workJobs({
    name: 'eraser',
    model,
    longJob,
    stepIn: (service) => eraseIn(service, deps),
    afterPass: (service, record) => afterPass(service, record, deps.clock.now()),
    wakes: { registration: ['notification'] },
  })
