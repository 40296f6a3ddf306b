import { perRole, Scope, type Account } from '../../../shared/domain/account.ts'
import { GroupNotFound } from '../errors.ts'
import type { GroupTree } from '../groups/rules.ts'

export type Role = keyof Account['scope']

/** A role in a group and everything below it (decision A3). */
export interface Grant {
  readonly role: Role
  readonly groupId: number
}

/** A caller of the public operations. */
export interface ServiceAccount {
  readonly id: number
  readonly name: string
  /** The group of the users that it creates (decision A6). */
  readonly homeGroupId: number | null
  readonly grants: readonly Grant[]
  /** Its own rate limit; null for the configured one (decision R20). */
  readonly requestsPerMinute: number | null
}

/** An account without a home group gets the group of its first grant (decision A6). */
export const withHomeGroup = (account: ServiceAccount): ServiceAccount => ({
  ...account,
  homeGroupId: account.homeGroupId ?? account.grants[0]?.groupId ?? null,
})

/** Every group that the account names. */
export const groupsOf = ({ homeGroupId, grants }: ServiceAccount): number[] => [
  ...grants.map(({ groupId }) => groupId),
  ...(homeGroupId === null ? [] : [homeGroupId]),
]

/** @throws GroupNotFound for the first group that is missing */
export function requireGroups(account: ServiceAccount, exists: (groupId: number) => boolean): void {
  const grant = account.grants.find(({ groupId }) => !exists(groupId))
  if (grant) throw new GroupNotFound('grants', grant.groupId)
  const { homeGroupId } = account
  if (homeGroupId !== null && !exists(homeGroupId)) throw new GroupNotFound('homeGroupId', homeGroupId)
}

/** The account as a verified credential shows it, with its grants expanded to all groups below them. */
export function withScopes(
  { id, name, homeGroupId, requestsPerMinute, grants }: ServiceAccount,
  tree: GroupTree,
) {
  const scopeOf = (role: Role) =>
    new Scope(tree.below(grants.filter((grant) => grant.role === role).map(({ groupId }) => groupId)))
  return {
    id,
    name,
    homeGroupId,
    requestsPerMinute,
    scope: perRole(scopeOf),
  } satisfies Account
}
