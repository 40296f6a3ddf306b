import { connect } from 'amqplib'
import type { System } from '../../clients/tests/kit/system.ts'
import { EXCHANGE } from '../../services/shared/messaging/topology.ts'
import { client, type Answer, type Client } from '../../services/shared/tests/kit/client.ts'
import { eventually } from '../../services/shared/tests/kit/eventually.ts'
import type { Examples } from './examples.ts'

/**
 * The states that the examples of the contract tell of, one after the other: before anything happened, when the user is
 * there, when the registration is; and one with two of everything, and accounts that may not do much.
 */
export type Chapter = 'before' | 'enrolled' | 'registered' | 'crowded'

/** A service account: its id, and the headers that it speaks with. */
export interface Caller {
  readonly accountId: number
  readonly headers: Readonly<Record<'x-api-key' | 'x-api-secret', string>>
}

export interface Cast {
  /** The account of the examples. */
  readonly caller: Caller
  /** Reaches every group. */
  readonly everywhere: Caller
  /** Has no role anywhere. */
  readonly roleless: Caller
  /** May call once a minute. */
  readonly hasty: Caller
}

const MANAGER = 'Course attendance manager'
const PATIENCE_MS = 15_000

/** Brings the system from chapter to chapter, with the examples' own requests through the public doors. */
export async function tellStory(
  system: System,
  examples: Examples,
  keep: (chapter: Chapter) => Promise<void>,
): Promise<Cast> {
  const { operator } = system
  const { idIn, bodyOf } = examples

  const group = idIn('putGroup')
  must(await operator.put('/admin/groups/1/', { name: 'Rollcall', parentId: null }))
  must(await operator.put(`/admin/groups/${group}/`, bodyOf('putGroup')))
  must(await operator.put(`/admin/groups/${group + 1}/`, { name: 'Operations at night', parentId: group }))
  const course = idIn('putCourse')
  must(await operator.put(`/admin/courses/${course}/`, bodyOf('putCourse')))
  const accountId = idIn('putServiceAccount')
  must(await operator.put(`/admin/service-accounts/${accountId}/`, bodyOf('putServiceAccount')))
  const keys = `/admin/service-accounts/${accountId}/keys/`
  const { keyId, secret } = must(await operator.post(keys, bodyOf('issueKey')))
  const caller: Caller = { accountId, headers: { 'x-api-key': keyId, 'x-api-secret': secret } }
  const api = client(system.url, caller.headers)
  await keep('before')

  must(await api.post('/users/', bodyOf('createUser')))
  await keep('enrolled')

  await register(system, api, bodyOf('createRegistration'), 1)
  await keep('registered')

  const everywhere = await anAccount(system, 'Everywhere', [{ role: MANAGER, groupId: 1 }])
  const roleless = await anAccount(system, 'Nobody in particular', [])
  const hasty = await anAccount(system, 'In a hurry', bodyOf('putServiceAccount')['grants'] as object[], 1)
  const firstAid = { ...bodyOf('putCourse'), name: 'First aid', externalId: 'provider-89' }
  must(await operator.put(`/admin/courses/${course + 1}/`, firstAid))
  const grace = { email: 'grace@example.org', loginName: 'grace', externalId: 'hr-20932' }
  must(await api.post('/users/', { ...bodyOf('createUser'), ...grace }))
  await register(system, api, { courseId: course + 1, userId: idIn('getUser') }, 2)
  must(await operator.post(keys, {}))
  await keep('crowded')

  return { caller, everywhere, roleless, hasty }
}

/** A registration with its e-mail, and a message about it that nobody can handle. */
async function register(system: System, api: Client, body: object, deadLetters: number): Promise<void> {
  const { id } = must(await api.post('/registrations/', body))
  await publish(system.rabbitmqUrl, { registrationId: id as number })
  await eventually(async () => {
    const { body: receipt } = await api.get(`/registrations/${id}/notification/`)
    const { body: letters } = await system.operator.get('/admin/dead-letters/')
    if (receipt.status !== 'sent' || letters.length !== deadLetters)
      throw new Error(`${JSON.stringify(receipt)} and ${letters.length} dead letters`)
  }, PATIENCE_MS)
}

async function publish(rabbitmqUrl: string, payload: object): Promise<void> {
  const connection = await connect(rabbitmqUrl)
  const channel = await connection.createConfirmChannel()
  const type = 'registration.created.v1'
  channel.publish(EXCHANGE, type, Buffer.from(JSON.stringify(payload)), { type })
  await channel.waitForConfirms()
  await connection.close()
}

async function anAccount(
  system: System,
  name: string,
  grants: readonly object[],
  requestsPerMinute: number | null = null,
): Promise<Caller> {
  const { accountId, apiKey, apiSecret } = await system.aKey({ name, grants, requestsPerMinute })
  return { accountId, headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret } }
}

function must({ status, body }: Answer): Record<string, any> {
  if (status < 300) return body as Record<string, any>
  throw new Error(`the story of the examples can't be told: ${status} ${JSON.stringify(body)}`)
}
