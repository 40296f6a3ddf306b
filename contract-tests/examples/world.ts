import { connect } from 'amqplib'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { startSystem } from '../../clients/tests/kit/system.ts'
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { testServers } from '../../scripts/test/servers.ts'
import { fingerprint } from '../../services/shared/http/tokens.ts'
import { EXCHANGE } from '../../services/shared/messaging/topology.ts'
import { bearer, client, type Answer, type Client } from '../../services/shared/tests/kit/client.ts'
import { eventually } from '../../services/shared/tests/kit/eventually.ts'
import { freshDatabaseUrl, OPERATOR_TOKEN, SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { tcpProxy } from '../../services/shared/tests/kit/tcp-proxy.ts'
import { wrapped } from '../../services/shared/tests/kit/wrapped.ts'
import { exampled, type Exampled } from './examples.ts'
import { Gate, whileFailing } from './faults.ts'
import { databases } from './snapshots.ts'

/**
 * The states that the examples of the contract tell of, one after the other: before anything happened, when the user is
 * there, when the registration is; and one with two of everything, and accounts that may not do much.
 */
export type Chapter = 'before' | 'enrolled' | 'registered' | 'crowded'

export type World = Awaited<ReturnType<typeof startWorld>>
export type ServiceName = 'registration' | 'user' | 'notification'

/** An operator whose quota is spent. */
const SPENT_OPERATOR = 'operator-token-of-the-tests-1'
/** Limits of operator tokens: services/shared/http/admission.ts. */
const OPERATOR_QUOTA = 6_000
const WINDOW_SECONDS = 60
const SERVICES = ['registration', 'user', 'notification'] as const

/** The whole system in the state that the examples tell of, built with their own requests through the public doors. */
export async function startWorld(contract: OpenApiDocument) {
  const operations = new Map(exampled(contract).map((operation) => [operation.id, operation]))
  const example = (id: string): Exampled => {
    const operation = operations.get(id)
    if (!operation) throw new Error(`the contract has no ${id}`)
    return operation
  }
  const idIn = (operation: string): number => Number(example(operation).request().path['id'])
  const bodyOf = (operation: string) => example(operation).request().body as Record<string, any>

  const proxy = await tcpProxy(testServers().mongodbUrl)
  const direct = Object.fromEntries(SERVICES.map((name) => [name, freshDatabaseUrl()])) as Record<
    ServiceName,
    string
  >
  const stores = await databases(direct)
  for (const [service, counter, operation] of [
    ['registration', 'registrations', 'getRegistration'],
    ['user', 'users', 'getUser'],
    ['notification', 'deliveries', 'getDelivery'],
    ['notification', 'deadLetters', 'replayDeadLetter'],
  ] as const)
    await stores.count(service, counter, idIn(operation))

  const gate = new Gate()
  const system = await startSystem({
    databaseUrl: (service) => throughProxy(direct[service], proxy.url),
    secondOperatorToken: SPENT_OPERATOR,
    user: {
      users: (real) =>
        wrapped(real, { add: async (...args) => (await gate.pass(), await real.add(...args)) }),
    },
    registration: {
      users: (real) => ({ resolve: async (...args) => (await gate.pass(), await real.resolve(...args)) }),
    },
  })
  const { operator } = system
  const redis = new Redis(system.redisUrl)

  const chapters = new Map<Chapter, Awaited<ReturnType<typeof stores.take>>>()
  const keep = async (chapter: Chapter) => void chapters.set(chapter, await stores.take())

  // before
  for (const { id, ...group } of [
    { id: 1, name: 'Rollcall', parentId: null },
    { id: idIn('putGroup'), ...bodyOf('putGroup') },
    { id: idIn('putGroup') + 1, name: 'Operations at night', parentId: idIn('putGroup') },
  ])
    must(await operator.put(`/admin/groups/${id}/`, group))
  must(await operator.put(`/admin/courses/${idIn('putCourse')}/`, bodyOf('putCourse')))
  const account = idIn('putServiceAccount')
  must(await operator.put(`/admin/service-accounts/${account}/`, bodyOf('putServiceAccount')))
  const key = must(await operator.post(`/admin/service-accounts/${account}/keys/`, bodyOf('issueKey')))
  const credential = { 'x-api-key': key.keyId as string, 'x-api-secret': key.secret as string }
  const caller = client(system.url, credential)
  await keep('before')

  // enrolled
  must(await caller.post('/users/', bodyOf('createUser')))
  await quiet()
  await keep('enrolled')

  // registered
  must(await caller.post('/registrations/', bodyOf('createRegistration')))
  await publish({ registrationId: idIn('getRegistration') })
  await sent(idIn('getRegistration'))
  await eventually(async () => expectLength((await operator.get('/admin/dead-letters/')).body, 1), 15_000)
  await quiet()
  await keep('registered')

  // crowded
  const everywhere = await anAccount('Everywhere', [{ role: 'Course attendance manager', groupId: 1 }])
  const roleless = await anAccount('Nobody in particular', [])
  const spent = await anAccount('In a hurry', bodyOf('putServiceAccount')['grants'] as object[], 1)
  const secondCourse = { ...bodyOf('putCourse'), name: 'First aid', externalId: 'provider-89' }
  must(await operator.put(`/admin/courses/${idIn('putCourse') + 1}/`, secondCourse))
  const secondUser = {
    ...bodyOf('createUser'),
    email: 'grace@example.org',
    loginName: 'grace',
    externalId: 'hr-20932',
  }
  must(await caller.post('/users/', secondUser))
  const second = { courseId: idIn('putCourse') + 1, userId: idIn('getUser') }
  const { id } = must(await caller.post('/registrations/', second))
  await publish({ registrationId: id })
  await sent(id as number)
  await eventually(async () => expectLength((await operator.get('/admin/dead-letters/')).body, 2), 15_000)
  must(await operator.post(`/admin/service-accounts/${account}/keys/`, {}))
  await quiet()
  await keep('crowded')

  return {
    /** Speaks as the service account of the examples, as one who reaches everything, as an operator. */
    caller,
    everywhere: client(system.url, everywhere.headers),
    operator,
    /** Headers to speak as somebody. */
    credentials: {
      caller: credential,
      roleless: roleless.headers,
      spent: spent.headers,
      operator: bearer(OPERATOR_TOKEN),
      spentOperator: bearer(SPENT_OPERATOR),
      service: bearer(SERVICE_TOKEN),
      nobody: {},
    } satisfies Record<string, Record<string, string>>,
    gate,
    example,
    /** Where an operation answers. */
    addressOf({ entry: { operation } }: Exampled): string {
      const owner = operation.tags[0] as ServiceName
      if (operation['x-audience'] === 'internal') return system.internalUrl[owner as 'user' | 'notification']
      return operation['x-audience'] === 'operator' ? system.adminUrl : system.url
    },
    publicUrl: system.url,
    /** The value that stands for one of an example that can't be chosen: the key of the account. */
    actual(value: unknown): unknown {
      const issued = example('issueKey').shown()[0]?.example as { keyId: string; secret: string }
      return value === issued.keyId ? key.keyId : value === issued.secret ? key.secret : value
    },
    async goTo(chapter: Chapter): Promise<void> {
      const kept = chapters.get(chapter)
      if (!kept) throw new Error(`there is no chapter ${chapter}`)
      await quiet()
      await stores.restore(kept)
    },
    /** Nobody has called, or failed to, within the last minute. */
    async forgetCalls(): Promise<void> {
      await redis.flushdb()
    },
    /** The operator and the account that are in a hurry have used up their minute. */
    async spendQuotas(): Promise<void> {
      const spender = `operator:${fingerprint(SPENT_OPERATOR)}`
      for (const service of SERVICES) {
        const keyPrefix = `rollcall:limit:${service}`
        const limiter = new RateLimiterRedis({
          storeClient: redis,
          keyPrefix,
          points: OPERATOR_QUOTA,
          duration: WINDOW_SECONDS,
        })
        for (const key of [spender, `account:${spent.accountId}`])
          await limiter.set(key, OPERATOR_QUOTA, WINDOW_SECONDS)
      }
    },
    whileFailing: <T>(service: ServiceName, work: () => Promise<T>): Promise<T> =>
      whileFailing(new URL(direct[service]).pathname.slice(1), work),
    /** While `work` runs, no service reaches its database. */
    async whileAway<T>(work: () => Promise<T>): Promise<T> {
      proxy.cut()
      await readiness(503)
      try {
        return await work()
      } finally {
        proxy.heal()
        await readiness(200)
      }
    },
    async stop(): Promise<void> {
      redis.disconnect()
      await system.stop()
      await stores.drop()
      await proxy.stop()
    },
  }

  async function anAccount(name: string, grants: readonly object[], requestsPerMinute: number | null = null) {
    const { accountId, apiKey, apiSecret } = await system.aKey({ name, grants, requestsPerMinute })
    return { accountId, headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret } }
  }

  /** Everything that was written has been told to the other services. */
  async function quiet(): Promise<void> {
    await eventually(async () => {
      const due = [
        await stores
          .of('user')
          .collection('users')
          .countDocuments({ dueAt: { $exists: true } }),
        await stores
          .of('registration')
          .collection('registrations')
          .countDocuments({ outboxDue: { $exists: true } }),
      ]
      if (due.some((count) => count > 0)) throw new Error(`still to be told: ${due.join(' and ')}`)
    }, 15_000)
  }

  async function sent(registrationId: number): Promise<void> {
    await eventually(async () => {
      const { body } = await caller.get(`/registrations/${registrationId}/notification/`)
      if (body.status !== 'sent') throw new Error(JSON.stringify(body))
    }, 15_000)
  }

  /** A message that nobody can handle. */
  async function publish(payload: object): Promise<void> {
    const connection = await connect(system.rabbitmqUrl)
    const channel = await connection.createConfirmChannel()
    const type = 'registration.created.v1'
    channel.publish(EXCHANGE, type, Buffer.from(JSON.stringify(payload)), { type })
    await channel.waitForConfirms()
    await connection.close()
  }

  async function readiness(status: number): Promise<void> {
    for (const url of Object.values(system.health))
      await eventually(async () => {
        const answer = await client(url).get('/readyz')
        if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      }, 30_000)
  }
}

function throughProxy(url: string, proxy: string): string {
  const through = new URL(url)
  through.host = new URL(proxy).host
  return through.href
}

function must({ status, body }: Answer): Record<string, any> {
  if (status >= 300)
    throw new Error(`the world of the examples can't be built: ${status} ${JSON.stringify(body)}`)
  return body as Record<string, any>
}

function expectLength(list: unknown[], length: number): void {
  if (list.length !== length) throw new Error(`${list.length} records instead of ${length}`)
}

export type { Client }
