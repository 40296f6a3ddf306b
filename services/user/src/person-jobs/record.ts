import { Schema } from 'mongoose'
import type { Lease } from '../../../platform/store/due-records.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { WORKING_SERVICES, type PersonJob, type WorkingService } from './rules.ts'

/** How far a service has come in a pass. */
export interface PersonJobProgress {
  readonly records: number
  readonly after: number
  /** How many there were before the first step, where that is known. */
  readonly counted?: number
  /** When the last step was done. */
  readonly at?: Date
}

/** What one service has still to do. */
interface WorkOfService<P> {
  /** When a process may work on it; absent when nothing is to be done, or another service comes first. */
  dueAt?: Date
  claim?: string
  progress?: P
  /** How often everything was done: once more for what requests in progress have written meanwhile. */
  passes: number
}

/** A job about a person, as stored. */
export interface PersonJobRecord<P> extends PersonJob {
  _id: number
  trace: Trace
  work: Record<WorkingService, WorkOfService<P>>
  /** Absent when every service has finished its first pass. */
  inProgress?: true
}

const receipt = { finishedAt: { type: Date, default: null }, records: { type: Number, required: true } }
const workOfService = {
  dueAt: Date,
  claim: String,
  progress: Schema.Types.Mixed,
  passes: { type: Number, required: true },
}

export const PERSON_JOB_FIELDS = {
  _id: Number,
  requestedAt: { type: Date, required: true },
  finishedAt: { type: Date, default: null },
  services: { user: receipt, registration: receipt, notification: receipt },
  trace: { requestId: String, traceparent: String },
  work: { user: workOfService, registration: workOfService, notification: workOfService },
  inProgress: Boolean,
} as const

export function addPersonJobIndexes<R>(schema: Schema<R>): void {
  for (const service of WORKING_SERVICES) schema.index({ [`work.${service}.dueAt`]: 1 }, { sparse: true })
  schema.index({ inProgress: 1, _id: 1 }, { sparse: true })
}

export interface PersonJobBeginning {
  readonly now: Date
  readonly trace: Trace
  /** Of the process of the request, if that does the work of this service at once. */
  readonly lease?: Lease | undefined
}

/** @param later the services that are not due before another one has finished */
export function newPersonJob<P>(
  { now, trace, lease }: PersonJobBeginning,
  later: readonly WorkingService[] = [],
): Omit<PersonJobRecord<P>, '_id'> {
  const notFinished = { finishedAt: null, records: 0 }
  const due = (service: WorkingService) => ({ ...(later.includes(service) ? {} : { dueAt: now }), passes: 0 })
  return {
    requestedAt: now,
    finishedAt: null,
    services: { user: notFinished, registration: notFinished, notification: notFinished },
    trace,
    work: {
      user: lease ? { dueAt: lease.until, claim: lease.claim, passes: 0 } : due('user'),
      registration: due('registration'),
      notification: due('notification'),
    },
    inProgress: true,
  }
}
