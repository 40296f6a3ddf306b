import { Candidates, resolve } from '../../src/domain/resolution.ts'
import { newUser } from '../../src/domain/user.ts'

const user = (id: number, externalId: string, email: string) =>
  newUser(id, { externalId, email, firstName: 'F', lastName: 'L', loginName: `user${id}` }, new Date(0))
const ada = user(1, 'hr-1', 'ada@example.org')
const twin = user(2, 'hr-2', 'shared@example.org')
const otherTwin = user(3, '', 'Shared@example.org')
const all = new Candidates([ada, twin, otherTwin, ada])

it('tries userId, then userExternalId, then userEmail (R2)', () => {
  const everything = { userId: 1, userExternalId: 'hr-2', userEmail: 'shared@example.org' }
  expect(resolve(everything, all)).toMatchObject({ resolvedBy: 'userId', user: ada })
  expect(resolve({ ...everything, userId: 99 }, all)).toMatchObject({
    resolvedBy: 'userExternalId',
    user: twin,
  })
  expect(resolve({ userExternalId: 'none', userEmail: 'ada@example.org' }, all)).toMatchObject({
    resolvedBy: 'userEmail',
    user: ada,
  })
})

it('compares e-mail addresses without regard to case, external ids exactly (R3)', () => {
  expect(resolve({ userEmail: 'ADA@Example.ORG' }, all)).toMatchObject({ code: 'resolved', user: ada })
  expect(resolve({ userExternalId: 'HR-1' }, all)).toEqual({ code: 'user-not-found' })
})

it('stops at the first parameter that means more than one user (R3)', () => {
  expect(resolve({ userEmail: 'shared@example.org' }, all)).toEqual({ code: 'user-ambiguous' })
  expect(resolve({ userExternalId: 'none', userEmail: 'shared@example.org' }, all)).toEqual({
    code: 'user-ambiguous',
  })
})

it('finds nobody when no parameter matches, or none is supplied', () => {
  expect(resolve({ userId: 99, userEmail: 'nobody@example.org' }, all)).toEqual({ code: 'user-not-found' })
  expect(resolve({}, all)).toEqual({ code: 'user-not-found' })
})

describe('strict (R3)', () => {
  it('refuses parameters that name different users', () => {
    expect(resolve({ strict: true, userId: 1, userExternalId: 'hr-2' }, all)).toEqual({
      code: 'identifiers-disagree',
    })
    expect(resolve({ strict: true, userId: 1, userEmail: 'shared@example.org' }, all)).toEqual({
      code: 'identifiers-disagree',
    })
  })

  it('takes parameters that agree', () => {
    expect(resolve({ strict: true, userId: 1, userExternalId: 'hr-1' }, all)).toMatchObject({ user: ada })
    expect(
      resolve({ strict: true, userExternalId: 'hr-1', userEmail: 'ada@example.org' }, all),
    ).toMatchObject({
      user: ada,
    })
    expect(resolve({ strict: true, userId: 2, userEmail: 'shared@example.org' }, all)).toMatchObject({
      user: twin,
    })
  })
})
