import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { withDatabase } from '../scripts/support/mongodb-url.ts'
import { freshVhost, testServers } from '../scripts/test/servers.ts'

export const SERVICE_TOKEN = 'service-token-of-the-tests-0'
export const OPERATOR_TOKEN = 'operator-token-of-the-tests-0'
/** A read-only operator token. */
export const OPERATOR_READ_TOKEN = 'operator-token-of-the-tests-read'

/** The address of a service that is not there. */
export const NOBODY_LISTENS = 'http://127.0.0.1:1'

/** What a service is told in tests: real servers, each with a part of its own for one test file, and free ports. */
export type IsolatedConfig = Awaited<ReturnType<typeof isolatedConfig>>['config']

/** Call `remove` after the service has stopped. */
export async function isolatedConfig() {
  const vhost = await freshVhost()
  const mongodbUrl = freshDatabaseUrl()
  return {
    config: {
      bindAddress: '127.0.0.1',
      httpPort: 0,
      internalPort: 0,
      operatorPort: 0,
      adminPort: 0,
      mongodbUrl,
      redisUrl: await freshRedisUrl(),
      rabbitmqUrl: vhost.url,
      serviceTokens: [SERVICE_TOKEN],
      operatorTokens: [OPERATOR_TOKEN],
      operatorReadTokens: [OPERATOR_READ_TOKEN],
      trustedProxies: [] as readonly string[],
      replicas: 1,
      logLevel: 'silent' as const,
      caFile: '',
      drainDelayMs: 0,
      // Longer than the default: many tests share a slow machine.
      requestDeadlineMs: 30_000,
      smtpReplyTimeoutMs: 2_000,
      webhookSecretKeys: [Buffer.alloc(32, 1)],
      webhookAllowedNetworks: ['loopback'] as readonly string[],
      webhookAllowHttp: 'true' as const,
      webhookProxyUrl: '',
      referencePage: 'shown' as const,
      operatorPage: 'shown' as const,
      deliveryRetentionDays: 0,
      deadLetterRetentionDays: 0,
      deletedUserRetentionDays: 0,
      registrationServiceUrl: NOBODY_LISTENS,
      notificationServiceUrl: NOBODY_LISTENS,
    },
    async remove() {
      const connection = await mongoose.createConnection(mongodbUrl).asPromise()
      await connection.dropDatabase()
      await connection.close()
      await vhost.remove()
    },
  }
}

/** The URL of a new database. */
export function freshDatabaseUrl(): string {
  return withDatabase(testServers().mongodbUrl, `test-${randomBytes(6).toString('hex')}`)
}

/** Redis has numbered parts: each jest worker takes the one with its number, without counters. */
export async function freshRedisUrl(): Promise<string> {
  const url = new URL(testServers().redisUrl)
  url.pathname = `/${process.env['JEST_WORKER_ID'] ?? '1'}`
  const client = new Redis(url.href)
  await forgetCounters(client)
  client.disconnect()
  return url.href
}

/** Removes what the product writes, and nothing else: a named Redis may hold the keys of others. */
export async function forgetCounters(redis: Redis): Promise<void> {
  const keys = await redis.keys('rollcall:*')
  if (keys.length > 0) await redis.del(keys)
}
