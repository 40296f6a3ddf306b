import { foldCase } from '../../../platform/domain/canonical.ts'
import { identify, type Identification } from '../../../platform/domain/identify.ts'
import type { User } from './rules.ts'

/** The parameters that identify a user, in the order in which they are tried. */
const USER_PARAMETERS = ['userId', 'userExternalId', 'userEmail'] as const
export type UserParameter = (typeof USER_PARAMETERS)[number]

/** The fields of an identified user, besides the id. */
export const IDENTIFIED_FIELDS = [
  'version',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'preferredLanguage',
  'groupIds',
  'expirationDate',
  'mergedInto',
] as const
export type IdentifiedUser = Pick<User, 'id' | (typeof IDENTIFIED_FIELDS)[number]>

export interface UserQuery {
  readonly userId?: number
  readonly userExternalId?: string
  readonly userEmail?: string
  /** Reject the query unless every parameter supplied names the same user. */
  readonly strict?: boolean
}

/** The user that a query names, or why it names none. */
export type UserIdentification = Identification<UserParameter, IdentifiedUser>

/** Indexes the users that many queries may name: by id, by external id and by e-mail address. */
export class UsersByParameter {
  readonly #byId: ReadonlyMap<number, IdentifiedUser>
  readonly #byExternalId: ReadonlyMap<string, IdentifiedUser>
  #byEmail: ReadonlyMap<string, IdentifiedUser[]> | undefined

  /** @param users not deleted, or merged; a user may appear more than once */
  constructor(users: readonly IdentifiedUser[]) {
    this.#byId = new Map(users.map((user) => [user.id, user]))
    this.#byExternalId = new Map(users.map((user) => [user.externalId, user]))
  }

  /** The users that match one parameter of the query; undefined when it is not supplied. */
  matching(query: UserQuery, parameter: UserParameter): readonly IdentifiedUser[] | undefined {
    const { userId, userExternalId, userEmail } = query
    switch (parameter) {
      case 'userId':
        return userId === undefined ? undefined : toArray(this.#byId.get(userId))
      case 'userExternalId':
        return userExternalId === undefined ? undefined : toArray(this.#byExternalId.get(userExternalId))
      case 'userEmail':
        return userEmail === undefined ? undefined : (this.#emails().get(foldCase(userEmail)) ?? [])
    }
  }

  /** Built on first use: most queries name their user by id. */
  #emails(): ReadonlyMap<string, IdentifiedUser[]> {
    return (this.#byEmail ??= Map.groupBy(
      [...this.#byId.values()].filter(({ mergedInto }) => mergedInto === undefined),
      ({ email }) => foldCase(email),
    ))
  }
}

/** Identifies the user of one query among users that were read for many queries. */
export const identifyUser = (query: UserQuery, users: UsersByParameter): UserIdentification =>
  identify(USER_PARAMETERS, (parameter) => users.matching(query, parameter), query.strict ?? false)

const toArray = (user: IdentifiedUser | undefined): IdentifiedUser[] => (user ? [user] : [])
