import type { Page } from '../../../shared/domain/page.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { Candidates, UserQuery } from '../domain/resolution.ts'
import type { User } from '../domain/user.ts'

/** The filters of a list of users: all must hold, "after" is strict (decision R14). */
export interface UserFilter {
  /** Users in at least one of these, directly. */
  readonly groupIds: readonly number[]
  readonly includeDeleted: boolean
  /** In any letter case (decision R14). */
  readonly email: string | undefined
  readonly createdAfter: Date | undefined
  readonly updatedAfter: Date | undefined
}

/** A user before and after a change. */
export interface Change {
  readonly before: User
  readonly after: User
}

/** The questions that this service asks about users. */
export interface Users {
  /** Deleted or not. */
  find(id: number): Promise<User | undefined>
  /** The user, not deleted, who has this external id. */
  findByExternalId(externalId: string): Promise<User | undefined>

  /** One page, and one user more when there are more. */
  list(filter: UserFilter, page: Page): Promise<User[]>
  count(filter: UserFilter): Promise<number>
  /** The direct members of the group, not deleted: one page of ids, and one more when more follow. */
  members(groupId: number, page: Page): Promise<number[]>
  countMembers(groupId: number): Promise<number>

  /**
   * The users, not deleted, that the queries may mean; of those that share an e-mail address, two are enough.
   */
  candidates(queries: readonly UserQuery[]): Promise<Candidates>
  /** All users, not deleted, with one of these external ids or login names (in lower case). */
  havingAnyOf(keys: { externalIds: readonly string[]; loginNames: readonly string[] }): Promise<User[]>

  /** The check of {@link add}, without a write. @throws LoginNameTaken, UserExternalIdTaken */
  requireFree(user: Pick<User, 'id' | 'loginName' | 'externalId'>): Promise<void>
  /** Writes the user with its pending event. @throws LoginNameTaken, UserExternalIdTaken */
  add(user: User, trace: Trace): Promise<void>
  /** Adds many; returns those that could not be added, which {@link add} can explain one by one. */
  addAll(users: readonly User[], trace: Trace): Promise<readonly User[]>
  /**
   * Reads the user, applies `move` and writes the result with its pending event; retries after a lost race,
   * so `move` must be pure. Writes nothing when `move` returns the user it was given.
   * @throws NotFound when there is no such user or it is deleted; LoginNameTaken, UserExternalIdTaken
   */
  change(id: number, trace: Trace, move: (user: User, now: Date) => User): Promise<User>
  /** Gives every user a version above any that it had before a restore, and publishes them all again. */
  publishAnew(trace: Trace): Promise<void>
  /** Writes many changes; returns those that may not be written, because of a lost race or a taken key. */
  changeAll(changes: readonly Change[], trace: Trace): Promise<readonly Change[]>
}
