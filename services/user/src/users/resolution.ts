import { withoutCase, type User } from './rules.ts'

/** The user parameters of one create, in the order in which they are tried (decision R2). */
export const PARAMETERS = ['userId', 'userExternalId', 'userEmail'] as const
export type Parameter = (typeof PARAMETERS)[number]

/** What a create needs to know of its user, besides the id. */
export const RESOLVED_FIELDS = [
  'version',
  'externalId',
  'email',
  'firstName',
  'lastName',
  'loginName',
  'groupIds',
  'expirationDate',
] as const
export type ResolvedUser = Pick<User, 'id' | (typeof RESOLVED_FIELDS)[number]>

export interface UserQuery {
  readonly userId?: number
  readonly userExternalId?: string
  readonly userEmail?: string
  /** Refuse unless every parameter supplied names the user taken (decision R3). */
  readonly strict?: boolean
}

export type Resolution =
  | { readonly code: 'resolved'; readonly resolvedBy: Parameter; readonly user: ResolvedUser }
  | { readonly code: 'user-not-found' | 'user-ambiguous' | 'identifiers-disagree' }

/** The users who are not deleted, found by each kind of parameter, for many queries at once. */
export class Candidates {
  readonly #byId: ReadonlyMap<number, ResolvedUser>
  readonly #byExternalId: ReadonlyMap<string, ResolvedUser>
  #byEmail: ReadonlyMap<string, ResolvedUser[]> | undefined

  constructor(found: readonly ResolvedUser[]) {
    this.#byId = new Map(found.map((user) => [user.id, user]))
    this.#byExternalId = new Map(found.map((user) => [user.externalId, user]))
  }

  /** The users that match one parameter of the query; undefined when it is not supplied. */
  matching(query: UserQuery, parameter: Parameter): readonly ResolvedUser[] | undefined {
    const { userId, userExternalId, userEmail } = query
    switch (parameter) {
      case 'userId':
        return userId === undefined ? undefined : present(this.#byId.get(userId))
      case 'userExternalId':
        return userExternalId === undefined ? undefined : present(this.#byExternalId.get(userExternalId))
      case 'userEmail':
        return userEmail === undefined ? undefined : (this.#emails().get(withoutCase(userEmail)) ?? [])
    }
  }

  /** Grouped when it is first wanted: most queries name their user by id. */
  #emails(): ReadonlyMap<string, ResolvedUser[]> {
    return (this.#byEmail ??= Map.groupBy(this.#byId.values(), ({ email }) => withoutCase(email)))
  }
}

/** No match → the next parameter supplied; exactly one → taken; more than one → ambiguous at once (decision R3). */
export function resolve(query: UserQuery, candidates: Candidates): Resolution {
  for (const parameter of PARAMETERS) {
    const [user, another] = candidates.matching(query, parameter) ?? []
    if (!user) continue
    if (another) return { code: 'user-ambiguous' }
    if (query.strict && !everyParameterNames(query, user)) return { code: 'identifiers-disagree' }
    return { code: 'resolved', resolvedBy: parameter, user }
  }
  return { code: 'user-not-found' }
}

/** By the user's own fields; a parameter that names no user disagrees with one that names a user. */
const everyParameterNames = ({ userId, userExternalId, userEmail }: UserQuery, user: ResolvedUser): boolean =>
  (userId === undefined || userId === user.id) &&
  (userExternalId === undefined || userExternalId === user.externalId) &&
  (userEmail === undefined || withoutCase(userEmail) === withoutCase(user.email))

const present = (user: ResolvedUser | undefined): ResolvedUser[] => (user ? [user] : [])
