import { GroupNotFound } from '../../src/domain/errors.ts'
import { GroupTree } from '../../src/domain/group-tree.ts'
import { isInForce, type Key } from '../../src/domain/key.ts'
import {
  groupsOf,
  requireGroups,
  withHomeGroup,
  withReach,
  type ServiceAccount,
} from '../../src/domain/service-account.ts'

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

describe('the home group of an account (A6)', () => {
  it('is its own, else that of its first grant, else none', () => {
    expect(withHomeGroup(account)).toEqual(account)
    expect(withHomeGroup({ ...account, homeGroupId: null })).toEqual({ ...account, homeGroupId: 1 })
    expect(withHomeGroup({ ...account, homeGroupId: null, grants: [] }).homeGroupId).toBeNull()
  })
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
    expect(() => requireGroups(account, (id) => id !== missing)).toThrow(new GroupNotFound(field, missing))
    expect(new GroupNotFound(field, missing).detail).toBe(
      `${field} names a group that does not exist: ${missing}. Create the group first.`,
    )
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
  const { reach, ...rest } = withReach({ ...account, grants }, tree)
  const groupsOfRole = (role: keyof typeof reach) => [...reach[role].groupIds]
  expect(groupsOfRole('userAdministrator')).toEqual([1, 2, 3])
  expect(groupsOfRole('courseAttendanceManager')).toEqual([2, 3])
  expect(groupsOfRole('batchRegistrationManager')).toEqual([3])
  expect(rest).toEqual({ id: 3, name: 'HR sync', homeGroupId: 9, requestsPerMinute: 120 })
})

describe('a key', () => {
  const NOW = new Date('2024-01-15T15:00:00Z')
  const key = { revokedAt: null, expiresAt: null } as Key

  it('is in force until it expires, to the moment, or is revoked (A2)', () => {
    expect(isInForce(key, NOW)).toBe(true)
    expect(isInForce({ ...key, expiresAt: new Date(NOW.getTime() + 1) }, NOW)).toBe(true)
    expect(isInForce({ ...key, expiresAt: NOW }, NOW)).toBe(false)
    expect(isInForce({ ...key, revokedAt: NOW }, NOW)).toBe(false)
    expect(isInForce({ ...key, revokedAt: NOW, expiresAt: new Date(NOW.getTime() + 1) }, NOW)).toBe(false)
  })
})
