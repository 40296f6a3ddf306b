import { roleNames } from '../../../platform/contract/generated/catalogue.ts'
import type { Schemas } from '../../../platform/contract/schema.ts'
import {
  perRole,
  type Account,
  type AccountIdentity,
  type PerRole,
} from '../../../platform/domain/account.ts'
import { renderDateTime } from '../../../platform/domain/time.ts'
import { scimSourceOf, withHomeGroup, type AccountInput, type Role, type ServiceAccount } from './rules.ts'

type RoleName = Schemas['RoleName']

/** The roles by their names in the contract. */
const ROLES = Object.fromEntries(Object.entries(roleNames).map(([role, name]) => [name, role])) as Record<
  RoleName,
  Role
>

export const presentServiceAccount = (account: ServiceAccount): Schemas['ServiceAccount'] => ({
  id: account.id,
  name: account.name,
  homeGroupId: account.homeGroupId,
  grants: account.grants.map(({ role, groupId }) => ({ role: roleNames[role], groupId })),
  requestsPerMinute: account.requestsPerMinute,
  scimStrict: account.scimStrict,
  scimSource: scimSourceOf(account),
  scimTakeOver: account.scimTakeOver,
})

export const readServiceAccount = (body: Schemas['ServiceAccountInput']): AccountInput =>
  withHomeGroup({
    name: body.name,
    homeGroupId: body.homeGroupId ?? null,
    grants: (body.grants ?? []).map(({ role, groupId }) => ({ role: ROLES[role], groupId })),
    requestsPerMinute: body.requestsPerMinute ?? null,
    scimStrict: body.scimStrict ?? false,
    scimSource: body.scimSource ?? '',
    scimTakeOver: body.scimTakeOver ?? false,
  })

export const presentVerifiedAccount = (account: Account): Schemas['VerifiedAccount'] => ({
  ...presentExistingAccount(account),
  name: account.name,
  homeGroupId: account.homeGroupId,
  requestsPerMinute: account.requestsPerMinute,
  ...(account.keyExpiresAt && { keyExpiresAt: renderDateTime(account.keyExpiresAt) }),
  scopes: perRole((role) => account.scopes[role].ids()),
})

export const presentExistingAccount = ({ id, createdAt }: AccountIdentity): Schemas['ExistingAccount'] => ({
  accountId: id,
  // With milliseconds: an id can be used again within a second.
  createdAt: createdAt.toISOString(),
})

export const presentAccountVisibility = (
  account: AccountIdentity,
  { hasValidKey, scope }: { readonly hasValidKey: boolean; readonly scope: PerRole<readonly number[]> },
): Schemas['AccountVisibility'] => ({
  ...presentExistingAccount(account),
  hasValidKey,
  scopes: perRole((role) => [...scope[role]]),
})
