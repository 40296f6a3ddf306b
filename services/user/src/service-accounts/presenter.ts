import { roleNames } from '../../../shared/contract/generated/catalogue.ts'
import type { components } from '../../../shared/contract/generated/openapi.ts'
import { perRole, type Account } from '../../../shared/domain/account.ts'
import { renderDateTime } from '../../../shared/time.ts'
import { withHomeGroup, type Role, type ServiceAccount } from './rules.ts'

type Schemas = components['schemas']
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
})

export const readServiceAccount = (id: number, body: Schemas['ServiceAccountInput']): ServiceAccount =>
  withHomeGroup({
    id,
    name: body.name,
    homeGroupId: body.homeGroupId ?? null,
    grants: (body.grants ?? []).map(({ role, groupId }) => ({ role: ROLES[role], groupId })),
    requestsPerMinute: body.requestsPerMinute ?? null,
  })

export const presentVerifiedAccount = (account: Account): Schemas['VerifiedAccount'] => ({
  accountId: account.id,
  name: account.name,
  homeGroupId: account.homeGroupId,
  requestsPerMinute: account.requestsPerMinute,
  ...(account.keyExpiresAt && { keyExpiresAt: renderDateTime(account.keyExpiresAt) }),
  reach: presentReach(account),
})

export const presentAccountScope = (account: Account, hasValidKey: boolean): Schemas['AccountScope'] => ({
  accountId: account.id,
  hasValidKey,
  reach: presentReach(account),
})

const presentReach = ({ scope }: Account) => perRole((role) => scope[role].ids())
