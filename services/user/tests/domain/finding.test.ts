import { identifyUser, UsersByParameter, type UserQuery } from '../../src/users/identification.ts'
import { newUser, type User } from '../../src/users/rules.ts'

const SHARED = 'shared@example.org'
const [NOT_FOUND, DISAGREE] = [{ code: 'user-not-found' }, { code: 'identifiers-disagree' }]
const user = (id: number, externalId: string, fields: { email?: string; loginName?: string }) =>
  newUser(id, { externalId, email: '', firstName: 'F', lastName: 'L', loginName: '', ...fields }, new Date(0))

describe('the user that the parameters of a create identify', () => {
  const ada = user(1, 'hr-1', { email: 'ada@example.org' })
  const twin = user(2, 'hr-2', { email: SHARED })
  const otherTwin = user(3, '', { email: 'Shared@example.org' })
  const all = new UsersByParameter([ada, twin, otherTwin, ada])
  const none = { userId: 99, userExternalId: 'none' }
  const everything = { userId: 99, userExternalId: 'hr-2', userEmail: SHARED }

  const by = (resolvedBy: string, found: User) => ({ code: 'resolved', resolvedBy, user: found })

  it.each<[string, UserQuery, object]>([
    ['userId first', { ...everything, userId: 1 }, by('userId', ada)],
    ['then userExternalId', everything, by('userExternalId', twin)],
    ['then userEmail, in any case', { ...none, userEmail: 'ADA@Example.ORG' }, by('userEmail', ada)],
    ['external ids exactly', { userExternalId: 'HR-1' }, NOT_FOUND],
    ['no further than one that means several', { ...none, userEmail: SHARED }, { code: 'user-ambiguous' }],
    ['in vain when none matches', { userId: 99, userEmail: 'nobody@example.org' }, NOT_FOUND],
    ['in vain when none is supplied', {}, NOT_FOUND],
  ])('are tried in their order: %s (R2, R3)', (_what, query, found) => {
    expect(identifyUser(query, all)).toEqual(found)
  })

  it.each<[UserQuery, object]>([
    [{ userId: 1, userExternalId: 'hr-2' }, DISAGREE],
    [{ userId: 1, userEmail: SHARED }, DISAGREE],
    [{ userId: 1, userExternalId: 'hr-1' }, by('userId', ada)],
    [{ userExternalId: 'hr-1', userEmail: 'ada@example.org' }, by('userExternalId', ada)],
    [{ userId: 2, userEmail: SHARED }, by('userId', twin)],
  ])('have to agree when strict: %j (R3)', (query, found) => {
    expect(identifyUser({ ...query, strict: true }, all)).toEqual(found)
  })
})
