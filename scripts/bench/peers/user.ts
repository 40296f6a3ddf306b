/** The user service as one would write it by hand with Fastify: verify, resolve, read one. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { components } from '../../../services/shared/contract/generated/openapi.ts'
import type { Key } from '../../../services/user/src/keys/rules.ts'
import type { ServiceAccount } from '../../../services/user/src/service-accounts/rules.ts'
import { TEXT_FIELDS } from '../../../services/user/src/users/rules.ts'
import type { UserRecord } from '../../../services/user/src/users/record.ts'
import { answer, application, config, database, Refusal, seconds8601, type Account } from './kit.ts'

type KeyRecord = Omit<Key, 'id'> & { _id: string }
type AccountRecord = Omit<ServiceAccount, 'id'> & { _id: number }
interface Tree {
  _id: string
  groups: Record<string, { parentId: number | null }>
}
type Query = components['schemas']['UserQuery']

const db = await database()
const users = db.collection<UserRecord>('users')
const keys = db.collection<KeyRecord>('keys')
const accounts = db.collection<AccountRecord>('serviceAccounts')
const trees = db.collection<Tree>('groupTree')
const { app } = application(verify)

async function verify({ keyId, secret }: { keyId: string; secret: string }): Promise<Account | undefined> {
  const key = await keys.findOne({ _id: keyId })
  const given = createHash('sha256').update(secret).digest('base64url')
  if (!key || !timingSafeEqual(Buffer.from(given), Buffer.from(key.secretHash))) return undefined
  if (key.revokedAt || (key.expiresAt && key.expiresAt <= new Date())) return undefined
  const [account, tree] = await Promise.all([
    accounts.findOne({ _id: key.accountId }),
    trees.findOne({ _id: 'tree' }),
  ])
  if (!account || !tree) return undefined
  const below = (id: number): number[] => [
    id,
    ...Object.entries(tree.groups).flatMap(([child, group]) =>
      group.parentId === id ? below(Number(child)) : [],
    ),
  ]
  const scope: Record<string, number[]> = {}
  for (const { role, groupId } of account.grants) (scope[role] ??= []).push(...below(groupId))
  const { _id: accountId, name, requestsPerMinute } = account
  return { accountId, name, requestsPerMinute, scope }
}

app.post<{ Body: { keyId: string; secret: string } }>(
  '/internal/credentials/verify/',
  { schema: { body: { $ref: 'contract#/components/schemas/CredentialCheck' } } },
  async (request, reply) => {
    const account = await verify(request.body)
    return answer(request, reply, account ? { valid: true, account } : { valid: false }, { tagged: false })
  },
)

app.post<{ Body: Query[] }>(
  '/internal/users/resolve/',
  { schema: { body: { $ref: 'contract#/components/schemas/UserQueries' } } },
  async (request, reply) => {
    const ids = request.body.flatMap(({ userId }) => userId ?? [])
    const projection = {
      ...{ version: 1, externalId: 1, email: 1, firstName: 1, lastName: 1, loginName: 1 },
      ...{ groupIds: 1, expirationDate: 1 },
    }
    const found = await users.find({ _id: { $in: ids }, deleted: false }, { projection }).toArray()
    const byId = new Map(found.map((user) => [user._id, user]))
    const answers = request.body.map(({ userId = 0 }) => {
      const user = byId.get(userId)
      if (!user) return { code: 'user-not-found' }
      const { _id: id, expirationDate, ...fields } = user
      return {
        code: 'resolved',
        resolvedBy: 'userId',
        user: { id, ...fields, expirationDate: expirationDate ? seconds8601(expirationDate) : '' },
      }
    })
    return answer(request, reply, answers, { tagged: false })
  },
)

app.get<{ Params: { id: number } }>(
  '/users/:id/',
  { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } },
  async (request, reply) => {
    const user = await users.findOne({ _id: request.params.id })
    if (!user || user.deleted) throw new Refusal(404, 'not-found', 'Not found.')
    const groups = request.account.scope['userAdministrator'] ?? []
    if (!user.groupIds.some((id) => groups.includes(id))) throw new Refusal(403, 'forbidden', 'Forbidden')
    const body = {
      ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, user[name]])),
      id: user._id,
      createdDate: seconds8601(user.createdAt),
      updatedDate: seconds8601(user.updatedAt),
      expirationDate: user.expirationDate ? seconds8601(user.expirationDate) : '',
    }
    return answer(request, reply, body)
  },
)

await app.listen({ port: config.port, host: '127.0.0.1' })
