import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { startSystem } from '../../clients/tests/kit/system.ts'
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import type { ServiceName } from '../../scripts/dev/gateway/routes.ts'
import { testServers } from '../../scripts/test/servers.ts'
import { fingerprint } from '../../services/shared/http/authenticate.ts'
import { bearer, client } from '../../services/shared/tests/kit/client.ts'
import { eventually } from '../../services/shared/tests/kit/eventually.ts'
import { freshDatabaseUrl, OPERATOR_TOKEN, SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { tcpProxy } from '../../services/shared/tests/kit/tcp-proxy.ts'
import { wrapped } from '../../services/shared/tests/kit/wrapped.ts'
import { Examples, type Exampled } from './examples.ts'
import { Gate, whileFailing } from './faults.ts'
import { databases, type Databases } from './snapshots.ts'
import { tellStory, type Chapter } from './story.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

/** An operator whose quota is spent. */
const HASTY_OPERATOR = 'operator-token-of-the-tests-1'
/** Limits of operator tokens: services/shared/http/admission.ts. */
const OPERATOR_QUOTA = 6_000
const WINDOW_SECONDS = 60
const SERVICES = ['registration', 'user', 'notification'] as const

/** The whole system, in the states that the examples of the contract tell of, and with the faults that they show. */
export async function startWorld(contract: OpenApiDocument) {
  const examples = new Examples(contract)
  const proxy = await tcpProxy(testServers().mongodbUrl)
  const urls = {
    registration: freshDatabaseUrl(),
    user: freshDatabaseUrl(),
    notification: freshDatabaseUrl(),
  } satisfies Record<ServiceName, string>
  const stores = await databases(urls)
  await countFromExamples(stores, examples)

  const gate = new Gate()
  const system = await startSystem({
    databaseUrl: (service) => throughProxy(urls[service], proxy.url),
    secondOperatorToken: HASTY_OPERATOR,
    user: {
      users: (real) =>
        wrapped(real, { add: async (...args) => (await gate.pass(), await real.add(...args)) }),
    },
    registration: {
      users: (real) => ({ resolve: async (...args) => (await gate.pass(), await real.resolve(...args)) }),
    },
  })
  const redis = new Redis(system.redisUrl)

  const chapters = new Map<Chapter, Awaited<ReturnType<typeof stores.take>>>()
  const cast = await tellStory(system, examples, async (chapter) => {
    await quiet(stores)
    chapters.set(chapter, await stores.take())
  })
  const { 'x-api-key': keyId, 'x-api-secret': secret } = cast.caller.headers
  const issued = examples.get('issueKey').shown()[0]?.example as { keyId: string; secret: string }

  return {
    /** Speaks as the service account of the examples, as one who reaches everything, as an operator. */
    caller: client(system.url, cast.caller.headers),
    everywhere: client(system.url, cast.everywhere.headers),
    operator: system.operator,
    /** Headers to speak as somebody. */
    credentials: {
      caller: cast.caller.headers,
      roleless: cast.roleless.headers,
      hasty: cast.hasty.headers,
      operator: bearer(OPERATOR_TOKEN),
      hastyOperator: bearer(HASTY_OPERATOR),
      service: bearer(SERVICE_TOKEN),
      nobody: {},
    } satisfies Record<string, Readonly<Record<string, string>>>,
    gate,
    example: examples.get,
    publicUrl: system.url,
    /** Where an operation answers. */
    addressOf({ entry: { operation } }: Exampled): string {
      const owner = operation.tags[0] as ServiceName
      if (operation['x-audience'] === 'internal') return system.internalUrl[owner as 'user' | 'notification']
      return operation['x-audience'] === 'operator' ? system.adminUrl : system.url
    },
    /** The value that stands for one of an example that can't be chosen: the key of the account. */
    actual: (value: unknown): unknown =>
      value === issued.keyId ? keyId : value === issued.secret ? secret : value,
    async goTo(chapter: Chapter): Promise<void> {
      const kept = chapters.get(chapter)
      if (!kept) throw new Error(`there is no chapter ${chapter}`)
      await quiet(stores)
      await stores.restore(kept)
    },
    /** Nobody has called, or failed to, within the last minute. */
    async forgetCalls(): Promise<void> {
      await redis.flushdb()
    },
    /** The operator and the account that are in a hurry have used up their minute. */
    async spendQuotas(): Promise<void> {
      const spenders = [`operator:${fingerprint(HASTY_OPERATOR)}`, `account:${cast.hasty.accountId}`]
      for (const service of SERVICES) {
        const limiter = new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `rollcall:limit:${service}`,
          points: OPERATOR_QUOTA,
          duration: WINDOW_SECONDS,
        })
        for (const spender of spenders) await limiter.set(spender, OPERATOR_QUOTA, WINDOW_SECONDS)
      }
    },
    whileFailing: <T>(service: ServiceName, work: () => Promise<T>): Promise<T> =>
      whileFailing(stores.of(service).databaseName, work),
    /** While `work` runs, no service reaches its database. */
    async whileAway<T>(work: () => Promise<T>): Promise<T> {
      proxy.cut()
      await readiness(system.health, 503)
      try {
        return await work()
      } finally {
        proxy.heal()
        await readiness(system.health, 200)
      }
    },
    async stop(): Promise<void> {
      redis.disconnect()
      await system.stop()
      await stores.drop()
      await proxy.stop()
    },
  }
}

/** The first record of each kind gets the id that it has in the examples. */
async function countFromExamples(stores: Databases, { idIn }: Examples): Promise<void> {
  await stores.count('registration', 'registrations', idIn('getRegistration'))
  await stores.count('user', 'users', idIn('getUser'))
  await stores.count('notification', 'deliveries', idIn('getDelivery'))
  await stores.count('notification', 'deadLetters', idIn('replayDeadLetter'))
}

function throughProxy(url: string, proxy: string): string {
  const through = new URL(url)
  through.host = new URL(proxy).host
  return through.href
}

/** Everything that was written has been told to the other services. */
async function quiet(stores: Databases): Promise<void> {
  await eventually(async () => {
    const users = stores.of('user').collection('users')
    const registrations = stores.of('registration').collection('registrations')
    const due = [
      await users.countDocuments({ dueAt: { $exists: true } }),
      await registrations.countDocuments({ outboxDue: { $exists: true } }),
    ]
    if (due.some((count) => count > 0)) throw new Error(`still to be told: ${due.join(' and ')}`)
  }, 15_000)
}

async function readiness(health: Readonly<Record<string, string>>, status: number): Promise<void> {
  for (const url of Object.values(health))
    await eventually(async () => {
      const answer = await client(url).get('/readyz')
      if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    }, 30_000)
}
