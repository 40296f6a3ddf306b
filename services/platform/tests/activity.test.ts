import { startUser } from '../../../testing/user/start-user.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { freshRedisUrl } from '../../../testing/isolated.ts'
import { expectBody } from '../../../testing/portal.ts'
import { createMetrics } from '../observability/metrics.ts'
import { DependencyState } from '../process/dependency.ts'
import { Activity, MINUTES } from '../store/activity.ts'
import { RedisServer } from '../store/redis.ts'

describe('Activity, which counts for operators what all replicas do (O16)', () => {
  const { logger } = recordedLog('test')
  let time = Date.UTC(2024, 0, 15, 11, 58)
  const clock = { now: () => new Date(time) }
  let redis: RedisServer
  let state: DependencyState
  const replica = () => new Activity({ redis, service: 'user', clock, logger })

  beforeAll(async () => {
    state = new DependencyState('redis', { critical: false, logger, metrics: createMetrics('test') })
    redis = new RedisServer({ url: await freshRedisUrl(), state, logger, replyTimeoutMs: 5_000 })
    redis.start()
    await state.whenUp()
  })
  afterAll(() => redis.stop())

  it('adds up the counts of each minute of the last hour, also from 11:58 to 12:01', async () => {
    const [one, other] = [replica(), replica()]
    one.add(3)
    time += 60_000
    other.add()
    await Promise.all([one.flush(), other.flush()])
    time += 2 * 60_000
    one.add(2)
    const { counts } = await one.perMinute()
    expect(counts).toHaveLength(MINUTES)
    expect(counts.slice(-5)).toEqual([0, 3, 1, 0, 2])
    await one.flush()
    expect((await other.perMinute()).counts.slice(-5)).toEqual([0, 3, 1, 0, 2])
    time += MINUTES * 60_000
    expect(new Set((await other.perMinute()).counts)).toEqual(new Set([0]))
  })

  it('lists accounts with rejected requests since yesterday (UTC), most rejections first', async () => {
    const [one, other] = [replica(), replica()]
    for (const id of [7, 8, 8]) one.countRejected(id)
    other.countRejected(7)
    other.countRejected(7)
    await Promise.all([one.flush(), other.flush()])
    one.countRejected(9)
    const rejections = [
      { accountId: 7, rejected: 3 },
      { accountId: 8, rejected: 2 },
    ]
    expect(await other.rejections()).toEqual(rejections)
    const withNewest = [...rejections, { accountId: 9, rejected: 1 }]
    expect(await one.rejections()).toEqual(withNewest)
    time += 24 * 60 * 60_000
    expect(await other.rejections()).toEqual(withNewest)
    time += 24 * 60 * 60_000
    expect(await other.rejections()).toEqual([])
  })

  it('counts only this replica while Redis is unavailable, and adds its counts to Redis later', async () => {
    const one = replica()
    state.set(false, 'the test')
    one.add(5)
    await one.flush()
    const { counts, ...isAll } = await one.perMinute()
    expect([counts.at(-1), isAll]).toEqual([5, { complete: false, countedSince: undefined }])
    state.set(true)
    await one.flush()
    expect((await replica().perMinute()).counts.at(-1)).toBe(5)
  })

  it('counts once what Redis has added up without a reply', async () => {
    await redis.client.flushdb()
    let repliesAreLost = true
    const run: RedisServer['run'] = async (key, command) => {
      const result = await redis.run(key, command)
      if (repliesAreLost) throw new Error('no reply')
      return result
    }
    const silent = { client: redis.client, run } as Pick<RedisServer, 'client' | 'run'> as RedisServer
    const one = new Activity({ redis: silent, service: 'user', clock, logger })
    one.add(3)
    one.countRejected(7)
    await one.flush()
    await one.flush()
    one.add(2)
    repliesAreLost = false
    expect((await one.perMinute()).counts.at(-1)).toBe(3 + 2)
    await one.flush()
    expect((await replica().perMinute()).counts.at(-1)).toBe(3 + 2)
    expect(await replica().rejections()).toEqual([{ accountId: 7, rejected: 1 }])
  })

  it('counts from the start of a process, also if nothing happens then', async () => {
    await redis.client.flushdb()
    const startedAt = new Date(time)
    await replica().flush()
    time += 10 * 60_000
    const one = replica()
    one.add()
    expect((await one.perMinute()).countedSince).toEqual(startedAt)
  })

  it('says since when it counts, if Redis has lost the counts in the last hour', async () => {
    await redis.client.flushdb()
    const one = replica()
    const lostAt = new Date(time)
    expect(await one.perMinute()).toMatchObject({ complete: false, countedSince: lostAt })
    time += (MINUTES - 2) * 60_000
    one.add()
    await one.flush()
    expect(await replica().perMinute()).toMatchObject({ complete: false, countedSince: lostAt })
    time += 2 * 60_000
    expect(await replica().perMinute()).toMatchObject({ complete: true, countedSince: lostAt })
  })
})

it('a service shows its status, and the accounts whose requests its limits reject (O16)', async () => {
  const service = await startUser({ overrides: { measureMs: 100 } })
  const status = async () => expectBody(await service.operator.get('/admin/users/status/'), 200)
  const limited = await service.anAccount(undefined, { requestsPerMinute: 1 })
  await limited.api.get('/users/')
  expect(await limited.api.get('/users/')).toBeError('too-many-requests')
  const up = { up: expect.any(Boolean), reason: expect.any(String) }
  const expected = {
    service: 'user',
    status: expect.stringMatching(/^(ready|degraded)$/),
    dependencies: [
      { name: 'mongodb', critical: true, ...up },
      { name: 'redis', critical: false, ...up },
      { name: 'rabbitmq', critical: false, ...up },
    ],
    stalled: [],
    pendingEvents: 0,
    oldestPendingEvent: null,
    queues: [],
    perMinute: null,
    backlog: null,
    mailLimits: null,
    limitedAccounts: [{ accountId: limited.id, rejected: 1 }],
  }
  await eventually(async () => expect(await status()).toEqual(expected))
  await service.stop()
})
