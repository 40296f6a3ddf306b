import type { Schemas } from '../../../platform/contract/schema.ts'
import { renderDateTime } from '../../../platform/domain/time.ts'
import { ERASING_SERVICES, type Erasure } from './rules.ts'

export function presentErasure(erasure: Erasure): Schemas['Erasure'] {
  return {
    userId: erasure.userId,
    reason: erasure.reason,
    withRegistrations: erasure.withRegistrations,
    status: statusOf(erasure.finishedAt),
    requestedAt: renderDateTime(erasure.requestedAt),
    finishedAt: renderOptional(erasure.finishedAt),
    services: ERASING_SERVICES.map((service) => {
      const { finishedAt, records } = erasure.services[service]
      return { service, status: statusOf(finishedAt), finishedAt: renderOptional(finishedAt), records }
    }),
  }
}

const statusOf = (finishedAt: Date | null) => (finishedAt ? 'finished' : 'in-progress')
const renderOptional = (date: Date | null) => date && renderDateTime(date)
