import { Directory, keysOf } from '../../src/domain/directory.ts'
import { newUser } from '../../src/domain/user.ts'

const user = (id: number, externalId: string, loginName: string) =>
  newUser(id, { externalId, loginName, email: 'a@example.org', firstName: 'F', lastName: 'L' }, new Date(0))
const ada = user(1, 'hr-1', 'Ada')
const grace = user(2, '', 'grace')
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
