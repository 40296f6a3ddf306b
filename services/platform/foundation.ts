import type { RequestListener } from 'node:http'
import type { Clock } from './domain/time.ts'
import type { commonVariables, ConfigOf } from './config.ts'
import type { Audience, Handlers, ServiceName } from './contract/operation.ts'
import { createAdminApp } from './http/admin.ts'
import { byCredential, byOperatorToken, byToken } from './http/authenticate.ts'
import { BruteForceGuard } from './http/brute-force-guard.ts'
import { CredentialCache, type VerifyCredential } from './http/credential-cache.ts'
import { createApi, type ApiOptions } from './http/edge.ts'
import { InternalService } from './http/internal-service.ts'
import { redisRateLimiter } from './http/limit.ts'
import { listen, type Listener, withHealth } from './http/listen.ts'
import type { Logger } from './observability/logger.ts'
import { Broker } from './messaging/broker.ts'
import { Consumer, type ConsumerOptions } from './messaging/consumer.ts'
import { eventReader, type DomainEvent } from './messaging/event.ts'
import { Publisher } from './messaging/publisher.ts'
import { Relay, type RelayOptions } from './messaging/relay.ts'
import type { EventTypeOf, QueueName } from './messaging/topology.ts'
import { MEASURE_MS, measuredWaiting } from './messaging/waiting.ts'
import { createMetrics } from './observability/metrics.ts'
import { trustPrivateCa } from './process/ca.ts'
import { DependencyState, LOG_AGAIN_MS, type Dependency } from './process/dependency.ts'
import { Readiness } from './process/health.ts'
import type { Part, Service } from './process/part.ts'
import { PeriodicTask } from './work/periodic-task.ts'
import { Watchdog, type Work } from './process/watchdog.ts'
import { removeExpired, type Retention } from './work/retention.ts'
import type { StatusSource } from './http/status.ts'
import { Activity } from './store/activity.ts'
import { STEP_SIZE } from './store/in-steps.ts'
import { LongJob, type LongJobOptions } from './store/long-job.ts'
import { MongoDatabase } from './store/mongo.ts'
import { Outbox, type OutboxFields, type OutboxModel, type OutboxOptions } from './store/outbox.ts'
import { RedisServer } from './store/redis.ts'

/** What a test may set in every service. */
export interface CommonOverrides {
  clock?: Clock
  /** The time between two measurements of what waits. */
  measureMs?: number
  /** How long an operation of the database may take. */
  storeDeadlineMs?: number
  /** How long Redis may take to reply before a process counts alone. */
  redisReplyTimeoutMs?: number
  /** The records that one step of a long job works on. */
  stepSize?: number
}

/** A composed service and its ports. */
export interface ComposedService extends Service {
  readonly ports: Readonly<Record<'http' | 'operator' | 'internal' | 'admin', Listener>>
}

/** Wraps the API of a port: serves further paths, and passes on all other requests. */
export type Around = (api: RequestListener) => RequestListener

/** The work of a service, besides its events. */
interface Watched {
  readonly consumers: readonly Pick<Consumer<unknown>, 'queue' | 'measure' | 'depth' | 'work'>[]
  readonly others?: readonly { readonly work: Work; readonly needs: readonly Dependency[] }[]
}

/** An operator's import, or change of a course, writes many records in one request. */
const OPERATOR_DEADLINE_MS = 60_000
/**
 * How long the ports wait for the database. A restarted process that listens before its database is connected
 * returns 503, which routers do not retry. They do retry a refused connection.
 */
const WAIT_FOR_DATABASE_MS = 2_000
/** How much longer than its retention a record may stay. */
const REMOVE_EXPIRED_MS = 60_000

/**
 * The base of every service: its database, Redis, the broker, metrics, readiness and the admin port. Nothing
 * connects before its part starts.
 *
 * @param prepare builds and verifies indexes and counters once the database is connected
 */
export function foundation<S extends ServiceName>(
  service: S,
  config: ConfigOf<typeof commonVariables>,
  logger: Logger,
  options: CommonOverrides & { prepare: () => Promise<void> },
) {
  const metrics = createMetrics(service)
  const dependencies: DependencyState[] = []
  const mongodb = dependency('mongodb', true)
  const redisState = dependency('redis', false)
  const rabbitmq = dependency('rabbitmq', false)
  const watchdog = new Watchdog({ logger, metrics })
  const readiness = new Readiness(dependencies, watchdog)

  trustPrivateCa(config.caFile)
  const database = new MongoDatabase({
    url: config.mongodbUrl,
    state: mongodb,
    logger,
    prepare: options.prepare,
    operationDeadlineMs: options.storeDeadlineMs,
  })
  const clock = options.clock ?? database.clock
  const redis = new RedisServer({
    url: config.redisUrl,
    state: redisState,
    logger,
    replyTimeoutMs: options.redisReplyTimeoutMs,
  })
  const broker = new Broker({ url: config.rabbitmqUrl, state: rabbitmq, logger })
  const publisher = new Publisher(broker)
  const outboxes: RelayOptions['outboxes'][number][] = []
  const relay = new Relay({ outboxes, publisher, mongodb, logger, metrics })
  const limiterOf = (seconds?: number) =>
    redisRateLimiter({ redis, name: service, replicas: config.replicas, metrics, seconds })
  const limiter = limiterOf()
  const guard = new BruteForceGuard(limiter, config.requestDeadlineMs)
  const activity = new Activity({ redis, service, clock, logger })
  const reasons = new PeriodicTask({
    name: 'log of unavailable servers',
    everyMs: LOG_AGAIN_MS,
    run: () => Promise.resolve(dependencies.forEach((state) => state.logAgain())),
    logger,
  })
  const admin = listenerOf('admin port', createAdminApp(readiness, metrics), config.adminPort)

  return {
    clock,
    logger,
    metrics,
    readiness,
    dependencies: { mongodb, redis: redisState, rabbitmq },
    connection: database.connection,
    publisher,
    /** The records that one step of a long job works on. */
    stepSize: options.stepSize ?? STEP_SIZE,
    /** A limiter that counts in windows of so many seconds; the ports use one of a minute. */
    limiterOf,
    admin,
    dependency,
    otherService,
    consumer,
    eventConsumer,
    periodically,
    longJob,
    outbox,
    watching,
    retention,
    publicPort,
    operatorPort,
    internalPort,
    /** The parts that all others depend on, in the order of their start. */
    parts: [admin, reasons, redis, database, broker, activity, relay] as const,
    activity,
    status,
    /** The last parts to start: the ports, which wait a moment for the database, and readiness. */
    opening: (...ports: readonly Listener[]): readonly Part[] => [
      { name: 'database', start: () => mongodb.whenUp(AbortSignal.timeout(WAIT_FOR_DATABASE_MS)) },
      ...ports,
      readiness,
    ],
  }

  /** What the status of the service shows. Dependencies that are added later appear, too. */
  function status(
    own: Pick<StatusSource, 'countsActivity' | 'waiting' | 'backlog' | 'mailLimits'>,
  ): StatusSource {
    return { service, readiness, dependencies, watchdog, activity, ...own }
  }

  /** Consumes a queue. Messages wait while MongoDB is unavailable. */
  function consumer<T>(
    consumed: Pick<ConsumerOptions<T>, 'queue' | 'concurrency' | 'read' | 'handle'>,
  ): Consumer<T> {
    return new Consumer({ ...consumed, needs: [mongodb], broker, publisher, logger, metrics })
  }

  /** Consumes a queue of events. They are validated before they are handled. */
  function eventConsumer<Q extends QueueName>(
    queue: Q,
    concurrency: number,
    handle: ConsumerOptions<DomainEvent<EventTypeOf<Q>>>['handle'],
  ): Consumer<DomainEvent<EventTypeOf<Q>>> {
    return consumer({ queue, concurrency, read: eventReader(queue), handle })
  }

  /** Regular work, left out while MongoDB is unavailable. */
  function periodically(
    name: string,
    everyMs: number,
    run: (stopping: AbortSignal) => Promise<void>,
  ): PeriodicTask {
    return new PeriodicTask({ name, everyMs, run, needs: [mongodb], logger })
  }

  /** Work of any size that belongs to records. */
  function longJob<R extends { _id: number | string }, P>(
    job: Omit<LongJobOptions<R, P>, 'mongodb' | 'clock' | 'logger' | 'onMeasured'>,
  ): LongJob<R, P> {
    const onMeasured = (waiting: number) => metrics.jobsWaiting.set({ job: job.name }, waiting)
    return new LongJob({ ...job, onMeasured, mongodb, clock, logger })
  }

  /** The events of a collection, which the relay publishes. */
  function outbox<R extends OutboxFields<DomainEvent> & { _id: number }, K extends keyof R = '_id'>(
    model: OutboxModel<R>,
    described: Omit<OutboxOptions<R, K>, 'relay'>,
  ): Outbox<R, K> {
    const added = new Outbox(model, clock, { ...described, relay })
    outboxes.push(added)
    return added
  }

  /** Measures regularly what waits, for the status and the metrics, and notices when it is not done. */
  function watching({ consumers, others = [] }: Watched) {
    for (const { work } of [relay, ...consumers]) watchdog.watch(work, [mongodb, rabbitmq])
    for (const { work, needs } of others) watchdog.watch(work, [mongodb, ...needs])
    return measuredWaiting({
      relay,
      consumers,
      watchdog,
      clock,
      logger,
      everyMs: options.measureMs ?? MEASURE_MS,
    })
  }

  /** Removes old records regularly, unless they are kept without a limit. */
  function retention(kept: Retention): readonly PeriodicTask[] {
    if (kept.days === 0) return []
    const remove = (stopping: AbortSignal) => removeExpired(kept, { clock, logger, metrics }, stopping)
    return [periodically(`retention of ${kept.kind}`, REMOVE_EXPIRED_MS, remove)]
  }

  /** Adds a dependency, which then appears in /readyz and the metrics. */
  function dependency(name: string, critical: boolean): DependencyState {
    const state = new DependencyState(name, { critical, logger, metrics })
    dependencies.push(state)
    return state
  }

  /** Another service, to call its internal operations (`http/generated/calls.ts`). */
  function otherService<Other extends ServiceName>(name: Other, url: string): InternalService<Other> {
    return new InternalService(name, { url, token: config.serviceTokens[0] as string })
  }

  /** Requests that can't be parsed count as rejections too. */
  function listenerOf(name: string, app: RequestListener, port: number): Listener {
    return listen(name, app, {
      address: config.bindAddress,
      port,
      onRejected: (code) => metrics.rejections.inc({ operation: 'none', code }),
    })
  }

  function createApiFor<A extends Audience>(
    operations: Omit<ApiOptions<S, A>, 'service'>,
  ): Promise<RequestListener> {
    const edge = {
      limiter,
      guard,
      needs: [mongodb],
      trustedProxies: config.trustedProxies,
      deadlineMs: operations.audience === 'operator' ? OPERATOR_DEADLINE_MS : config.requestDeadlineMs,
      clock,
      logger,
      metrics,
      onLimited: (accountId: number) => activity.countRejected(accountId),
    }
    return createApi(edge, { ...operations, service })
  }

  /** The port for callers with a service account. */
  async function publicPort(
    port: number,
    handlers: Handlers<S, 'public'>,
    {
      verify,
      requestsPerMinute,
      around,
    }: { verify: VerifyCredential; requestsPerMinute: number; around?: Around },
  ): Promise<Listener> {
    const authenticate = byCredential(new CredentialCache({ verify, guard, metrics }), requestsPerMinute)
    const api = await createApiFor({ audience: 'public', handlers, authenticate })
    return listenerOf('public port', withHealth(around ? around(api) : api, readiness), port)
  }

  /** The port for operators. */
  async function operatorPort(
    handlers: Handlers<S, 'operator'>,
    { around }: { around?: Around } = {},
  ): Promise<Listener> {
    const authenticate = byOperatorToken({
      full: config.operatorTokens,
      readOnly: config.operatorReadTokens,
    })
    const api = await createApiFor({ audience: 'operator', handlers, authenticate })
    return listenerOf('operator port', withHealth(around ? around(api) : api, readiness), config.operatorPort)
  }

  /** The port for the other services. */
  async function internalPort(port: number, handlers: Handlers<S, 'internal'>): Promise<Listener> {
    const authenticate = byToken(config.serviceTokens)
    const api = await createApiFor({ audience: 'internal', handlers, authenticate })
    return listenerOf('internal port', api, port)
  }
}
