import { randomBytes } from 'node:crypto'
import { bearer, type Answer, type Client } from '../../../services/shared/tests/kit/client.ts'
import { ADMINISTRATOR, ATTENDANCE, BATCH, must, ROOT } from '../../../services/shared/tests/kit/portal.ts'
import type { Parameters, Returned, States } from '../provider.ts'

/** What the states of accounts and users need of a provider. */
export interface Directory {
  /** The operator's view of the user service. */
  readonly users: Client
  /** Anybody's view of the user service. */
  readonly publicUsers: Client
  /** Sends one request that counts against the limit of the account. */
  spendOneRequest(headers: Readonly<Record<string, string>>): Promise<Answer>
}

/** No record has it: ids are given out from 1 on. */
export const NO_ID = 9_007_199_254_740_991

/** A part of a name that no other record has. */
export const fresh = (): string => randomBytes(5).toString('hex')

/** Where the next page begins, from the `Link` of a page. */
export const cursorIn = ({ headers }: Answer): string =>
  /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''

/** What stands beside the payload of a message, by the names of AMQP. */
export const envelopeOf = (cause: Answer): Returned => ({
  contentType: 'application/json',
  'x-request-id': cause.headers.get('x-request-id') ?? '',
})

/** A service account with a key that works, and what a state returns of it. */
export async function anAccount({ users }: Pick<Directory, 'users'>, given: Parameters = {}) {
  const { roles = [ATTENDANCE, BATCH, ADMINISTRATOR], groupId = ROOT, requestsPerMinute = null } = given
  const accountName = `HR sync ${fresh()}`
  const grants = (roles as string[]).map((role) => ({ role, groupId }))
  const account = { name: accountName, grants, requestsPerMinute }
  const { id: accountId } = must(await users.post('/admin/service-accounts/', account), 201)
  const path = `/admin/service-accounts/${accountId}/keys/`
  const { keyId, secret } = must(await users.post(path, { expiresAt: null }), 201)
  const token = `${keyId}.${secret}`
  const returned: Returned = { accountId, accountName, keyId, secret, bearer: token }
  return { returned, headers: bearer(token) }
}

/** A credential that may do anything with users; one for each directory. */
const administrators = new WeakMap<Client, Promise<Readonly<Record<string, string>>>>()
export function administrator(directory: Pick<Directory, 'users'>) {
  const { users } = directory
  const made = administrators.get(users) ?? anAccount(directory).then(({ headers }) => headers)
  administrators.set(users, made)
  return made
}

export interface MadeUser {
  readonly id: number
  readonly externalId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly loginName: string
  readonly updatedDate: string
  readonly groupIds: readonly number[]
  /** The answer to the request that created it. */
  readonly answer: Answer
}

/** A user with names of its own, in the group of the whole portal unless `fields` says otherwise. */
export async function aUser({ users }: Pick<Directory, 'users'>, fields: Parameters = {}): Promise<MadeUser> {
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
  const answer = await users.post('/admin/users/batch/', [row])
  const [result] = must(answer, 200) as { user?: MadeUser; detail?: string }[]
  if (!result?.user) throw new Error(`the state could not be set up: ${result?.detail}`)
  return { ...result.user, groupIds: row.groupIds, answer }
}

export async function aGroup({ users }: Pick<Directory, 'users'>): Promise<number> {
  const groupId = 1_000 + Math.floor(Math.random() * 1e12)
  must(await users.put(`/admin/groups/${groupId}/`, { name: `Group ${groupId}`, parentId: ROOT }), 201)
  return groupId
}

const userOf = (user: MadeUser): Returned => ({
  userId: user.id,
  userExternalId: user.externalId,
  userEmail: user.email,
  userLoginName: user.loginName,
})

/** What a pact may say about a user. */
export const USER_FIELDS = [
  ...['email', 'firstName', 'lastName', 'loginName', 'externalId', 'expirationDate', 'groupIds'],
  ...['address', 'address2', 'city', 'country', 'state', 'zip'],
  ...['ovFormWithInput12', 'workSettingsOtherSpecify', 'workSettingsPrivateIndustryExcept'],
]

/** Accounts, groups and users, which the user service owns. */
export const directoryStates: States<Directory> = {
  'an account': {
    parameters: ['roles', 'groupId', 'requestsPerMinute'],
    setUp: async (directory, given) => (await anAccount(directory, given)).returned,
  },
  'an account that has used up its requests': {
    async setUp(directory) {
      const { headers, returned } = await anAccount(directory, { requestsPerMinute: 1 })
      for (let status = 200; status !== 429;) status = (await directory.spendOneRequest(headers)).status
      return returned
    },
  },
  'a user': {
    parameters: USER_FIELDS,
    async setUp(directory, given) {
      const user = await aUser(directory, given)
      const read = await directory.publicUsers.get(`/users/${user.id}/`, await administrator(directory))
      must(read, 200)
      return { ...userOf(user), userEtag: read.headers.get('etag') ?? '' }
    },
  },
  'two users with one e-mail address': {
    async setUp(directory) {
      const { email } = await aUser(directory)
      await aUser(directory, { email })
      return { userEmail: email }
    },
  },
  'a deleted user': {
    parameters: USER_FIELDS,
    async setUp(directory, given) {
      const user = await aUser(directory, given)
      must(await directory.publicUsers.delete(`/users/${user.id}/`, await administrator(directory)), 204)
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
    setUp: async (directory) => ({ groupId: await aGroup(directory) }),
  },
}
