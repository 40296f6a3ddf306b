import type { Trace } from '../observability/trace.ts'

/** What a service keeps of an erased user: the number, so that late messages and requests restore nothing. */
export interface Tombstone {
  readonly userId: number
  /** The event that asked for the erasure, which the confirmation names. */
  readonly eventId: string
  readonly withRegistrations: boolean
  /** The registrations that the user had. */
  readonly registrationIds: readonly number[]
}

/** A request to erase a user, from a message. */
export interface ErasureRequest extends Tombstone {
  readonly trace: Trace
}
