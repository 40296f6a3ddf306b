import { startRabbitmqCluster } from '../../local/backing/rabbitmq-group.ts'
import { startCluster, startSentinels } from '../../local/backing/redis-groups.ts'
import type { Site } from '../../local/backing/server.ts'

/**
 * How Redis runs: a primary with a replica behind three Sentinels, or a Cluster of three primaries with a
 * replica each.
 */
export const REDIS_KINDS = ['sentinel', 'cluster'] as const
export type RedisKind = (typeof REDIS_KINDS)[number]

/** Servers of several hosts: Redis, and three nodes of RabbitMQ. */
export type Groups = Awaited<ReturnType<typeof startGroups>>

/** As fast as Sentinels and Clusters are usually told to be. */
const FAILOVER_AFTER_MS = 3_000

export async function startGroups(kind: RedisKind, site: (name: string) => Site) {
  const options = { replicas: 1, failoverAfterMs: FAILOVER_AFTER_MS }
  const redis =
    kind === 'sentinel'
      ? { kind, ...(await startSentinels(site('redis'), options)) }
      : { kind, ...(await startCluster(site('redis'), options)) }
  const rabbitmq = await startRabbitmqCluster(site('rabbitmq'))
  return {
    redis,
    rabbitmq,
    async stop() {
      await Promise.all([redis.stop(), rabbitmq.stop()])
    },
  }
}
