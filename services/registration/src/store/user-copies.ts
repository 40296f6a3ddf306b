import type { UserCopy } from '../domain/user.ts'

/** What is known here of users: the newest copy that a message has brought. */
export interface UserCopies {
  /** Keeps each unless a newer one is known. Late, repeated and reordered messages end in the same state. */
  keep(copies: readonly UserCopy[]): Promise<void>
  findMany(userIds: readonly number[]): Promise<UserCopy[]>
}
