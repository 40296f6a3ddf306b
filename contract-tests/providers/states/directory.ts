import { randomBytes } from 'node:crypto'
import { ROOT, SOUTH } from '../../../services/user/tests/kit/start-user.ts'
import { bearer, type Answer, type Client } from '../../../services/shared/tests/kit/client.ts'
import type { Parameters, Returned, State } from '../provider.ts'

/** What the states of accounts and users need of a provider. */
export interface Directory {
  /** The operator's view of the user service. */
  readonly users: Client
  /** Anybody's view of the user service. */
  readonly publicUsers: Client
  /** Sends one request that counts against the limit of the account. */
  spendOneRequest(headers: Readonly<Record<string, string>>): Promise<Answer>
}

export const ROLES = ['Course attendance manager', 'Batch registration manager', 'User administrator']

/** A part of a name that no other record has. */
export const fresh = (): string => randomBytes(5).toString('hex')

/** The body of an answer that has to be a success. */
export function must<T = any>({ status, body }: Answer): T {
  if (status >= 300) throw new Error(`the state could not be set up: ${status} ${JSON.stringify(body)}`)
  return body as T
}

/** Where the next page begins, from the `Link` of a page. */
export const cursorIn = ({ headers }: Answer): string =>
  /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''

export async function anAccount(directory: Pick<Directory, 'users'>, given: Parameters = {}) {
  const { roles = ROLES, groupId = ROOT, requestsPerMinute = null } = given
  const name = `HR sync ${fresh()}`
  const grants = (roles as string[]).map((role) => ({ role, groupId }))
  const account = must(
    await directory.users.post('/admin/service-accounts/', { name, grants, requestsPerMinute }),
  )
  const key = must(
    await directory.users.post(`/admin/service-accounts/${account.id}/keys/`, { expiresAt: null }),
  )
  const { keyId, secret } = key as { keyId: string; secret: string }
  return { accountId: account.id as number, name, keyId, secret, headers: bearer(`${keyId}.${secret}`) }
}

export const CREDENTIAL = {
  accountId: 'id of the service account',
  accountName: 'its name',
  keyId: 'for `X-Api-Key`',
  secret: 'for `X-Api-Secret`',
  bearer: 'both, for `Authorization: Bearer`',
}

export const credentialOf = ({
  accountId,
  name,
  keyId,
  secret,
}: Awaited<ReturnType<typeof anAccount>>): Returned => ({
  accountId,
  accountName: name,
  keyId,
  secret,
  bearer: `${keyId}.${secret}`,
})

/** What stands beside the payload of a message, by the names of AMQP. */
export const ENVELOPE = {
  contentType: 'that of the message',
  'x-request-id': 'id of the request that caused it',
}
export const envelopeOf = (requestId: string): Returned => ({
  contentType: 'application/json',
  'x-request-id': requestId,
})

export interface MadeUser {
  readonly id: number
  readonly externalId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly loginName: string
  readonly updatedDate: string
  readonly groupIds: readonly number[]
  /** Of the request that created it. */
  readonly requestId: string
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
  const [result] = must<{ user?: MadeUser; detail?: string }[]>(answer)
  if (!result?.user) throw new Error(`the state could not be set up: ${result?.detail}`)
  return {
    ...result.user,
    groupIds: row.groupIds,
    requestId: answer.headers.get('x-request-id') ?? '',
  }
}

export async function aGroup({ users }: Pick<Directory, 'users'>): Promise<number> {
  const groupId = 1_000 + Math.floor(Math.random() * 1e12)
  must(await users.put(`/admin/groups/${groupId}/`, { name: `Group ${groupId}`, parentId: ROOT }))
  return groupId
}

const userOf = (user: MadeUser): Returned => ({
  userId: user.id,
  userExternalId: user.externalId,
  userEmail: user.email,
  userLoginName: user.loginName,
})

const USER = {
  userId: 'LMS id',
  userExternalId: 'external id',
  userEmail: 'e-mail address',
  userLoginName: 'login name',
}
export const USER_FIELDS = {
  email: 'an address of its own',
  firstName: '`Ada`',
  lastName: '`Byron`',
  loginName: 'a name of its own',
  externalId: 'an id of its own',
  expirationDate: 'none',
  address: 'empty',
  address2: 'empty',
  city: 'empty',
  country: 'empty',
  state: 'empty',
  zip: 'empty',
  ovFormWithInput12: 'empty',
  workSettingsOtherSpecify: 'empty',
  workSettingsPrivateIndustryExcept: 'empty',
  groupIds: `\`[${ROOT}]\`, the whole portal`,
}
/** Nobody has it: ids are given out from 1 on. */
const NOBODY = 9_007_199_254_740_991

/** Accounts, groups and users, which the user service owns. */
export const directoryStates: readonly State<Directory>[] = [
  {
    name: 'an account',
    description: 'A service account with a key that works.',
    parameters: {
      roles: `roles that it holds, by default all: ${ROLES.map((role) => `\`${role}\``).join(', ')}`,
      groupId: `group in which it holds them, by default ${ROOT}, the whole portal; ${SOUTH} is a group that holds nothing else`,
      requestsPerMinute: 'its own limit, by default none that is met',
    },
    returns: CREDENTIAL,
    setUp: async (directory, given) => credentialOf(await anAccount(directory, given)),
  },
  {
    name: 'an account that has called before',
    description: 'A service account whose credential the service knows for the next seconds.',
    returns: CREDENTIAL,
    async setUp(directory) {
      const account = await anAccount(directory)
      must(await directory.spendOneRequest(account.headers))
      return credentialOf(account)
    },
  },
  {
    name: 'an account that has used up its requests',
    description: 'A service account whose next request exceeds its limit.',
    returns: CREDENTIAL,
    async setUp(directory) {
      const account = await anAccount(directory, { requestsPerMinute: 1 })
      for (let status = 200; status !== 429;)
        status = (await directory.spendOneRequest(account.headers)).status
      return credentialOf(account)
    },
  },
  {
    name: 'a user',
    description: 'A user who is not deleted.',
    parameters: USER_FIELDS,
    returns: { ...USER, userEtag: 'the `ETag` that a read gives' },
    async setUp(directory, given) {
      const user = await aUser(directory, given)
      return { ...userOf(user), userEtag: await etagOf(directory, user.id) }
    },
  },
  {
    name: 'two users with one e-mail address',
    description: 'No parameter but the id tells them apart.',
    returns: { userEmail: 'the address that both have' },
    async setUp(directory) {
      const { email } = await aUser(directory)
      await aUser(directory, { email })
      return { userEmail: email }
    },
  },
  {
    name: 'a deleted user',
    description: 'A user who was deleted.',
    parameters: USER_FIELDS,
    returns: USER,
    async setUp(directory, given) {
      const user = await aUser(directory, given)
      must(await directory.publicUsers.delete(`/users/${user.id}/`, await administrator(directory)))
      return userOf(user)
    },
  },
  {
    name: 'no such user',
    description: 'Nobody has this id, this external id and this e-mail address.',
    returns: { userId: 'an id', userExternalId: 'an external id', userEmail: 'an e-mail address' },
    setUp: () => ({
      userId: NOBODY,
      userExternalId: `nobody-${fresh()}`,
      userEmail: `nobody-${fresh()}@example.org`,
    }),
  },
  {
    name: 'a group',
    description: 'A group below the whole portal.',
    returns: { groupId: 'its id' },
    setUp: async (directory) => ({ groupId: await aGroup(directory) }),
  },
]

/** A credential that may do anything with users; one for each directory. */
const administrators = new WeakMap<Client, Promise<Readonly<Record<string, string>>>>()
export function administrator(directory: Pick<Directory, 'users'>) {
  const { users } = directory
  const made = administrators.get(users) ?? anAccount(directory).then(({ headers }) => headers)
  administrators.set(users, made)
  return made
}

async function etagOf(directory: Directory, userId: number): Promise<string> {
  const answer = await directory.publicUsers.get(`/users/${userId}/`, await administrator(directory))
  must(answer)
  return answer.headers.get('etag') ?? ''
}
