import { randomBytes } from 'node:crypto'
import type { components } from '../../../services/platform/contract/generated/openapi.ts'
import { bearer, type TestResponse } from '../../client.ts'
import { ADMINISTRATOR, ATTENDANCE, BATCH, expectBody, ROOT } from '../../portal.ts'
import type { Parameters, StateValues, States } from '../state.ts'
import type { World } from '../world.ts'

type User = components['schemas']['User']

/** An id of no record, because ids are issued from 1 up. */
export const NO_ID = 9_007_199_254_740_991

/** A part of a name that no other record has. */
export const fresh = (): string => randomBytes(5).toString('hex')

/** Where the next page begins, from the `Link` of a page. */
export const cursorIn = ({ headers }: TestResponse): string =>
  /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''

/** The ETag of a record, as an administrator reads it. */
export async function etagOf({ administrator }: World, path: string): Promise<string> {
  const read = await administrator.get(path)
  expectBody(read, 200)
  return read.headers.get('etag') ?? ''
}

/** A service account with a key that works, and the values that a state returns for it. */
export async function anAccount({ issueKey }: World, given: Parameters = {}) {
  const { roles = [ATTENDANCE, BATCH, ADMINISTRATOR], groupId = ROOT, requestsPerMinute = null } = given
  const accountName = `HR sync ${fresh()}`
  const grants = (roles as string[]).map((role) => ({ role, groupId }))
  const account = { name: accountName, grants, requestsPerMinute }
  const { accountId, apiKey: keyId, apiSecret: secret } = await issueKey(account)
  const token = `${keyId}.${secret}`
  const returned: StateValues = { accountId, accountName, keyId, secret, bearer: token }
  return { returned, headers: bearer(token) }
}

/** A number that no other record has. */
export const freshId = (): number => 1_000 + Math.floor(Math.random() * 1e12)

/** A user with its own names, in the group of the whole portal unless `fields` says otherwise. */
export async function aUser({ operator }: World, fields: Parameters = {}) {
  const mark = fresh()
  const row = {
    loginName: `ada-${mark}`,
    email: `ada-${mark}@example.org`,
    externalId: `hr-${mark}`,
    firstName: 'Ada',
    lastName: 'Byron',
    groupIds: [ROOT],
    ...fields,
  }
  const results = expectBody(await operator.post('/admin/users/batch/', [row]), 200)
  const [result] = results as { user?: User; detail?: string }[]
  if (!result?.user) throw new Error(`the state could not be set up: ${result?.detail}`)
  return result.user
}

/** Asks for the erasure of a user. */
export async function erase({ operator }: World, id: number): Promise<void> {
  expectBody(await operator.post(`/admin/users/${id}/erase/`, { reason: 'request DSR-2024-17' }), 202)
}

export async function aGroup({ operator }: World): Promise<number> {
  const groupId = freshId()
  expectBody(
    await operator.put(`/admin/groups/${groupId}/`, { name: `Group ${groupId}`, parentId: ROOT }),
    201,
  )
  return groupId
}

const userOf = ({ id, externalId, email, loginName }: User): StateValues => ({
  userId: id,
  userExternalId: externalId,
  userEmail: email,
  userLoginName: loginName,
})

/** Parameters of the states with a user. */
export const USER_FIELDS = [
  ...['email', 'firstName', 'lastName', 'loginName', 'externalId', 'expirationDate', 'groupIds'],
  ...['address', 'address2', 'city', 'country', 'state', 'zip'],
  ...['ovFormWithInput12', 'workSettingsOtherSpecify', 'workSettingsPrivateIndustryExcept'],
]

/** Accounts, groups and users, which the user service owns. */
export const directoryStates: States = {
  'an account': {
    parameters: ['roles', 'groupId', 'requestsPerMinute'],
    setUp: async (world, given) => (await anAccount(world, given)).returned,
  },
  'an account that has used up its requests': {
    async setUp(world) {
      const { headers, returned } = await anAccount(world, { requestsPerMinute: 1 })
      for (const path of ['/users/?limit=0', '/registrations/?limit=0', '/webhook-endpoints/?limit=1'])
        for (let status = 200; status !== 429;)
          status = (await world.withoutCredential.get(path, headers)).status
      return returned
    },
  },
  'a credential that is not valid': {
    setUp() {
      const [keyId, secret] = [`rck_${fresh()}`, `rcs_${fresh()}`]
      return { keyId, secret, bearer: `${keyId}.${secret}` }
    },
  },
  'a user': {
    parameters: USER_FIELDS,
    async setUp(world, given) {
      const user = await aUser(world, given)
      return { ...userOf(user), userEtag: await etagOf(world, `/users/${user.id}/`) }
    },
  },
  'two users with one e-mail address': {
    async setUp(world) {
      const { email } = await aUser(world)
      await aUser(world, { email })
      return { userEmail: email }
    },
  },
  'a deleted user': {
    parameters: USER_FIELDS,
    async setUp(world, given) {
      const user = await aUser(world, given)
      expectBody(await world.administrator.delete(`/users/${user.id}/`), 204)
      return userOf(user)
    },
  },
  'no such user': {
    setUp: () => ({
      userId: NO_ID,
      userExternalId: `nobody-${fresh()}`,
      userEmail: `nobody-${fresh()}@example.org`,
    }),
  },
  'a group': {
    setUp: async (world) => ({ groupId: await aGroup(world) }),
  },
}
