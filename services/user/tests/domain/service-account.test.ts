import { GroupNotFound } from '../../src/errors.ts'
import { GroupTree } from '../../src/groups/rules.ts'
import { isValid, type Key } from '../../src/keys/rules.ts'
import {
  groupsOf,
  requireGroups,
  withHomeGroup,
  withScopes,
  type ServiceAccount,
} from '../../src/service-accounts/rules.ts'

const account: ServiceAccount = {
  id: 3,
  name: 'HR sync',
  homeGroupId: 9,
  grants: [
    { role: 'userAdministrator', groupId: 1 },
    { role: 'courseAttendanceManager', groupId: 2 },
  ],
  requestsPerMinute: 120,
}

it('has a home group: its own, else that of its first grant, else none (A6)', () => {
  expect(withHomeGroup(account)).toEqual(account)
  expect(withHomeGroup({ ...account, homeGroupId: null })).toEqual({ ...account, homeGroupId: 1 })
  expect(withHomeGroup({ ...account, homeGroupId: null, grants: [] }).homeGroupId).toBeNull()
})

describe('the groups that an account names', () => {
  it('are those of its grants and its home group', () => {
    expect(groupsOf(account)).toEqual([1, 2, 9])
    expect(groupsOf({ ...account, homeGroupId: null })).toEqual([1, 2])
  })

  it.each([
    ['grants', 2],
    ['homeGroupId', 9],
  ])('have to exist: %s names %i', (field, missing) => {
    const rejected = new GroupNotFound(field, missing)
    expect(() => requireGroups(account, (id) => id !== missing)).toThrow(rejected)
    const detail = `${field} names a group that does not exist: ${missing}. Create the group first.`
    expect(rejected.detail).toBe(detail)
  })

  it('are enough when they exist, with a home group or without', () => {
    expect(() => requireGroups(account, () => true)).not.toThrow()
    expect(() => requireGroups({ ...account, homeGroupId: null, grants: [] }, () => false)).not.toThrow()
  })
})

it('reaches for each role its groups and everything below them (A3)', () => {
  const tree = new GroupTree([
    { id: 1, name: 'root', parentId: null },
    { id: 2, name: 'north', parentId: 1 },
    { id: 3, name: 'school', parentId: 2 },
  ])
  const grants = [...account.grants, { role: 'batchRegistrationManager', groupId: 3 } as const]
  const { scope, ...rest } = withScopes({ ...account, grants }, tree)
  const groupsOfRole = (role: keyof typeof scope) => scope[role].ids()
  expect(groupsOfRole('userAdministrator')).toEqual([1, 2, 3])
  expect(groupsOfRole('courseAttendanceManager')).toEqual([2, 3])
  expect(groupsOfRole('batchRegistrationManager')).toEqual([3])
  expect(rest).toEqual({ id: 3, name: 'HR sync', homeGroupId: 9, requestsPerMinute: 120 })
})

it('has keys that are in force until they expire, to the moment, or are revoked (A2)', () => {
  const key = { revokedAt: null, expiresAt: null } as Key
  const now = new Date('2024-01-15T15:00:00Z')
  const later = new Date(now.getTime() + 1)
  expect(isValid(key, now)).toBe(true)
  expect(isValid({ ...key, expiresAt: later }, now)).toBe(true)
  expect(isValid({ ...key, expiresAt: now }, now)).toBe(false)
  expect(isValid({ ...key, revokedAt: now }, now)).toBe(false)
  expect(isValid({ ...key, revokedAt: now, expiresAt: later }, now)).toBe(false)
})
