import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { redisRateLimiter, type RateLimiter } from '../http/limit.ts'
import { secretOf } from '../http/credential.ts'
import { createMetrics } from '../observability/metrics.ts'
import { RedisServer } from '../store/redis.ts'
import { aDependency, up } from '../../../testing/broker.ts'
import { bearer, type TestResponse } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { withFrozenTimeouts } from '../../../testing/frozen-timeouts.ts'
import { freshRedisUrl } from '../../../testing/isolated.ts'
import { anAccount, openLimiter, startApi, type ApiSetup } from '../../../testing/start-api.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'

let url: string
const stops: (() => unknown)[] = []
beforeAll(async () => {
  url = await freshRedisUrl()
})
afterAll(() => Promise.all(stops.map((stop) => stop())))

const metrics = createMetrics('test')
const localCount = async () => (await metrics.localLimits.get()).values[0]?.value ?? 0

/**
 * The limiter of one process, on its own connection; `name` is shared by those that count together. Only
 * where a test is about the patience with Redis it is the product's: on a busy machine its 40 ms may be too
 * few.
 */
async function aLimiter({ name = randomUUID(), replicas = 1, at = url, impatient = false } = {}) {
  const state = aDependency('redis', { up: false })
  const redis = new RedisServer({
    url: at,
    state,
    logger: recordedLog().logger,
    ...(impatient ? {} : { replyTimeoutMs: 5_000 }),
  })
  stops.push(() => redis.stop())
  redis.start()
  if (at !== NO_REDIS) await up(state)
  return redisRateLimiter({ redis, name, replicas, metrics })
}
const NO_REDIS = 'redis://127.0.0.1:1'

/** How many of the next `tries` requests pass. */
async function passing(limiter: RateLimiter, limit: number, tries: number, key = 'account:7') {
  let passed = 0
  for (let i = 0; i < tries; i++) if ((await limiter.spend(key, limit, 1)).allowed) passed++
  return passed
}

describe('the rate limit (R20)', () => {
  it('allows as many requests a minute as configured, for all processes of a service together', async () => {
    const name = randomUUID()
    const [a, b] = [await aLimiter({ name }), await aLimiter({ name })]
    expect((await passing(a, 10, 6)) + (await passing(b, 10, 6))).toBe(10)
  })

  it('is separate for each caller and each service', async () => {
    const limiter = await aLimiter()
    for (const key of ['account:1', 'account:2', 'operator:1'])
      expect(await passing(limiter, 3, 4, key)).toBe(3)
    expect(await passing(await aLimiter(), 3, 4, 'account:1')).toBe(3)
  })

  it('keeps counting when the limit of an account is changed', async () => {
    const limiter = await aLimiter()
    await passing(limiter, 10, 8)
    expect((await limiter.spend('account:7', 20, 1)).remaining).toBe(11)
    expect((await limiter.spend('account:7', 5, 1)).allowed).toBe(false)
  })

  it('refunds what an earlier step has spent, and never more', async () => {
    const limiter = await aLimiter()
    await passing(limiter, 10, 2)
    await limiter.refund('account:7', 10, 1)
    expect((await limiter.spend('account:7', 10, 1)).remaining).toBe(8)
    for (let i = 0; i < 5; i++) await limiter.refund('account:7', 10, 1)
    expect((await limiter.spend('account:7', 10, 1)).remaining).toBe(9)
  })
})

describe('the rate limit while Redis is unavailable (architecture, "Ready, degraded, not ready")', () => {
  it('is counted by each process, whose share is at least one; a rejection costs nothing (R20)', async () => {
    const before = await localCount()
    expect(await passing(await aLimiter({ at: NO_REDIS, replicas: 3 }), 30, 15)).toBe(10)
    expect(await localCount()).toBe(before + 15)
    expect(await passing(await aLimiter({ at: NO_REDIS, replicas: 100 }), 30, 3)).toBe(1)
    const limiter = await aLimiter({ at: NO_REDIS, replicas: 3 })
    expect(await limiter.spend('account:7', 30, 4)).toMatchObject({ limit: 10, remaining: 6 })
    expect(await limiter.spend('account:7', 30, 7)).toMatchObject({ allowed: false, limit: 10, remaining: 6 })
    expect(await limiter.spend('account:7', 30, 6)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('allows one batch that is larger than the share', async () => {
    const limiter = await aLimiter({ at: NO_REDIS, replicas: 3 })
    expect((await limiter.spend('account:7', 600, 1)).allowed).toBe(true)
    expect((await limiter.spend('account:7', 600, 500, 1)).allowed).toBe(true)
    expect((await limiter.spend('account:7', 600, 1)).allowed).toBe(false)
  })

  const countsByRedis = (limiter: RateLimiter) =>
    eventually(async () => {
      const before = await localCount()
      await limiter.spend('account:8', 100, 1)
      expect(await localCount()).toBe(before)
    }, 5_000)

  it.each([
    ['refuses connections', (way: Way) => way.cut(), 98],
    ['hangs', (way: Way) => way.freeze(), 98],
    // Redis may have counted requests whose response came too late.
    ['is slow', (way: Way) => way.slow(150), expect.any(Number) as number],
  ])(
    'delays only the first caller if Redis %s, and counts in Redis again within 5 s, nothing twice',
    async (_, harm, left) => {
      const way = await tcpProxy(url)
      stops.push(() => way.stop())
      const limiter = await aLimiter({ at: way.url, impatient: true })
      // Redis counts it, however slow the machine is.
      await withFrozenTimeouts(() => limiter.spend('account:7', 100, 1))
      harm(way)
      await limiter.spend('account:7', 100, 1)
      await withFrozenTimeouts(async () => {
        for (let i = 0; i < 50; i++) expect((await limiter.spend('account:7', 100, 1)).allowed).toBe(true)
      })
      way.heal()
      await countsByRedis(limiter)
      const last = await withFrozenTimeouts(() => limiter.spend('account:7', 100, 1))
      expect(last.remaining).toEqual(left)
    },
  )
})
type Way = Awaited<ReturnType<typeof tcpProxy>>

const batchOf = (items: number) => Array.from({ length: items }, () => ({}))

describe('a caller that obeys the headers (R20)', () => {
  const limit = fc.integer({ min: 1, max: 20 })
  let redisItself: Redis
  let batch: (account: number, limit: number, items: number) => Promise<TestResponse>
  let accounts = 0
  beforeAll(async () => {
    redisItself = new Redis(url)
    stops.push(() => redisItself.disconnect())
    const { anonymous } = await startApi({
      service: 'registration',
      limiter: await aLimiter(),
      verify: ({ keyId }) => {
        const [id, requestsPerMinute] = keyId.split('-').map(Number) as [number, number]
        return Promise.resolve(anAccount({ id, requestsPerMinute }))
      },
    })
    batch = (account, limit, items) =>
      anonymous.post('/registrations/batch/', batchOf(items), bearer(`${account}-${limit}.${secretOf('x')}`))
  })
  /** Windows of all counters end so much earlier. */
  const pass = async (seconds: number) => {
    for (const key of await redisItself.keys('rollcall:limit:*'))
      await redisItself.pexpire(key, (await redisItself.pttl(key)) - seconds * 1_000)
  }
  const told = (response: TestResponse) =>
    /r=(\d+);t=(\d+)/
      .exec(response.headers.get('ratelimit') ?? '')
      ?.slice(1)
      .map(Number)

  it('never gets a 429 if it sends one request after the other', async () => {
    const calls = fc.array(fc.record({ items: fc.integer({ min: 1, max: 25 }), pause: fc.nat(30) }), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(limit, calls, async (limit, calls) => {
        const account = ++accounts
        let [left, seconds] = [limit, 0]
        for (const { items, pause } of calls) {
          await pass(pause)
          if (Math.min(items, limit) > left) await pass(seconds)
          const response = await batch(account, limit, items)
          expect(response.status).toBe(200)
          ;[left, seconds] = told(response) as [number, number]
        }
      }),
      { numRuns: 25 },
    )
  })

  it('that shares its account passes after Retry-After, with as many others as allowed', async () => {
    await fc.assert(
      fc.asyncProperty(limit, fc.nat(59), async (limit, pause) => {
        const account = ++accounts
        await batch(account, limit, limit)
        await pass(pause)
        const all = () => Promise.all(Array.from({ length: limit }, () => batch(account, limit, 1)))
        const rejected = await all()
        expect(rejected.map(({ status }) => status)).toEqual(rejected.map(() => 429))
        await pass(Math.max(...rejected.map(({ headers }) => Number(headers.get('retry-after')))))
        expect((await all()).map(({ status }) => status)).toEqual(rejected.map(() => 200))
      }),
      { numRuns: 10 },
    )
  })
})

describe('the rate limit over HTTP', () => {
  it('is in every response, and in a 429 with the time to wait', async () => {
    const { api } = await startApi({ limiter: await aLimiter(), requestsPerMinute: 2 })
    const first = await api.get('/users/')
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=2;w=60')
    expect(first.headers.get('ratelimit')).toBe('"default";r=1;t=60')
    await api.get('/users/')
    for (let i = 0; i < 2; i++) {
      const rejected = await api.get('/users/')
      expect(rejected).toBeError('too-many-requests')
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(rejected.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
      expect(rejected.headers.get('x-request-cost')).toBe('1')
    }
  })

  /** Sends batches as an account with ten requests a minute, and tells what is left of them. */
  async function batches(setup: ApiSetup = {}) {
    const limits = { limiter: await aLimiter(), requestsPerMinute: 10 }
    const { api } = await startApi({ service: 'registration', ...limits, ...setup })
    return async (items: number) => {
      const { status, headers: told } = await api.post('/registrations/batch/', batchOf(items))
      const cost = told.get('x-request-cost')
      return [status, told.get('ratelimit')?.split(';')[1], ...(cost === null ? [] : [cost])]
    }
  }

  it('counts the items of a batch, at most the whole limit; a rejected one costs nothing (R20)', async () => {
    const send = await batches()
    expect(await send(6)).toEqual([200, 'r=4'])
    expect(await send(5)).toEqual([429, 'r=4', '5'])
    expect(await send(4)).toEqual([200, 'r=0'])
    // Its items are not read, so its cost is not known.
    expect(await send(5)).toEqual([429, 'r=0'])
    expect(await (await batches())(50)).toEqual([200, 'r=0'])
  })

  it('counts operators by their token, apart from accounts (A7), and no internal callers', async () => {
    const server = await startApi({ limiter: await aLimiter(), requestsPerMinute: 1 })
    expect((await server.operator.get('/admin/groups/')).headers.get('ratelimit')).toMatch(/r=5999;/)
    expect((await server.operator.get('/admin/groups/')).headers.get('ratelimit')).toMatch(/r=5998;/)
    const internal = await server.internal.post('/internal/users/identify/', [{}])
    expect([internal.status, internal.headers.get('ratelimit')]).toEqual([200, null])
  })

  it('rejects an address after 60 failed authentications a minute, but no valid secret (R20)', async () => {
    const server = await startApi({ limiter: await aLimiter() })
    for (let i = 0; i < 60; i++)
      expect(await server.anonymous.get('/users/', bearer(`guess.${i}`))).toBeError('invalid-token')
    expect(await server.anonymous.get('/users/')).toBeError('too-many-requests')
    expect((await server.api.get('/users/')).status).toBe(200)
    expect((await server.operator.get('/admin/groups/')).status).toBe(200)
  })

  it.each<[string, Record<string, string>, number]>([
    ['', {}, 1],
    ['?limit=0', {}, 1],
    ['?limit=101', {}, 2],
    ['?limit=99999', {}, 10],
    ['?limit=1000', { prefer: 'count=exact' }, 20],
  ])('charges the list /users/%s %j for the records that it may have (R20)', async (query, headers, cost) => {
    const { limiter, taken } = openLimiter()
    const { api } = await startApi({ limiter })
    expect((await api.get(`/users/${query}`, headers)).status).toBe(200)
    expect(taken.reduce((sum, each) => sum + each.cost, 0)).toBe(cost)
  })

  it.each<[string, string, string]>([
    ['/users/', '', '1'],
    ['/users/?limit=1000', 'count=exact', '20'],
    ['/users/?limit=many', 'count=exact', '1'],
    ['/users/1007', '', '1'],
  ])('says what GET %s costs, with %j, when nothing is left for it (R20)', async (path, prefer, cost) => {
    const { api } = await startApi({ limiter: await aLimiter(), requestsPerMinute: 20 })
    expect((await api.get('/users/?limit=1000', { prefer: 'count=exact' })).status).toBe(200)
    const rejected = await api.get(path, { prefer })
    expect(rejected).toBeError('too-many-requests')
    expect(rejected.headers.get('x-request-cost')).toBe(cost)
  })

  /** The keys under which a failed authentication is counted. */
  async function countedFor(trustedProxies: string[], forwardedFor: string): Promise<string[]> {
    const { limiter, taken } = openLimiter()
    const server = await startApi({ limiter, trustedProxies })
    await server.anonymous.get('/users/', { 'x-forwarded-for': forwardedFor })
    return taken.map(({ key }) => key)
  }

  it('uses a forwarded address only from a trusted proxy', async () => {
    const forwardedFor = '203.0.113.9, 198.51.100.7'
    expect(await countedFor([], forwardedFor)).toEqual(['failed:127.0.0.1'])
    expect(await countedFor(['10.0.0.0/8'], forwardedFor)).toEqual(['failed:127.0.0.1'])
    expect(await countedFor(['127.0.0.1'], forwardedFor)).toEqual(['failed:198.51.100.7'])
    expect(await countedFor(['127.0.0.0/8', '198.51.100.0/24'], forwardedFor)).toEqual(['failed:203.0.113.9'])
  })

  it('knows proxies that are named by IPv4 addresses written as IPv6', async () => {
    const trusted = ['127.0.0.1', '::ffff:10.0.0.0/104', '::ffff:192.0.2.1']
    expect(await countedFor(trusted, '203.0.113.7, 192.0.2.1, 10.0.0.9')).toEqual(['failed:203.0.113.7'])
  })

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['203.0.113.7:4711, 10.0.0.5:1234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['"[2001:db8::1]:443", [fd00::5]:80', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::cb00:7107', '203.0.113.7'],
    ['203.0.113.7, ::ffff:10.0.0.9', '203.0.113.7'],
    ['203.0.113.7, 64:ff9b::a00:9', '203.0.113.7'],
    ['unknown', '127.0.0.1'],
    ['_hidden', '127.0.0.1'],
    ['203.0.113.7:x', '127.0.0.1'],
    ['[2001:db8::1', '127.0.0.1'],
    ['203.0.113.7, unknown', '127.0.0.1'],
    ['', '127.0.0.1'],
    [',', '127.0.0.1'],
  ])(
    'reads a forwarded address with a port or in brackets, or else counts the proxy: %s',
    async (forwardedFor, key) => {
      expect(await countedFor(['127.0.0.1', 'uniquelocal'], forwardedFor)).toEqual([`failed:${key}`])
    },
  )
})
