import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type Connection, type Schema } from 'mongoose'
import { redisRateLimiter } from '../../platform/http/limit.ts'
import { createMetrics } from '../../platform/observability/metrics.ts'
import { Counters } from '../../platform/store/counters.ts'
import { RedisServer } from '../../platform/store/redis.ts'
import { aDependency, up } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freshDatabaseUrl, freshRedisUrl } from '../../../testing/isolated.ts'
import { aNewDelivery } from '../../../testing/notification/deliveries.ts'
import { anEvent } from '../../../testing/notification/messages.ts'
import { scene } from '../../../testing/notification/scene.ts'
import { startNotification, type Running } from '../../../testing/notification/start-notification.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { EmailDeliveries } from '../src/emails/repository.ts'
import { EMAIL_SWEEP_MS, emailDispatcher } from '../src/emails/email-dispatcher.ts'
import { DEFAULT_MAX_CONNECTIONS } from '../src/emails/smtp-options.ts'

/** `npm run check -- replicas` sets the number. */
const REPLICAS = Number(process.env['REPLICA_COUNT'])
/** At most ten, because whole services share the CPU of this machine. */
const SERVICES = Math.min(REPLICAS, 10)
const LIMIT = 600
/** For each claim the stand-ins for MongoDB read all that is due. With more, they would be measured. */
const EMAILS = 20 * REPLICAS
/** How often in a row a process may claim nothing because others were faster. */
const MAX_LOST_CLAIMS = 3
const NO_REDIS = 'redis://127.0.0.1:1'
const DOMAIN = 'rollcall.example'

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const print = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1_000).toFixed(1)

/** Every command of a repository passes one of these. */
let commands = 0
mongoose.plugin((schema: Schema) => {
  const count = () => void commands++
  schema.pre(/^(find|update|delete|replace|count|distinct)/, { query: true, document: false }, count)
  schema.pre('insertMany', count)
  schema.pre('bulkWrite', count)
})

/** Resends that are due, as a sweep finds them. */
const aResend = (registrationId: number) =>
  aNewDelivery({ kind: 'resend', registrationId, to: `resend-${registrationId}@example.org` })

describe(`${REPLICAS} replicas with their own connections`, () => {
  let connections: Connection[]
  beforeAll(async () => {
    const url = freshDatabaseUrl()
    const options = { autoIndex: false, autoCreate: false }
    connections = await Promise.all(
      times(REPLICAS, () => mongoose.createConnection(url, options).asPromise()),
    )
    const counters = new Counters(connections[0]!)
    for (const name of ['registrations', 'deliveries']) await counters.prepare(name, 0)
  })
  afterAll(async () => {
    await connections[0]!.dropDatabase()
    await Promise.all(connections.map((connection) => connection.close()))
  })

  it('issue each id once, and concurrent ones with one command', async () => {
    const [ROUNDS, AT_ONCE] = [5, 10]
    const count = REPLICAS * ROUNDS * AT_ONCE
    commands = 0
    const startedAt = performance.now()
    const issued = await Promise.all(
      connections.map(async (connection) => {
        const ids = new Counters(connection).ids('registrations')
        const own: number[] = []
        for (let round = 0; round < ROUNDS; round++)
          own.push(...(await Promise.all(times(AT_ONCE, () => ids.next()))))
        return own
      }),
    )
    print(`${REPLICAS} replicas: ${count} ids with ${commands} commands in ${secondsSince(startedAt)} s`)
    expect(issued.flat().sort((a, b) => a - b)).toEqual(times(count, (i) => i + 1))
    expect(commands).toBe(REPLICAS * ROUNDS)
  })

  it('claim each due e-mail once', async () => {
    const clock = { now: () => new Date() }
    const repositories = connections.map(
      (connection) =>
        new EmailDeliveries(connection, {
          ids: new Counters(connection).ids('deliveries'),
          domain: DOMAIN,
          clock,
        }),
    )
    await repositories[0]!.prepare()
    const added = await Promise.all(times(EMAILS, (i) => repositories[i % REPLICAS]!.add(aResend(i + 1))))
    const claimed: number[] = []
    const [idle, lost]: [number[], number[]] = [[], []]
    const dispatchers = repositories.map((deliveries) => {
      let [attempts, lastEnd, lostClaims] = [0, performance.now(), 0]
      return emailDispatcher({
        maxConnections: DEFAULT_MAX_CONNECTIONS,
        pace: { atOnce: DEFAULT_MAX_CONNECTIONS, isStopped: false },
        currentFacts: { isPaused: false, prefetch: () => undefined },
        deliveries: {
          renew: (leased) => deliveries.renew(leased),
          release: (leased) => deliveries.release(leased),
          async claimDue(limit, except) {
            const found = await deliveries.claimDue(limit, except)
            lostClaims = found.claimed.length === 0 && found.mayHaveMore ? lostClaims + 1 : 0
            lost.push(lostClaims)
            return found
          },
        },
        sender: {
          attempt: async ({ id }) => {
            if (attempts++ === 0) idle.push(performance.now() - lastEnd)
            claimed.push(id)
            await deliveries.recordSent({ id, at: new Date() })
            if (--attempts === 0) lastEnd = performance.now()
            return { timedOut: false }
          },
        },
        mongodb: aDependency('mongodb'),
        smtp: aDependency('smtp'),
        logger: recordedLog().logger,
      })
    })
    commands = 0
    const startedAt = performance.now()
    for (const dispatcher of dispatchers) dispatcher.start()
    await eventually(() => expect(claimed.length).toBeGreaterThanOrEqual(added.length), 240_000)
    const each = (commands / added.length).toFixed(1)
    const longestIdle = Math.max(...idle)
    print(
      `${REPLICAS} replicas: ${added.length} e-mails in ${secondsSince(startedAt)} s, ` +
        `${each} commands each, none idle for more than ${Math.round(longestIdle)} ms, ` +
        `at most ${Math.max(...lost)} claims in a row that found only what others had taken`,
    )
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
    expect(claimed.sort((a, b) => a - b)).toEqual(added.map((one) => one!.id).sort((a, b) => a - b))
    expect(Math.max(...lost)).toBeLessThanOrEqual(MAX_LOST_CLAIMS)
  }, 300_000)

  describe('with a rate limit (R20)', () => {
    /** How many of twice as many requests as allowed pass, sent to all replicas at the same time. */
    async function passing(redisUrl: string): Promise<number> {
      const servers = await Promise.all(
        times(REPLICAS, async () => {
          const state = aDependency('redis', { up: false })
          const redis = new RedisServer({
            url: redisUrl,
            state,
            logger: recordedLog().logger,
            replyTimeoutMs: 5_000,
          })
          redis.start()
          if (redisUrl !== NO_REDIS) await up(state)
          return redis
        }),
      )
      const metrics = createMetrics('test')
      const attempts = servers.map(async (redis) => {
        const limiter = redisRateLimiter({ redis, name: 'test', replicas: REPLICAS, metrics })
        let passed = 0
        for (let i = 0; i < (2 * LIMIT) / REPLICAS; i++)
          if ((await limiter.spend('account:7', LIMIT, 1)).allowed) passed++
        return passed
      })
      const passed = await Promise.all(attempts)
      await Promise.all(servers.map((redis) => redis.stop()))
      return passed.reduce((sum, each) => sum + each)
    }

    it('let exactly as many requests pass as the limit', async () => {
      expect(await passing(await freshRedisUrl())).toBe(LIMIT)
    })

    it('share the limit while Redis is unavailable', async () => {
      expect(await passing(NO_REDIS)).toBe(LIMIT)
    })
  })
})

describe(`${SERVICES} replicas of the whole service`, () => {
  const at = scene({ started: false })
  const IDLE_MS = 15_000
  let replicas: Running[]
  beforeAll(async () => {
    // What is counted depends on the interval, which other tests shorten.
    const overrides = { sweepMs: EMAIL_SWEEP_MS }
    replicas = await Promise.all(times(SERVICES, () => startNotification(at.config, overrides)))
    await Promise.all(replicas.map(({ ready }) => ready()))
  })
  afterAll(() => Promise.all(replicas.map(({ stop }) => stop())))

  it('send the database at most four commands a second each when there is nothing to do', async () => {
    await delay(IDLE_MS)
    commands = 0
    await delay(IDLE_MS)
    const perSecond = commands / (IDLE_MS / 1_000)
    print(`${SERVICES} idle services: ${perSecond.toFixed(1)} commands a second`)
    expect(perSecond).toBeLessThan(4 * SERVICES)
  }, 60_000)

  it('send each e-mail once, half of them found by sweeps', async () => {
    const ids = new Counters(at.database).ids('deliveries')
    const clock = { now: () => new Date() }
    const deliveries = new EmailDeliveries(at.database, { ids, domain: DOMAIN, clock })
    const events = times(5 * SERVICES, () => anEvent())
    const due = events.map(({ registrationId }) => {
      const userId = 100_000 + registrationId
      const resend = { ...aResend(registrationId), userId }
      at.directory.add(anEvent({ registrationId, userId, userEmail: resend.to }))
      return resend
    })
    await Promise.all([
      ...events.map((event) => at.publisher.publish(event)),
      ...due.map((delivery) => deliveries.add(delivery)),
    ])
    const expected = [...events.map(({ userEmail }) => userEmail), ...due.map(({ to }) => to)].sort()
    // A busy machine may be too late with its greeting, which costs an attempt and sends nothing.
    await eventually(async () =>
      expect(await at.database.collection('deliveries').countDocuments({ status: 'sent' })).toBe(
        expected.length,
      ),
    )
    expect(at.mailServer.recipients.toSorted()).toEqual(expected)
  })
})
