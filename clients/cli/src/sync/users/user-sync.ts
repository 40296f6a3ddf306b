import type { PlaceOf } from '../plan.ts'
import type { Members } from './people.ts'
import type { UserScope, UserService } from './service.ts'

/** What becomes of users that the file does not list. */
export const LEAVER_CHOICES = ['expire', 'delete', 'keep'] as const
export type LeaverChoice = (typeof LEAVER_CHOICES)[number]

export interface CompareOptions extends UserScope {
  readonly leavers: LeaverChoice
  /** Clear the passed expiration dates of people in the file, except of those whose row gives a date. */
  readonly reactivate: boolean
  /** The ids of rows that may make an account that of somebody else. */
  readonly allowOtherPerson: readonly string[]
}

/** One sync of users: what every step of it needs. */
export interface UserSync {
  readonly members: Members
  readonly service: UserService
  readonly options: CompareOptions
  readonly placeOf: PlaceOf
  readonly now: Date
  /** The ids of users whom the last run has expired. */
  readonly removedBefore: ReadonlySet<string>
  /** Whom the last run has moved into the group. */
  readonly movedBefore: ReadonlySet<string>
}
