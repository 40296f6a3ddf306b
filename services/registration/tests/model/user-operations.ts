import fc from 'fast-check'
import { FIRST_GROUPS } from '../../../../testing/registration/portal.ts'
import { at, given, type UserBody } from './calls.ts'
import { account, eitherWay, key, maybe, operation, pointer, rarely, tag } from './operation.ts'
import { chosen, type World } from './world.ts'

const group = fc.constantFrom(...FIRST_GROUPS.keys())
const country = maybe(fc.constantFrom('NL', 'US', '', 'XX'))

interface UserChoices {
  login?: number | undefined
  upper?: boolean
  email?: number | undefined
  external?: number | undefined
  country?: string | undefined
  expirationDate?: string | undefined
  lastName?: string | undefined
}

function userBody(world: World, { login, upper, email, external, ...texts }: UserChoices): UserBody {
  const loginName = chosen(world.loginName, login)
  return given({
    ...texts,
    email: chosen(world.email, email),
    loginName: upper ? loginName?.toUpperCase() : loginName,
    externalId: external === 6 ? '' : chosen(world.userExternalId, external),
  })
}

const newUser = (world: World, choices: UserChoices) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  ...userBody(world, choices),
})

export const userOperations = [
  operation(3, 'createUser', {
    account,
    login: fc.nat({ max: 8 }),
    upper: fc.boolean(),
    email: fc.nat({ max: 3 }),
    external: maybe(fc.nat({ max: 5 })),
    country,
    groupId: maybe(group),
    validateOnly: rarely,
    key,
  }).as((world, { account, groupId, validateOnly, key, ...fields }) => ({
    operation: 'createUser',
    account,
    query: given({ groupId }),
    body: newUser(world, fields),
    validateOnly,
    key,
  })),

  /** The same request again, or another one, under the same key. */
  operation(2, 'createUserAgain', {
    account: fc.nat({ max: 1 }),
    key: fc.nat({ max: 1 }),
    login: fc.integer({ min: 7, max: 8 }),
  }).as((world, { login, ...call }) => ({
    ...call,
    operation: 'createUser',
    body: newUser(world, { login, email: 0 }),
  })),

  /** Repeats a create whose user has left the reach of the account (A4, R10): step by step towards that. */
  operation(4, 'lostUser', {}).as((world) => {
    const body = newUser(world, { login: 7, email: 0 })
    const made = world.state.users.find(
      ({ fields, deleted }) => !deleted && fields['loginName'] === world.loginName(7),
    )
    const [groupId] = made?.groupIds ?? []
    if (!made || groupId === undefined) return { operation: 'createUser', account: 1, key: 0, body }
    return { operation: 'deleteGroupMember', target: { id: groupId, userId: made.id } }
  }),

  operation(9, 'updateUser', {
    account,
    pointer: eitherWay,
    method: fc.constantFrom('update', 'replace', 'patch'),
    ifMatch: tag,
    login: maybe(fc.nat({ max: 8 })),
    upper: fc.boolean(),
    email: maybe(fc.nat({ max: 3 })),
    external: maybe(fc.nat({ max: 6 })),
    country,
    expirationDate: maybe(
      fc.constantFrom('', '2001-01-01T00:00:00Z', '2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'),
    ),
    lastName: maybe(fc.constantFrom('King', 'King', 'King', '')),
  }).as((world, { account, pointer, method, ifMatch, ...fields }) => {
    const target = world.user(pointer)
    const operation = target.externalId === undefined ? 'updateUser' : (`${method}UserByExternalId` as const)
    return { operation, account, target, ifMatch, body: userBody(world, fields) }
  }),

  operation(4, 'getUser', { account, pointer, ifNoneMatch: tag }).as((world, { pointer, ...call }) => ({
    ...call,
    ...at(world.user(pointer), 'getUser'),
  })),

  operation(3, 'deleteUser', { account, pointer, ifMatch: tag }).as((world, { pointer, ...call }) => ({
    ...call,
    ...at(world.user(pointer), 'deleteUser'),
  })),

  operation(2, 'listUsers', {
    account,
    groupId: maybe(group),
    includeDeleted: fc.boolean(),
    limit: maybe(fc.constantFrom(1, 2)),
    walk: fc.boolean(),
  }).as((_world, { account, walk, ...query }) => ({
    operation: 'listUsers',
    account,
    walk,
    query: given(query),
  })),
]
