import type { Schemas } from '../../../platform/contract/schema.ts'
import { presentPersonJob, statusOf } from '../person-jobs/presenter.ts'
import type { Erasure } from './rules.ts'

export const presentErasure = (erasure: Erasure): Schemas['Erasure'] => ({
  userId: erasure.userId,
  reason: erasure.reason,
  withRegistrations: erasure.withRegistrations,
  status: statusOf(erasure.finishedAt),
  ...presentPersonJob(erasure),
})
