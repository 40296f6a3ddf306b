import { foldCase } from '../../../shared/domain/canonical.ts'
import { externalIdKey, type User } from './rules.ts'

/** The parameters that identify a user, in the order in which they are tried. */
export const PARAMETERS = ['userId', 'userExternalId', 'userEmail'] as const
export type Parameter = (typeof PARAMETERS)[number]

/** The fields of an identified user, besides the id. */
export const IDENTIFIED_FIELDS = [
  'version',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'loginName',
  'groupIds',
  'expirationDate',
] as const
export type IdentifiedUser = Pick<User, 'id' | (typeof IDENTIFIED_FIELDS)[number]>

export interface UserQuery {
  readonly userId?: number
  readonly userExternalId?: string
  readonly userEmail?: string
  /** Reject the query unless every parameter supplied names the same user. */
  readonly strict?: boolean
}

export type Identification =
  | { readonly code: 'resolved'; readonly resolvedBy: Parameter; readonly user: IdentifiedUser }
  | { readonly code: 'user-not-found' | 'user-ambiguous' | 'identifiers-disagree' }

/** Indexes the users that many queries may name: by id, by external id and by e-mail address. */
export class UsersByParameter {
  readonly #byId: ReadonlyMap<number, IdentifiedUser>
  readonly #byExternalId: ReadonlyMap<string, IdentifiedUser>
  #byEmail: ReadonlyMap<string, IdentifiedUser[]> | undefined

  /** @param users not deleted; a user may appear more than once */
  constructor(users: readonly IdentifiedUser[]) {
    this.#byId = new Map(users.map((user) => [user.id, user]))
    this.#byExternalId = new Map(users.map((user) => [externalIdKey(user.externalId), user]))
  }

  /** The users that match one parameter of the query; undefined when it is not supplied. */
  matching(query: UserQuery, parameter: Parameter): readonly IdentifiedUser[] | undefined {
    const { userId, userExternalId, userEmail } = query
    switch (parameter) {
      case 'userId':
        return userId === undefined ? undefined : toArray(this.#byId.get(userId))
      case 'userExternalId':
        return userExternalId === undefined
          ? undefined
          : toArray(this.#byExternalId.get(externalIdKey(userExternalId)))
      case 'userEmail':
        return userEmail === undefined ? undefined : (this.#emails().get(foldCase(userEmail)) ?? [])
    }
  }

  /** Built on first use: most queries name their user by id. */
  #emails(): ReadonlyMap<string, IdentifiedUser[]> {
    return (this.#byEmail ??= Map.groupBy(this.#byId.values(), ({ email }) => foldCase(email)))
  }
}

/**
 * Tries the parameters in order: no match, the next one; exactly one match, that user; more than one match, ambiguous
 * without trying further parameters.
 */
export function identify(query: UserQuery, users: UsersByParameter): Identification {
  for (const parameter of PARAMETERS) {
    const [user, another] = users.matching(query, parameter) ?? []
    if (!user) continue
    if (another) return { code: 'user-ambiguous' }
    if (query.strict && !everyParameterNames(query, user)) return { code: 'identifiers-disagree' }
    return { code: 'resolved', resolvedBy: parameter, user }
  }
  return { code: 'user-not-found' }
}

/** Compares with the user's own fields, so a parameter that names no user at all disagrees too. */
const everyParameterNames = (
  { userId, userExternalId, userEmail }: UserQuery,
  user: IdentifiedUser,
): boolean =>
  (userId === undefined || userId === user.id) &&
  (userExternalId === undefined || externalIdKey(userExternalId) === externalIdKey(user.externalId)) &&
  (userEmail === undefined || foldCase(userEmail) === foldCase(user.email))

const toArray = (user: IdentifiedUser | undefined): IdentifiedUser[] => (user ? [user] : [])
