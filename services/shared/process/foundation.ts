import type { RequestListener } from 'node:http'
import { systemClock, type Clock } from '../clock.ts'
import type { ServiceName } from '../contract/operation.ts'
import { Admission } from '../http/admission.ts'
import { CredentialCache, type VerifyCredential } from '../http/credentials.ts'
import { redisRateLimiter } from '../http/rate-limit.ts'
import type { Logger } from '../logger.ts'
import { Broker } from '../messaging/broker.ts'
import { Publisher } from '../messaging/publisher.ts'
import { createMetrics } from '../metrics.ts'
import { mongo } from '../store/mongo.ts'
import { redis } from '../store/redis.ts'
import { createAdminApp } from './admin.ts'
import { trustPrivateCa } from './ca.ts'
import { DependencyState } from './dependency.ts'
import { Readiness } from './health.ts'
import { listen as listenAt } from './listen.ts'

/** What all services are told, see `commonVariables`. */
export interface CommonConfig {
  bindAddress: string
  adminPort: number
  mongodbUrl: string
  redisUrl: string
  rabbitmqUrl: string
  serviceTokens: readonly string[]
  operatorTokens: readonly string[]
  trustedProxies: readonly string[]
  replicas: number
  caFile: string
}

export type Foundation = ReturnType<typeof foundation>

/**
 * What every service stands on: its database, Redis, the broker, metrics, readiness and the admin port. Nothing is
 * connected before its part is started.
 *
 * @param prepare builds and verifies indexes and counters once the database is reached
 */
export function foundation(
  service: ServiceName,
  config: CommonConfig,
  logger: Logger,
  options: { prepare: () => Promise<void>; clock?: Clock },
) {
  const clock = options.clock ?? systemClock
  const metrics = createMetrics(service)
  const observe = { logger, metrics }
  const mongodbUp = new DependencyState('mongodb', { critical: true, ...observe })
  const redisUp = new DependencyState('redis', { critical: false, ...observe })
  const rabbitmqUp = new DependencyState('rabbitmq', { critical: false, ...observe })
  const dependencies: DependencyState[] = [mongodbUp, redisUp, rabbitmqUp]
  const readiness = new Readiness(dependencies)

  trustPrivateCa(config.caFile)
  const database = mongo({
    url: config.mongodbUrl,
    state: mongodbUp,
    logger,
    prepare: options.prepare,
  })
  const limits = redis({ url: config.redisUrl, state: redisUp })
  const broker = new Broker({ url: config.rabbitmqUrl, state: rabbitmqUp, logger })
  const publisher = new Publisher(broker, metrics)
  /** One of the service's ports. What never becomes a request there is counted like other rejections. */
  const listen = (name: string, app: RequestListener, port: number) =>
    listenAt(name, app, {
      address: config.bindAddress,
      port,
      refused: (code) => metrics.rejections.inc({ operation: 'none', code }),
    })
  const admin = listen('admin port', createAdminApp(readiness, metrics), config.adminPort)

  return {
    clock,
    logger,
    metrics,
    readiness,
    dependencies: { mongodb: mongodbUp, redis: redisUp, rabbitmq: rabbitmqUp },
    connection: database.connection,
    broker,
    publisher,
    admin,
    listen,
    /** A dependency that only this service has; it shows in /readyz and the metrics. */
    dependency(name: string, critical: boolean): DependencyState {
      const state = new DependencyState(name, { critical, ...observe })
      dependencies.push(state)
      return state
    },
    /** The edge of a port: who may come in and how often (decisions A1–A7, R20). */
    admission(verify: VerifyCredential | undefined, requestsPerMinute: number): Admission {
      return new Admission({
        credentials: verify && new CredentialCache(verify, metrics),
        operatorTokens: config.operatorTokens,
        serviceTokens: config.serviceTokens,
        limiter: redisRateLimiter({
          client: limits.client,
          name: service,
          replicas: config.replicas,
          metrics,
        }),
        requestsPerMinute,
      })
    },
    /** The parts that everything else stands on, in starting order. */
    parts: [admin, limits, database, broker] as const,
  }
}
