import { randomBytes } from 'node:crypto'
import type { TestServers } from './start-servers.ts'

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

/**
 * Makes a part of RabbitMQ for one test file alone, so that files can use the product's own queue names side
 * by side; costs some 20 ms.
 */
export async function freshVhost() {
  const { rabbitmqUrl } = testServers()
  const name = `test-${randomBytes(6).toString('hex')}`
  await manage('PUT', `/api/vhosts/${name}`)
  return {
    url: new URL(`/${name}`, rabbitmqUrl).href,
    remove: () => manage('DELETE', `/api/vhosts/${name}`),
  }
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
