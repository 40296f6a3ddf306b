import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { DEFAULT_MAX_CONNECTIONS } from '../services/notification/src/emails/smtp-options.ts'
import { withDatabase } from '../local/support/mongodb-url.ts'
import { freshVhost, testServers } from './servers.ts'

export const SERVICE_TOKEN = 'service-token-of-the-tests-0'
export const OPERATOR_TOKEN = 'operator-token-of-the-tests-0'
/** A read-only operator token. */
export const OPERATOR_READ_TOKEN = 'operator-token-of-the-tests-read'

/** An address at which nothing listens. */
export const NOT_LISTENING = 'http://127.0.0.1:1'
/**
 * How long services wait for Redis in tests that are not about that: on a busy machine, with the 40 ms of the
 * product, they would count limits alone.
 */
export const REDIS_REPLY_TIMEOUT_MS = 5_000

/**
 * The configuration of a service in tests: real servers, on each its own database or vhost for one test file,
 * and free ports.
 */
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
      smtpClientName: '',
      mailMaxConnections: DEFAULT_MAX_CONNECTIONS,
      mailIdempotencyHeader: '',
      mailPerMinute: 0,
      mailReturnPath: '',
      // What a busy machine makes late is not taken for lost; tests of that set it.
      smtpReplyTimeoutMs: 60_000,
      webhookSecretKeys: [Buffer.alloc(32, 1)],
      webhookAllowedNetworks: ['loopback'] as readonly string[],
      webhookAllowHttp: 'true' as const,
      webhookProxyUrl: '',
      referencePage: 'shown' as const,
      operatorPage: 'shown' as const,
      deliveryRetentionDays: 0,
      deadLetterRetentionDays: 0,
      publicUrl: '',
      deletedUserRetentionDays: 0,
      registrationServiceUrl: NOT_LISTENING,
      notificationServiceUrl: NOT_LISTENING,
    },
    async remove() {
      const connection = await mongoose.createConnection(mongodbUrl).asPromise()
      await connection.dropDatabase()
      await connection.close()
      await vhost.release()
    },
  }
}

/** The URL of a new database. */
export function freshDatabaseUrl(): string {
  return withDatabase(testServers().mongodbUrl, `test-${randomBytes(6).toString('hex')}`)
}

/**
 * Redis has numbered databases: each jest worker uses the one with its number, without the keys of earlier
 * runs.
 */
export async function freshRedisUrl(): Promise<string> {
  const url = new URL(testServers().redisUrl)
  url.pathname = `/${process.env['JEST_WORKER_ID'] ?? '1'}`
  const client = new Redis(url.href)
  await deleteKeys(client)
  client.disconnect()
  return url.href
}

/** Deletes only the keys that Rollcall writes: a named Redis may contain the keys of others. */
export async function deleteKeys(redis: Redis): Promise<void> {
  const keys = await redis.keys('rollcall:*')
  if (keys.length > 0) await redis.del(keys)
}
