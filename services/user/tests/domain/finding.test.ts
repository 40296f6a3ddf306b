import { Directory, keysOf } from '../../src/domain/directory.ts'
import { Candidates, resolve } from '../../src/domain/resolution.ts'
import { newUser } from '../../src/domain/user.ts'

const user = (id: number, externalId: string, fields: { email?: string; loginName?: string }) =>
  newUser(id, { externalId, email: '', firstName: 'F', lastName: 'L', loginName: '', ...fields }, new Date(0))

describe('whom an import means', () => {
  const [ada, grace] = [user(1, 'hr-1', { loginName: 'Ada' }), user(2, '', { loginName: 'grace' })]
  const directory = new Directory([ada, grace])

  it('finds whom a row of an import means: by the external id, else by the login name in any case', () => {
    expect(directory.meantBy({ externalId: 'hr-1', loginName: 'grace' })).toBe(ada)
    expect(directory.meantBy({ externalId: 'none', loginName: 'ADA' })).toBe(ada)
    expect(directory.meantBy({ loginName: 'Grace' })).toBe(grace)
  })

  it('takes no empty external id for one, and finds nobody by nothing', () => {
    expect(directory.meantBy({ externalId: '' })).toBeUndefined()
    expect(directory.meantBy({ externalId: 'none', loginName: 'none' })).toBeUndefined()
    expect(directory.meantBy({})).toBeUndefined()
  })

  it('looks for what rows name, and for nothing else', () => {
    const rows = [{ externalId: 'hr-1', loginName: 'ADA' }, { externalId: '' }, { loginName: 'grace' }, {}]
    expect(keysOf(rows)).toEqual({ externalIds: ['hr-1'], loginNames: ['ada', 'grace'] })
  })
})

describe('whom the parameters of a create name', () => {
  const ada = user(1, 'hr-1', { email: 'ada@example.org' })
  const twin = user(2, 'hr-2', { email: 'shared@example.org' })
  const otherTwin = user(3, '', { email: 'Shared@example.org' })
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
})
