/** Redis as grown installations run it, of processes on this machine: behind Sentinels, and as a Cluster. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { until } from '../support/wait.ts'
import type { Child } from '../processes/child.ts'
import { freePort } from '../processes/ports.ts'
import { findFirst, startServer } from './programs.ts'
import { redisProviders } from './redis.ts'
import type { Site } from './server.ts'

const HOST = '127.0.0.1'
/** Time for all parts to learn of each other. */
const FORMED_MS = 30_000

interface Program {
  readonly command: string
  readonly site: Site
}

/** One process of a group. */
export type RedisNode = Awaited<ReturnType<typeof startNode>>

export interface GroupOptions {
  /** Of every process, Sentinels included. */
  readonly password?: string
  /** PEM files. All connections then use TLS. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string }
  /** How long a silent process is suspected before a failover begins. */
  readonly failoverAfterMs?: number
}

/** @throws CommandError when this machine has no redis-server and can't get one */
const redisProgram = (site: Site): Promise<Program> =>
  findFirst(
    'redis-server',
    redisProviders((command, found) => Promise.resolve({ command, site: found })),
    site,
  )

/** A process that can be killed, frozen, and started again on the same port. */
async function startNode({ command, site }: Program, settings: readonly string[], options: GroupOptions) {
  const port = await freePort()
  const name = `redis-${port}`
  const dir = join(site.dir, name)
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'redis.conf')
  const { password, tls } = options
  const lines = [
    ...(tls
      ? [
          'port 0',
          `tls-port ${port}`,
          `tls-cert-file ${tls.certFile}`,
          `tls-key-file ${tls.keyFile}`,
          `tls-ca-cert-file ${tls.certFile}`,
          'tls-auth-clients no',
          'tls-replication yes',
        ]
      : [`port ${port}`]),
    `bind ${HOST}`,
    `dir ${dir}`,
    ...(password ? [`requirepass ${password}`] : []),
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  const isSentinel = settings.some((line) => line.startsWith('sentinel '))
  const start = () =>
    startServer(site, name, command, [file, ...(isSentinel ? ['--sentinel'] : [])], async () => {
      await ask('ping')
    })
  let child: Child = await start()
  return {
    port,
    address: `${HOST}:${port}`,
    pid: () => child.pid,
    ask,
    kill: () => child.stop(0),
    freeze: () => process.kill(child.pid, 'SIGSTOP'),
    resume: () => process.kill(child.pid, 'SIGCONT'),
    async start() {
      child = await start()
    },
    async stop() {
      if (child.end() === undefined) process.kill(child.pid, 'SIGCONT')
      await child.stop(1_000)
    },
  }

  /** One command on its own connection. */
  async function ask(...words: readonly string[]): Promise<unknown> {
    const [name = '', ...args] = words
    const client = new Redis({
      host: HOST,
      port,
      lazyConnect: true,
      retryStrategy: () => null,
      enableReadyCheck: false,
      ...(password ? { password } : {}),
      ...(tls ? { tls: { rejectUnauthorized: false } } : {}),
    })
    client.on('error', () => undefined) // the rejection carries it
    try {
      await client.connect()
      return await client.call(name, ...args)
    } finally {
      client.disconnect()
    }
  }
}

const scheme = (kind: string, { tls, password }: GroupOptions) =>
  `${tls ? 'rediss' : 'redis'}+${kind}://${password ? `:${password}@` : ''}`

/** A primary with replicas, watched by three Sentinels. */
export async function startSentinels(
  site: Site,
  { replicas = 1, ...options }: GroupOptions & { replicas?: number } = {},
) {
  const { password, tls, failoverAfterMs = 1_000 } = options
  const program = await redisProgram(site)
  const withPassword = password ? [`masterauth ${password}`] : []
  const memory = ['save ""', 'appendonly no', 'repl-diskless-sync-delay 0', ...withPassword]
  const primary = await startNode(program, memory, options)
  const others = await Promise.all(
    Array.from({ length: replicas }, () =>
      startNode(program, [...memory, `replicaof ${HOST} ${primary.port}`], options),
    ),
  )
  const watch = [
    `sentinel monitor mymaster ${HOST} ${primary.port} 2`,
    `sentinel down-after-milliseconds mymaster ${failoverAfterMs}`,
    `sentinel failover-timeout mymaster ${failoverAfterMs * 5}`,
    ...(password ? [`sentinel auth-pass mymaster ${password}`, `sentinel sentinel-pass ${password}`] : []),
  ]
  const sentinels = await Promise.all([1, 2, 3].map(() => startNode(program, watch, options)))
  const nodes = [primary, ...others]
  const first = sentinels[0]!
  // A failover needs Sentinels that know each other and the replicas.
  const state = async () => pairs(await first.ask('sentinel', 'master', 'mymaster'))
  await until(
    async () => {
      const { 'num-other-sentinels': known, 'num-slaves': replicated } = await state()
      if (known !== '2' || replicated !== String(replicas))
        throw new Error('the Sentinels do not know all yet')
    },
    { timeoutMs: FORMED_MS },
  )
  const addresses = sentinels.map(({ address }) => address).join(',')
  const query = password ? `?sentinelPassword=${password}` : ''
  return {
    url: `${scheme('sentinel', options)}${addresses}/mymaster${query}`,
    nodes,
    sentinels,
    tls,
    /** The primary that the Sentinels name. */
    async primary(): Promise<RedisNode> {
      const { port } = await state()
      return nodes.find((node) => String(node.port) === port)!
    },
    stop: () => Promise.all([...sentinels, ...nodes].map((node) => node.stop())),
  }
}

/** A Cluster of three primaries with replicas for each. */
export async function startCluster(
  site: Site,
  { replicas = 0, ...options }: GroupOptions & { replicas?: number } = {},
) {
  const { password, tls, failoverAfterMs = 1_000 } = options
  const program = await redisProgram(site)
  const nodes: RedisNode[] = []
  for (let made = 0; made < 3 * (1 + replicas); made++) {
    const settings = [
      'cluster-enabled yes',
      `cluster-port ${await freePort()}`,
      `cluster-node-timeout ${failoverAfterMs}`,
      'save ""',
      'appendonly no',
      'repl-diskless-sync-delay 0',
      ...(tls ? ['tls-cluster yes'] : []),
      ...(password ? [`masterauth ${password}`] : []),
    ]
    nodes.push(await startNode(program, settings, options))
  }
  const [first, second, third, ...others] = nodes as [RedisNode, RedisNode, RedisNode, ...RedisNode[]]
  const primaries = [first, second, third]
  const slots = [
    ['0', '5460'],
    ['5461', '10922'],
    ['10923', '16383'],
  ] as const
  for (const [index, node] of primaries.entries())
    await node.ask('cluster', 'addslotsrange', ...slots[index]!)
  for (const node of nodes.slice(1)) {
    const [, busPort] = /@(\d+)/.exec(String(await node.ask('cluster', 'nodes'))) ?? []
    await first.ask('cluster', 'meet', HOST, String(node.port), String(busPort))
  }
  const known = async (node: RedisNode) =>
    String(await node.ask('cluster', 'nodes'))
      .trim()
      .split('\n')
  const formed = (check: () => Promise<boolean>) =>
    until(
      async () => {
        if (!(await check())) throw new Error('the Cluster is not formed yet')
      },
      { timeoutMs: FORMED_MS },
    )
  for (const node of nodes) await formed(async () => (await known(node)).length === nodes.length)
  for (const [index, node] of others.entries()) {
    const id = String(await primaries[index % 3]!.ask('cluster', 'myid'))
    await until(() => node.ask('cluster', 'replicate', id), { timeoutMs: FORMED_MS })
  }
  const healthy = async (node: RedisNode) =>
    String(await node.ask('cluster', 'info')).includes('cluster_state:ok') &&
    (await known(node)).filter((line) => line.includes('slave')).length === others.length
  for (const node of nodes) await formed(() => healthy(node))
  return {
    url: `${scheme('cluster', options)}${nodes.map(({ address }) => address).join(',')}`,
    nodes,
    primaries,
    /** A primary that serves slots at present. */
    async somePrimary(): Promise<RedisNode> {
      const serving = (await known(nodes[0]!)).find((line) => /master - .*connected \d/.test(line))
      return nodes.find(({ port }) => serving?.includes(`:${port}@`))!
    },
    /** Whether another node has the slots of `away`, which is killed or frozen. */
    async isTakenOver(away: RedisNode): Promise<boolean> {
      const other = nodes.find((node) => node !== away)!
      const line = (await known(other)).find((one) => one.includes(`:${away.port}@`)) ?? ''
      const isOk = String(await other.ask('cluster', 'info')).includes('cluster_state:ok')
      return isOk && !/connected \d/.test(line)
    },
    stop: () => Promise.all(nodes.map((node) => node.stop())),
  }
}

/** The reply as an object. The reply is a list in which names and values alternate. */
function pairs(reply: unknown): Record<string, string> {
  const words = reply as string[]
  return Object.fromEntries(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]!]] : [])))
}
