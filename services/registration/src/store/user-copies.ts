import type { UserCopy } from '../domain/user.ts'

/** The newest known copy of each user that was changed, from messages. */
export interface UserCopies {
  /**
   * Keeps each copy unless a newer one is known. Late, repeated and reordered messages lead to the same
   * state.
   */
  keep(copies: readonly UserCopy[]): Promise<void>
  findMany(userIds: readonly number[]): Promise<UserCopy[]>
}
