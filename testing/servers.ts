import { randomBytes } from 'node:crypto'
import { connect } from 'amqplib'
import { Redis } from 'ioredis'
import { declareTopology } from '../services/platform/messaging/topology.ts'
import { WORKERS } from './workers.mjs'

/** The backing servers that tests run against, as jest's global set-up hands them to every worker. */
export interface TestServers {
  readonly mongodbUrls: readonly string[]
  readonly redisUrl: string
  readonly rabbitmqUrl: string
  readonly rabbitmqManagementUrl: string | undefined
  readonly smtpUrl: string
  readonly mailboxUrl: string | undefined
}

/** How the addresses reach the workers, which inherit the environment. */
export const SERVERS_VARIABLE = 'ROLLCALL_TEST_SERVERS'

/**
 * The servers that this jest worker uses.
 * @throws Error outside of a jest run with the configuration of this repository
 */
export function testServers(): Omit<TestServers, 'mongodbUrls'> & { readonly mongodbUrl: string } {
  const text = process.env[SERVERS_VARIABLE]
  if (text === undefined)
    throw new Error(`${SERVERS_VARIABLE} is not set: run tests with jest and its configuration`)
  const { mongodbUrls, ...servers } = JSON.parse(text) as TestServers
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1)
  return { ...servers, mongodbUrl: mongodbUrls[(worker - 1) % mongodbUrls.length] as string }
}

/** In Redis: the vhosts that no test uses, the one that was released first at the end. */
const RESTING = 'test:vhosts'
/** Until it is used again, what the broker was moving at its release has arrived, and is found. */
const TAKE = `if redis.call('llen', KEYS[1]) > ${WORKERS} then return redis.call('rpop', KEYS[1]) end`

/**
 * A part of RabbitMQ for one test file alone, so that files can use the product's own queue names side by
 * side. The queues of a new one cost a quarter of a second of CPU, so one is used again if it is as if new.
 */
export async function freshVhost() {
  const { redisUrl, rabbitmqUrl } = testServers()
  const redis = new Redis(redisUrl)
  const { name, topology } = (await takeResting(redis)) ?? (await newVhost())
  return {
    url: new URL(`/${name}`, rabbitmqUrl).href,
    /** To be called when nothing is connected any more. */
    async release(): Promise<void> {
      const left = await empty(name)
      if (left.topology === topology && left.consumers === 0) await redis.lpush(RESTING, name)
      else await removeVhost(name)
      redis.disconnect()
    },
  }
}

async function takeResting(redis: Redis) {
  const name = (await redis.eval(TAKE, 1, RESTING)) as string | null
  if (name === null) return undefined
  const found = await empty(name)
  if (found.messages === 0 && found.consumers === 0) return found
  await removeVhost(name)
  return undefined
}

async function newVhost() {
  const name = `test-${randomBytes(6).toString('hex')}`
  await manage('PUT', `/api/vhosts/${name}`)
  return await empty(name)
}

const removeVhost = (name: string) => manage('DELETE', `/api/vhosts/${name}`)

/** Removes all messages from a vhost, and declares its queues. @returns what there was */
async function empty(name: string) {
  const connection = await connect(new URL(`/${name}`, testServers().rabbitmqUrl).href)
  const channel = await connection.createChannel()
  await declareTopology(channel)
  const topology = await manage<{ queues: { name: string }[] }>('GET', `/api/definitions/${name}`)
  let [messages, consumers] = [0, 0]
  for (const { name: queue } of topology.queues) {
    consumers += (await channel.checkQueue(queue)).consumerCount
    messages += (await channel.purgeQueue(queue)).messageCount
  }
  await connection.close()
  return { name, topology: JSON.stringify(topology), messages, consumers }
}

/** After all tests: of servers that are not ours, nothing is left behind. */
export async function removeRestingVhosts({ redisUrl, rabbitmqManagementUrl }: TestServers): Promise<void> {
  const redis = new Redis(redisUrl)
  for (const name of await redis.lrange(RESTING, 0, -1))
    await manage('DELETE', `/api/vhosts/${name}`, undefined, rabbitmqManagementUrl)
  await redis.del(RESTING)
  redis.disconnect()
}

/** One call of RabbitMQ's management API; also for tests that look into queues. */
export async function manage<T = void>(
  method: string,
  path: string,
  body?: unknown,
  base = testServers().rabbitmqManagementUrl,
): Promise<T> {
  if (base === undefined) throw new Error('the RabbitMQ of these tests has no management address')
  const { username, password, origin } = new URL(base)
  const response = await fetch(new URL(path, origin), {
    method,
    headers: {
      Authorization: `Basic ${btoa(`${username}:${password}`)}`,
      'Content-Type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`RabbitMQ's management API returned ${response.status} to ${method} ${path}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
