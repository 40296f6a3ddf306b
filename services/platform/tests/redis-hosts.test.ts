import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster, startSentinels, type RedisNode } from '../../../local/backing/redis-groups.ts'
import type { Site } from '../../../local/backing/server.ts'
import { startGuardian } from '../../../local/processes/guardian.ts'
import { silentReporter } from '../../../local/progress-reporter.ts'
import { ROOT } from '../../../local/support/files.ts'
import { redisRateLimiter } from '../http/limit.ts'
import { createMetrics } from '../observability/metrics.ts'
import { trustPrivateCa } from '../process/ca.ts'
import { DependencyState } from '../process/dependency.ts'
import { RedisServer } from '../store/redis.ts'
import { up } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { cert, key } from '../../../testing/notification/certificate.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-redis-'))
const guardian = startGuardian()
guardian.watch(dir)
const stops: (() => unknown)[] = []
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await guardian.release()
})

const certFile = join(dir, 'cert.pem')
const keyFile = join(dir, 'key.pem')
writeFileSync(certFile, cert)
writeFileSync(keyFile, key)
trustPrivateCa(certFile)

const site: Site = {
  dir,
  software: join(ROOT, '.local/software'),
  logs: join(dir, 'logs'),
  env: process.env,
  guardian,
  progress: silentReporter,
}

/** A failover takes some seconds here, and the processes share this machine with other tests. */
const FAILOVER_MS = 30_000

/**
 * The limiter of one process, with more patience than the product's: on a busy machine 40 ms may be too few.
 */
function aLimiter(url: string) {
  const { logger, lines } = recordedLog()
  const metrics = createMetrics('test')
  const state = new DependencyState('redis', { critical: false, logger, metrics })
  const redis = new RedisServer({ url, state, logger, replyTimeoutMs: 1_000 })
  stops.push(() => redis.stop())
  redis.start()
  const limiter = redisRateLimiter({ redis, name: 'test', replicas: 2, metrics })
  const reason = () => lines.findLast(({ msg }) => msg === 'dependency is unavailable')?.['reason']
  const isShared = async (account: string) => (await limiter.spend(account, 10, 1)).limit === 10
  return { redis, state, limiter, reason, isShared }
}
const down = (state: DependencyState) => eventually(() => expect(state.up()).toBe(false))

let sentinels: Awaited<ReturnType<typeof startSentinels>>
let cluster: Awaited<ReturnType<typeof startCluster>>
beforeAll(async () => {
  const options = { password: 'hunter2', tls: { certFile, keyFile } }
  // Longer than a busy machine may keep a process waiting: no failover begins that the test does not cause.
  const started = Promise.all([
    startSentinels(site, { ...options, failoverAfterMs: 3_000 }),
    startCluster(site, { ...options, failoverAfterMs: 15_000 }),
  ])
  ;[sentinels, cluster] = await started
  stops.push(
    () => sentinels.stop(),
    () => cluster.stop(),
  )
})

describe('Redis behind Sentinels', () => {
  it('keeps its counts after a failover, over TLS with passwords for Redis and the Sentinels', async () => {
    const { state, limiter, isShared } = aLimiter(sentinels.url)
    await up(state)
    for (let left = 9; left >= 5; left--)
      expect((await limiter.spend('account:1', 10, 1)).remaining).toBe(left)
    const before = await sentinels.primary()
    await before.kill()
    await down(state)
    await eventually(async () => expect((await sentinels.primary()).port).not.toBe(before.port), FAILOVER_MS)
    await eventually(async () => expect(await isShared('account:2')).toBe(true))
    await before.start()
  })

  it('is given a wrong password again after a minute only, because servers lock accounts', async () => {
    const { port } = await sentinels.primary()
    const { state } = aLimiter(`rediss://:wrong@127.0.0.1:${port}`)
    await eventually(() => expect(state.reason()).toMatch(/WRONGPASS.*after 1 min/))
  })

  it('is unavailable if the URL names a Sentinel as Redis, and the log says what to write', async () => {
    const { state, reason, isShared } = aLimiter(`rediss://:hunter2@${sentinels.sentinels[0]!.address}`)
    await eventually(
      () => expect(reason()).toMatch('names a Redis Sentinel: write redis+sentinel://'),
      10_000,
    )
    expect(state.up()).toBe(false)
    expect(await isShared('account:3')).toBe(false)
  })

  it.each([
    ['a replica', /^READONLY /, ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one']],
    ['out of memory', /^OOM /, ['config', 'set', 'maxmemory', '1'], ['config', 'set', 'maxmemory', '0']],
  ])('is unavailable while it is %s, and counts again afterwards', async (_, expected, harm, heal) => {
    const primary = await sentinels.primary()
    // The Sentinels would make it a primary again at once.
    for (const sentinel of sentinels.sentinels) sentinel.freeze()
    const { state, limiter, reason, isShared } = aLimiter(`rediss://:hunter2@${primary.address}`)
    await up(state)
    const account = `account:${randomUUID()}`
    expect((await limiter.spend(account, 10, 1)).remaining).toBe(9)
    await primary.ask(...harm)
    expect(await limiter.spend(account, 10, 1)).toMatchObject({ allowed: true, limit: 5, remaining: 4 })
    expect(reason()).toMatch(expected)
    expect(state.up()).toBe(false)
    await primary.ask(...heal)
    await up(state)
    expect(await isShared(account)).toBe(true)
    // Also without a request that would notice.
    await primary.ask(...harm)
    await down(state)
    await primary.ask(...heal)
    await up(state)
    for (const sentinel of sentinels.sentinels) sentinel.resume()
  })
})

describe('a Redis Cluster', () => {
  const accountsOf = (node: RedisNode) => node.ask('dbsize') as Promise<number>

  it('shares the counters among its nodes, over TLS with a password', async () => {
    const { state, limiter } = aLimiter(cluster.url)
    await up(state)
    for (let account = 0; account < 30; account++)
      for (const left of [9, 8])
        expect((await limiter.spend(`account:${account}`, 10, 1)).remaining).toBe(left)
    for (const node of cluster.primaries) expect(await accountsOf(node)).toBeGreaterThan(0)
  })

  it('is unavailable while one primary is killed or frozen, and counts again afterwards', async () => {
    const { redis, state, isShared } = aLimiter(cluster.url)
    await up(state)
    const node = cluster.primaries[1]!
    await node.kill()
    await down(state)
    // The client connects to the other nodes, again and again.
    for (let connection = 0; connection < 2; connection++) await once(redis.client, 'ready')
    expect(state.up()).toBe(false)
    expect(await isShared('account:1')).toBe(false)
    await node.start()
    await eventually(async () => expect(await isShared('account:1')).toBe(true), FAILOVER_MS)
    node.freeze()
    await down(state)
    node.resume()
    await eventually(async () => expect(await isShared('account:1')).toBe(true), FAILOVER_MS)
  })

  it('is unavailable if the URL names a node without its cluster, and the log says what to do', async () => {
    const { state, limiter, reason } = aLimiter(`rediss://:hunter2@${cluster.nodes[0]!.address}`)
    await eventually(async () => {
      await limiter.spend(`account:${randomUUID()}`, 10, 1)
      expect(reason()).toMatch('names a node of a Redis Cluster: write redis+cluster://')
    })
    await down(state)
  })
})
