import { InvalidRequest, UserOutOfReach } from '../../../shared/errors.ts'
import { GroupOutOfReach } from '../../src/errors.ts'
import { Scope } from '../../../shared/domain/account.ts'
import {
  groupOfNewUser,
  joinGroup,
  leaveGroups,
  markDeleted,
  merge,
  newUser,
  requireComplete,
  requireVisible,
} from '../../src/users/rules.ts'

const FIRST = new Date('2024-01-15T14:58:41.200Z')
const LATER = new Date('2024-01-15T15:00:00.000Z')
const ada = newUser(
  7,
  {
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Byron',
    loginName: 'ada',
    expirationDate: new Date('2030-01-01T00:00:00.500Z'),
    groupIds: [12, 5, 12],
  },
  FIRST,
)

describe('a new user', () => {
  it('has "" for every text that was not given (S6)', () => {
    expect(ada).toMatchObject({ city: '', externalId: '', ovFormWithInput12: '', deleted: false, version: 1 })
  })

  it('is in each of its groups once, and in none unless told', () => {
    expect(ada.groupIds).toEqual([5, 12])
    expect(newUser(8, {}, FIRST).groupIds).toEqual([])
  })

  it('needs an email, both names and a login name (specification §4.2)', () => {
    expect(() => requireComplete(ada)).not.toThrow()
    for (const field of ['email', 'firstName', 'lastName', 'loginName'] as const) {
      const { [field]: _left, ...others } = ada
      expect(() => requireComplete(others)).toThrow(new InvalidRequest(`${field} is required.`))
    }
  })
})

describe('merging', () => {
  it('returns the same user when nothing changes (S6)', () => {
    const { id: _id, version: _version, ...fields } = ada
    expect(merge(ada, fields, LATER)).toBe(ada)
    expect(merge(ada, {}, LATER)).toBe(ada)
    expect(merge(ada, { groupIds: [12, 5] }, LATER)).toBe(ada)
  })

  it('takes an expiration date as it is shown, in whole seconds, for no change (S6, S8)', () => {
    expect(merge(ada, { expirationDate: new Date('2030-01-01T00:00:00Z') }, LATER)).toBe(ada)
    expect(merge(ada, { expirationDate: new Date('2030-01-01T00:00:01Z') }, LATER).version).toBe(2)
    const lasting = merge(ada, { expirationDate: null }, LATER)
    expect(lasting.expirationDate).toBeNull()
    expect(merge(lasting, { expirationDate: null }, LATER)).toBe(lasting)
    expect(merge(lasting, { expirationDate: LATER }, LATER).expirationDate).toBe(LATER)
  })

  it('takes other groups for a change, be they as many or fewer', () => {
    expect(merge(ada, { groupIds: [13, 5] }, LATER)).toMatchObject({ groupIds: [5, 13], version: 2 })
    expect(merge(ada, { groupIds: [5] }, LATER)).toMatchObject({ groupIds: [5], version: 2 })
  })

  it('changes what is sent and nothing else, and clears a text that is sent empty (R17)', () => {
    const moved = merge(ada, { city: 'London', firstName: 'Ada' }, LATER)
    expect(moved).toEqual({ ...ada, city: 'London', version: 2, updatedAt: LATER })
    expect(merge(moved, { city: '' }, LATER)).toMatchObject({ city: '', version: 3 })
  })

  it('moves the date of the last change on even when the clock does not', () => {
    expect(merge(ada, { city: 'London' }, FIRST).updatedAt.getTime()).toBe(FIRST.getTime() + 1)
    expect(merge(ada, { city: 'London' }, new Date(0)).updatedAt.getTime()).toBe(FIRST.getTime() + 1)
  })
})

describe('membership and deletion', () => {
  it('are changes of the user', () => {
    expect(joinGroup(ada, 7, LATER)).toMatchObject({ groupIds: [5, 7, 12], version: 2, updatedAt: LATER })
    expect(leaveGroups(ada, [5, 99], LATER)).toMatchObject({ groupIds: [12], version: 2, updatedAt: LATER })
    expect(markDeleted(ada, LATER)).toMatchObject({ deleted: true, version: 2, updatedAt: LATER })
  })

  it('change nothing when repeated', () => {
    expect(joinGroup(ada, 5, LATER)).toBe(ada)
    expect(leaveGroups(ada, [99], LATER)).toBe(ada)
    const deleted = markDeleted(ada, LATER)
    expect(markDeleted(deleted, LATER)).toBe(deleted)
  })
})

describe('access', () => {
  it('is rejected outside of the groups of the account (A4)', () => {
    expect(() => requireVisible(ada, new Scope([5]))).not.toThrow()
    expect(() => requireVisible(ada, new Scope([6]))).toThrow(UserOutOfReach)
  })

  it('puts a new user into the group asked for, else the home group, if that is within reach (A6)', () => {
    const scope = new Scope([1, 2])
    expect(groupOfNewUser(undefined, { homeGroupId: 1 }, scope)).toBe(1)
    expect(groupOfNewUser(2, { homeGroupId: 1 }, scope)).toBe(2)
    expect(() => groupOfNewUser(3, { homeGroupId: 1 }, scope)).toThrow(GroupOutOfReach)
    expect(() => groupOfNewUser(undefined, { homeGroupId: 3 }, scope)).toThrow(GroupOutOfReach)
    expect(() => groupOfNewUser(undefined, { homeGroupId: null }, scope)).toThrow(GroupOutOfReach)
  })
})
