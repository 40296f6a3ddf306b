import type { Schemas } from '../../../platform/contract/schema.ts'
import { renderDateTime } from '../../../platform/domain/time.ts'
import { WORKING_SERVICES, type PersonJob } from './rules.ts'

export const presentPersonJob = ({ requestedAt, finishedAt, services }: PersonJob) => ({
  requestedAt: renderDateTime(requestedAt),
  finishedAt: renderOptional(finishedAt),
  services: WORKING_SERVICES.map((service): Schemas['ServiceReceipt'] => {
    const { finishedAt: at, records } = services[service]
    return { service, status: statusOf(at), finishedAt: renderOptional(at), records }
  }),
})

export const statusOf = (finishedAt: Date | null) => (finishedAt ? 'finished' : 'in-progress')
const renderOptional = (date: Date | null) => date && renderDateTime(date)
