import type { Scope } from '../../../platform/domain/account.ts'
import { AccountMerged } from '../../../platform/errors.ts'
import { LoginNameTaken, UserExternalIdTaken } from '../errors.ts'

/**
 * Writes a login name or an external id. If an account that was merged has it, and the caller can see the one
 * that is left, the error names that one.
 */
export async function tellingMerged<T>(scope: Scope, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isLoginName = error instanceof LoginNameTaken
    const merged = isLoginName || error instanceof UserExternalIdTaken ? error.merged : undefined
    if (!merged || !scope.includesAny(merged.groupIds)) throw error
    throw new AccountMerged(merged, isLoginName ? 'loginName' : 'externalId')
  }
}
