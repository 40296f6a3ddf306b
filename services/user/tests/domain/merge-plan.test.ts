import { accepted, InvalidRequest, rejected } from '../../../shared/errors.ts'
import { planMerge } from '../../src/users/merge-plan.ts'
import { newUser, type UserPatch } from '../../src/users/rules.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const fields = (loginName: string, externalId = ''): UserPatch => ({
  email: 'a@example.org',
  firstName: 'F',
  lastName: 'L',
  loginName,
  externalId,
})
const ada = newUser(1, fields('Ada', 'hr-1'), new Date(0))
const grace = newUser(2, fields('grace'), new Date(0))
const resultOf = (item: UserPatch | InvalidRequest) =>
  item instanceof InvalidRequest ? rejected(item) : accepted(item)
const plan = (...items: (UserPatch | InvalidRequest)[]) =>
  planMerge(items.map(resultOf), {
    users: [ada, grace],
    groupExists: (id) => id < 10,
    access: undefined,
    alreadyCreated: () => undefined,
    now: NOW,
  }).map((step) => (step.kind === 'rejected' ? step.error.code : { kind: step.kind, id: step.user.id }))

it('finds the user of a row by the external id, otherwise by the login name in any case (R15b)', () => {
  expect(plan({ externalId: 'hr-1', city: 'Oslo' })).toEqual([{ kind: 'changed', id: 1 }])
  expect(plan({ externalId: 'hr-2', loginName: 'GRACE' })).toEqual([{ kind: 'changed', id: 2 }])
  expect(plan({ loginName: 'Ada' })).toEqual([{ kind: 'unchanged', id: 1 }])
  expect(plan(fields('new', 'hr-3'))).toEqual([{ kind: 'created', id: -1 }])
})

it('finds no user by an external id that is empty or unknown, or by no key', () => {
  expect(plan({ externalId: '', city: 'Oslo' }, { externalId: 'none' }, {})).toEqual([
    'invalid-request',
    'invalid-request',
    'invalid-request',
  ])
})

it('lets no login name replace or clear an external id (R15b)', () => {
  expect(plan({ externalId: 'hr-2', loginName: 'ada' }, { externalId: '', loginName: 'ADA' })).toEqual([
    'login-name-taken',
    'duplicate-in-batch',
  ])
  expect(plan({ externalId: '', loginName: 'ADA' })).toEqual(['login-name-taken'])
})

it('rejects the later of two rows that name one user, in whatever way (R15b)', () => {
  expect(plan(fields('x', 'hr-9'), fields('y', 'hr-9'), fields('X', 'hr-8'))).toEqual([
    { kind: 'created', id: -1 },
    'duplicate-in-batch',
    'duplicate-in-batch',
  ])
  expect(plan({ externalId: 'hr-1', city: 'A' }, { loginName: 'ada', city: 'B' })).toEqual([
    { kind: 'changed', id: 1 },
    'duplicate-in-batch',
  ])
})

it('shows a row what the rows before it did: a login name that was given up is free', () => {
  expect(plan({ externalId: 'hr-1', loginName: 'ada2' }, fields('ada', 'hr-9'))).toEqual([
    { kind: 'changed', id: 1 },
    { kind: 'created', id: -2 },
  ])
})

it('rejects a row that takes a key of another user or names a group that does not exist (R15)', () => {
  expect(plan({ externalId: 'hr-1', loginName: 'grace' })).toEqual(['login-name-taken'])
  expect(plan({ externalId: 'hr-1', groupIds: [9, 10] })).toEqual(['group-not-found'])
  expect(plan(new InvalidRequest('bad'))).toEqual(['invalid-request'])
})
