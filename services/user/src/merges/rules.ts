import { AccountMerged, InvalidRequest } from '../../../platform/errors.ts'
import { NotMergeable } from '../errors.ts'
import type { PersonJob } from '../person-jobs/rules.ts'
import { joinGroupsOf, requireFewGroups, type User } from '../users/rules.ts'

/** Why a merge ended before everything had gone over. */
export type StopReason = 'into-deleted' | 'into-erased' | 'from-deleted' | 'from-erased' | 'too-many-groups'

/** The account that goes, and the account of the same person that is left. */
export interface Accounts {
  readonly fromId: number
  readonly intoId: number
}

/** A merge of two accounts: work for each service. */
export interface Merge extends PersonJob, Accounts {
  /** Null unless it was stopped. */
  readonly reason: StopReason | null
}

/** @returns the account that is left, as it will be @throws AccountMerged, NotMergeable */
export function requireMergeable(from: User, into: User, now: Date): User {
  if (from.id === into.id)
    throw new NotMergeable('Both ids are the same. Name another account of the person in `into`.')
  for (const user of [from, into]) {
    if (user.mergedInto !== undefined) throw new AccountMerged(user)
    if (user.deleted)
      throw new NotMergeable(
        `User ${user.id} is ${user.erased ? 'erased' : 'deleted'}. Name an account that exists.`,
      )
  }
  const united = joinGroupsOf(into, from, now)
  try {
    requireFewGroups(into, united.groupIds)
    return united
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    throw new NotMergeable(`Together the accounts are in too many groups. ${error.detail}`)
  }
}

/** Why a merge can't go on; undefined when it can. */
export function stopReason(from: User, into: User | undefined): StopReason | undefined {
  if (!into || into.erased) return 'into-erased'
  if (into.deleted) return 'into-deleted'
  if (from.erased) return 'from-erased'
  return from.deleted && from.mergedInto === undefined ? 'from-deleted' : undefined
}
