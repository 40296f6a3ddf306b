import type { RequestListener } from 'node:http'
import type { Clock } from './time.ts'
import type { Audience, Handlers, ServiceName } from './contract/operation.ts'
import { createAdminApp } from './http/admin.ts'
import { asAccount, byToken, CredentialCache, type VerifyCredential } from './http/authenticate.ts'
import { createApi, type Operations } from './http/edge.ts'
import { redisRateLimiter, type KeyedBatch } from './http/limit.ts'
import { listen as listenAt, type Listener, withHealth } from './http/listen.ts'
import type { Logger } from './logger.ts'
import { Broker } from './messaging/broker.ts'
import { Publisher } from './messaging/publisher.ts'
import { createMetrics } from './metrics.ts'
import { trustPrivateCa } from './process/ca.ts'
import { DependencyState } from './process/dependency.ts'
import { Readiness } from './process/health.ts'
import type { Part } from './process/part.ts'
import { mongo } from './store/mongo.ts'
import { redis } from './store/redis.ts'

/** The configuration that all services share; see `commonVariables`. */
export interface CommonConfig {
  bindAddress: string
  adminPort: number
  operatorPort: number
  mongodbUrl: string
  redisUrl: string
  rabbitmqUrl: string
  serviceTokens: readonly string[]
  operatorTokens: readonly string[]
  trustedProxies: readonly string[]
  replicas: number
  requestDeadlineMs: number
  caFile: string
}

/** An operator's import or change of a course writes many records in one request. */
const OPERATOR_DEADLINE_MS = 60_000
/**
 * Until a router has heard that a process is gone, it sends requests to the next one of the same pod as soon as that one
 * listens. Refused, they are tried elsewhere or again; answered 503 for want of a database, they have failed.
 */
const WAIT_FOR_DATABASE_MS = 2_000

/**
 * The base of every service: its database, Redis, the broker, metrics, readiness and the admin port. Nothing
 * connects before its part starts.
 *
 * @param prepare builds and verifies indexes and counters once the database is connected
 */
export function foundation<S extends ServiceName>(
  service: S,
  config: CommonConfig,
  logger: Logger,
  options: { prepare: () => Promise<void>; clock?: Clock },
) {
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
  const clock = options.clock ?? database.clock
  const limits = redis({ url: config.redisUrl, state: redisUp })
  const broker = new Broker({ url: config.rabbitmqUrl, state: rabbitmqUp, logger })
  const publisher = new Publisher(broker)
  /** One of the service's ports; requests that can't be read count as rejections too. */
  const listen = (name: string, app: RequestListener, port: number) =>
    listenAt(name, app, {
      address: config.bindAddress,
      port,
      refused: (code) => metrics.rejections.inc({ operation: 'none', code }),
    })
  const edge = {
    limiter: redisRateLimiter({ client: limits.client, name: service, replicas: config.replicas, metrics }),
    needs: [mongodbUp],
    trustedProxies: config.trustedProxies,
    deadlineMs: config.requestDeadlineMs,
    logger,
    metrics,
  }
  const port = async <A extends Audience>(
    at: number,
    operations: Omit<Operations<S, A>, 'service'>,
    around = (api: RequestListener) => api,
  ): Promise<Listener> => {
    const { audience } = operations
    const patient = audience === 'operator' ? { ...edge, deadlineMs: OPERATOR_DEADLINE_MS } : edge
    const api = await createApi(patient, { ...operations, service })
    return listen(`${audience} port`, audience === 'public' ? withHealth(around(api), readiness) : api, at)
  }
  const admin = listen('admin port', createAdminApp(readiness, metrics), config.adminPort)

  return {
    clock,
    logger,
    metrics,
    readiness,
    dependencies: { mongodb: mongodbUp, redis: redisUp, rabbitmq: rabbitmqUp },
    connection: database.connection,
    publisher,
    /** For consumers. */
    consuming: { broker, publisher, logger, metrics },
    admin,
    /** A dependency of this service only; it appears in /readyz and the metrics. */
    dependency(name: string, critical: boolean): DependencyState {
      const state = new DependencyState(name, { critical, ...observe })
      dependencies.push(state)
      return state
    },
    /** The port for callers with a service account (decisions A1–A6). */
    publicPort: (
      at: number,
      handlers: Handlers<S, 'public'>,
      options: {
        verify: VerifyCredential
        requestsPerMinute: number
        isAnswered: (batch: KeyedBatch) => Promise<boolean>
        /** What else answers at that port, in front of the operations. */
        around?: (api: RequestListener) => RequestListener
      },
    ): Promise<Listener> => {
      const { verify, requestsPerMinute, isAnswered, around } = options
      const authenticate = asAccount(new CredentialCache(verify, metrics), requestsPerMinute)
      return port(at, { audience: 'public', handlers, authenticate, isAnswered }, around)
    },
    /** The ports for operators and for the other services (decision A7). */
    operatorPort: (handlers: Handlers<S, 'operator'>): Promise<Listener> =>
      port(config.operatorPort, {
        audience: 'operator',
        handlers,
        authenticate: byToken(config.operatorTokens),
      }),
    internalPort: (at: number, handlers: Handlers<S, 'internal'>): Promise<Listener> =>
      port(at, { audience: 'internal', handlers, authenticate: byToken(config.serviceTokens) }),
    /** The parts that all others depend on, in starting order. */
    parts: [admin, limits, database, broker] as const,
    /** The last parts: the ports, which wait a moment for the database, and then readiness. */
    opening: (...ports: readonly Listener[]): readonly Part[] => [
      { name: 'database', start: () => mongodbUp.whenUp(AbortSignal.timeout(WAIT_FOR_DATABASE_MS)) },
      ...ports,
      readiness,
    ],
  }
}
