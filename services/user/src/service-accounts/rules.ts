import {
  perRole,
  Scope,
  type Account,
  type AccountIdentity,
  type PerRole,
} from '../../../platform/domain/account.ts'
import { GroupNotFound } from '../errors.ts'
import type { GroupTree } from '../groups/rules.ts'

export type Role = keyof Account['scopes']

/** A role in a group and all its subgroups. */
interface Grant {
  readonly role: Role
  readonly groupId: number
}

/** A caller of the public operations. */
export interface ServiceAccount extends AccountIdentity {
  readonly name: string
  /** The group of the users that it creates. */
  readonly homeGroupId: number | null
  readonly grants: readonly Grant[]
  /** Its own rate limit; null for the configured one. */
  readonly requestsPerMinute: number | null
  /** Whether SCIM rejects what is not in its standard, instead of taking what directories send. */
  readonly scimStrict: boolean
  /** The source of the users that a directory keeps through SCIM; "" for one that is named by the id. */
  readonly scimSource: string
  /** Whether a directory takes over users of other sources. */
  readonly scimTakeOver: boolean
}

/** An account as an operator describes it. */
export type AccountInput = Omit<ServiceAccount, 'id' | 'createdAt'>

/** An account without a home group gets the group of its first grant. */
export const withHomeGroup = (account: AccountInput): AccountInput => ({
  ...account,
  homeGroupId: account.homeGroupId ?? account.grants[0]?.groupId ?? null,
})

/** The source of the users that a directory keeps through this account. */
export const scimSourceOf = ({ id, scimSource }: ServiceAccount): string => scimSource || `scim-${id}`

/** Every group that the account names. */
export const groupsOf = ({ homeGroupId, grants }: AccountInput): number[] => [
  ...grants.map(({ groupId }) => groupId),
  ...(homeGroupId === null ? [] : [homeGroupId]),
]

/** The account without what names one of these groups. */
export const withoutGroups = (account: AccountInput, groupIds: readonly number[]): AccountInput => ({
  ...account,
  grants: account.grants.filter(({ groupId }) => !groupIds.includes(groupId)),
  homeGroupId:
    account.homeGroupId !== null && groupIds.includes(account.homeGroupId) ? null : account.homeGroupId,
})

/** @throws GroupNotFound for the first group that is missing */
export function requireGroups(account: AccountInput, exists: (groupId: number) => boolean): void {
  const grant = account.grants.find(({ groupId }) => !exists(groupId))
  if (grant) throw new GroupNotFound('grants', grant.groupId)
  const { homeGroupId } = account
  if (homeGroupId !== null && !exists(homeGroupId)) throw new GroupNotFound('homeGroupId', homeGroupId)
}

/**
 * The part of its scope that lies in some groups. It looks at the grants only, and builds no scope: an
 * account can have tens of thousands of groups.
 * @param below from {@link GroupTree.groupsByAncestor} of these groups
 */
export const scopeAmong = (
  { grants }: Pick<ServiceAccount, 'grants'>,
  below: ReadonlyMap<number, readonly number[]>,
): PerRole<readonly number[]> =>
  perRole((role) => {
    const granted = grants.filter((grant) => grant.role === role)
    return [...new Set(granted.flatMap(({ groupId }) => below.get(groupId) ?? []))]
  })

/** The account with the groups in which it holds each role, subgroups included. */
export function withScopes(account: ServiceAccount, tree: GroupTree): Account {
  const groupsWith = (role: Role) =>
    account.grants.filter((grant) => grant.role === role).map(({ groupId }) => groupId)
  return {
    id: account.id,
    createdAt: account.createdAt,
    name: account.name,
    homeGroupId: account.homeGroupId,
    requestsPerMinute: account.requestsPerMinute,
    scimStrict: account.scimStrict,
    scimSource: scimSourceOf(account),
    scimTakeOver: account.scimTakeOver,
    scopes: perRole((role) => new Scope(tree.withSubgroups(groupsWith(role)))),
  }
}
