import fc from 'fast-check'
import { FIRST_GROUPS } from '../kit/portal.ts'
import { by, given, type Target, type UserBody } from './calls.ts'
import { account, eitherWay, key, maybe, operation, pointer, rarely, tag } from './operation.ts'
import { email, keyIn, loginName, userExternalId, userIn, userTag, type World } from './world.ts'

const group = fc.constantFrom(...FIRST_GROUPS.keys())
const country = maybe(fc.constantFrom('NL', 'US', '', 'XX'))

interface UserChoices {
  login?: number | undefined
  upper: boolean
  email?: number | undefined
  external?: number | undefined
  country?: string | undefined
  expires?: string | undefined
  lastName?: string | undefined
}

function userBody(world: World, choices: UserChoices): UserBody {
  const { login, upper, email: address, external, country, expires, lastName } = choices
  const name = login === undefined ? undefined : loginName(world, login)
  return given({
    email: address === undefined ? undefined : email(world, address),
    lastName,
    loginName: upper ? name?.toUpperCase() : name,
    externalId: external === 6 ? '' : external === undefined ? undefined : userExternalId(world, external),
    country,
    expirationDate: expires,
  })
}

const newUser = (world: World, choices: UserChoices) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  ...userBody(world, choices),
})

const update = (target: Target, method: 'update' | 'replace' | 'patch') =>
  target.externalId === undefined ? 'updateUser' : (`${method}UserByExternalId` as const)

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
    key: keyIn(world, key),
  })),

  /** The same request again, or another one, under the same key. */
  operation(2, 'createUserAgain', {
    account: fc.nat({ max: 1 }),
    key: fc.nat({ max: 1 }),
    login: fc.integer({ min: 7, max: 8 }),
  }).as((world, { account, key, login }) => ({
    operation: 'createUser',
    account,
    body: newUser(world, { login, upper: false, email: 0 }),
    key: keyIn(world, key),
  })),

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
    expires: maybe(
      fc.constantFrom('', '2001-01-01T00:00:00Z', '2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'),
    ),
    lastName: maybe(fc.constantFrom('King', 'King', 'King', '')),
  }).as((world, { account, pointer, method, ifMatch, ...fields }) => {
    const target = userIn(world, pointer)
    return {
      operation: update(target, method),
      account,
      target,
      ifMatch: userTag(world, target, ifMatch),
      body: userBody(world, fields),
    }
  }),

  operation(4, 'getUser', { account, pointer, ifNoneMatch: tag }).as(
    (world, { account, pointer, ifNoneMatch }) => {
      const target = userIn(world, pointer)
      return {
        operation: by(target, 'getUser'),
        account,
        target,
        ifNoneMatch: userTag(world, target, ifNoneMatch),
      }
    },
  ),

  operation(3, 'deleteUser', { account, pointer, ifMatch: tag }).as(
    (world, { account, pointer, ifMatch }) => {
      const target = userIn(world, pointer)
      return {
        operation: by(target, 'deleteUser'),
        account,
        target,
        ifMatch: userTag(world, target, ifMatch),
      }
    },
  ),

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
