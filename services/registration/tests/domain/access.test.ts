import { Forbidden } from '../../../shared/errors.ts'
import { Reach } from '../../../shared/domain/account.ts'
import { isVisible, requireVisible } from '../../src/domain/registration.ts'

const reach = new Reach([10, 20])

describe('visibility (specification §1; A3)', () => {
  it.each([
    ['both within', [10], [20], true],
    ['course outside', [30], [20], false],
    ['user outside', [10], [30], false],
    ['one of several groups within', [30, 10], [40, 20], true],
    ['no groups at all', [], [20], false],
  ])('%s', (_what, courseGroups, userGroups, visible) => {
    expect(isVisible({ course: { groupIds: courseGroups }, user: { groupIds: userGroups } }, reach)).toBe(
      visible,
    )
  })

  it('refuses with Forbidden what it can not reach (A4)', () => {
    expect(() => requireVisible({ course: { groupIds: [30] }, user: { groupIds: [10] } }, reach)).toThrow(
      Forbidden,
    )
  })
})
