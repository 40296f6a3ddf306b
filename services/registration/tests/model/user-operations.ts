import fc from 'fast-check'
import type { UserBody } from './calls.ts'
import { account, index, key, maybe, operation, pointer, rarely, tag } from './operation.ts'
import { FIRST_GROUPS } from './state.ts'
import { email, keyIn, loginName, userExternalId, userIn, userTag, type World } from './world.ts'

const groupIds = [...FIRST_GROUPS.keys()]

const userFields = {
  login: fc.nat({ max: 8 }),
  upper: fc.boolean(),
  email: fc.nat({ max: 3 }),
  external: maybe(fc.nat({ max: 5 })),
  country: maybe(fc.constantFrom('NL', 'US', '', 'XX')),
}

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
  const name = loginName(world, login ?? 0)
  return {
    ...(address === undefined ? {} : { email: email(world, address) }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(login === undefined ? {} : { loginName: upper ? name.toUpperCase() : name }),
    ...(external === undefined ? {} : { externalId: external === 6 ? '' : userExternalId(world, external) }),
    ...(country === undefined ? {} : { country }),
    ...(expires === undefined ? {} : { expirationDate: expires }),
  }
}

const createUser = operation(
  'createUser',
  fc.record({
    account,
    ...userFields,
    groupId: maybe(fc.constantFrom(...groupIds)),
    validateOnly: rarely,
    key,
  }),
  (world, { account, groupId, validateOnly, key, ...fields }) => ({
    kind: 'createUser',
    account,
    body: { firstName: 'Ada', lastName: 'Byron', ...userBody(world, fields) },
    groupId,
    strict: false,
    validateOnly,
    key: keyIn(world, key),
  }),
)

/** The same request again, or another one, under the same key. */
const createUserAgain = operation(
  'createUserAgain',
  fc.record({ account: fc.nat({ max: 1 }), key: fc.nat({ max: 1 }), login: fc.integer({ min: 7, max: 8 }) }),
  (world, { account, key, login }) => ({
    kind: 'createUser',
    account,
    body: { firstName: 'Ada', lastName: 'Byron', ...userBody(world, { login, upper: false, email: 0 }) },
    groupId: undefined,
    strict: false,
    validateOnly: false,
    key: keyIn(world, key),
  }),
)

const updateUser = operation(
  'updateUser',
  fc.record({
    account,
    target: fc.record({ external: fc.boolean(), index }),
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    ifMatch: tag,
    login: maybe(fc.nat({ max: 8 })),
    upper: fc.boolean(),
    email: maybe(fc.nat({ max: 3 })),
    external: maybe(fc.nat({ max: 6 })),
    country: maybe(fc.constantFrom('NL', 'US', '', 'XX')),
    expires: maybe(
      fc.constantFrom('', '2001-01-01T00:00:00Z', '2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'),
    ),
    lastName: maybe(fc.constantFrom('King', 'King', 'King', '')),
  }),
  (world, { account, target, method, ifMatch, ...fields }) => ({
    kind: 'updateUser',
    account,
    target: userIn(world, target),
    method: target.external ? method : 'POST',
    ifMatch: userTag(world, userIn(world, target), ifMatch),
    body: userBody(world, fields),
  }),
)

const getUser = operation(
  'getUser',
  fc.record({ account, target: pointer, ifNoneMatch: tag }),
  (world, { account, target, ifNoneMatch }) => ({
    kind: 'getUser',
    account,
    target: userIn(world, target),
    ifNoneMatch: userTag(world, userIn(world, target), ifNoneMatch),
  }),
)

const deleteUser = operation(
  'deleteUser',
  fc.record({ account, target: pointer, ifMatch: tag }),
  (world, { account, target, ifMatch }) => ({
    kind: 'deleteUser',
    account,
    target: userIn(world, target),
    ifMatch: userTag(world, userIn(world, target), ifMatch),
  }),
)

const listUsers = operation(
  'listUsers',
  fc.record({
    account,
    groupId: maybe(fc.constantFrom(...groupIds)),
    includeDeleted: fc.boolean(),
    limit: maybe(fc.constantFrom(1, 2)),
    walk: fc.boolean(),
  }),
  (_world, choices) => ({ kind: 'listUsers', ...choices }),
)

export const userOperations = [
  { weight: 3, arbitrary: createUser },
  { weight: 2, arbitrary: createUserAgain },
  { weight: 9, arbitrary: updateUser },
  { weight: 4, arbitrary: getUser },
  { weight: 3, arbitrary: deleteUser },
  { weight: 2, arbitrary: listUsers },
]
