import { setTimeout as delay } from 'node:timers/promises'
import type { RabbitmqNode } from '../../local/backing/rabbitmq-group.ts'
import type { RedisNode } from '../../local/backing/redis-groups.ts'
import { until } from '../../local/support/wait.ts'
import { uncheckedClient } from '../../testing/client.ts'
import { ATTENDANCE } from '../../testing/portal.ts'
import type { Groups } from '../../testing/system/groups.ts'
import { compare, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { matching } from './only.ts'
import { operators } from '../../testing/system/operators.ts'
import { randomFrom } from '../../testing/system/random.ts'
import type { System } from '../../testing/system/system.ts'

/** A request of any kind. */
const LOAD_EVERY_MS = 250
/** How long a host is unavailable. E-mails have to be sent again before it is back. */
const AWAY_MS = 25_000
/** How long everything has to recover before the next fault. */
const REST_MS = 10_000
const BACK_MS = 60_000
const LAST_MAILS_MS = 240_000
/** After a loss, e-mails flow and limits are shared again within these times. */
const MAX_GAP_MS = 10_000
const MAX_SHARED_AGAIN_MS = 5_000

/** Of the account whose requests are counted. */
const LIMIT = 60
const LIMITED_EVERY_MS = 200
const WINDOW_MS = 60_000
/**
 * A window of a minute ends where another begins, so a minute can have twice the limit at any time. A change
 * from shared to local counters, and back, begins a window each.
 */
const MAX_IN_A_MINUTE = 4 * LIMIT

interface Host {
  readonly server: 'rabbitmq' | 'redis'
  readonly name: string
  readonly harm: 'killed' | 'frozen'
  readonly act: () => unknown
  readonly heal: () => unknown
  /** Throws until another host has taken over. */
  readonly takenOver: () => Promise<void>
}

/**
 * Kills and freezes the hosts one after another, and prints a table of what callers saw.
 * @param only the cases whose text, "<name>, killed" or "<name>, frozen", contains this
 * @returns whether all was well
 */
export async function campaignOfHosts(
  system: System,
  groups: Groups,
  only: string,
  print: (line: string) => void,
) {
  const ledger = new Ledger()
  const operator = operators(system.users[0]!)
  const load = await startLoad(system, ledger, randomFrom(1), 4_000)
  const credential = await operator.anAccount([ATTENDANCE], { requestsPerMinute: LIMIT })
  const limited = asking(system, credential, LIMITED_EVERY_MS)
  const sending = setInterval(() => load.send(), LOAD_EVERY_MS)
  let isWell = true

  print(
    row(
      'Host',
      'noticed after',
      'longest time without an e-mail',
      'Redis taken over after',
      'limits shared again after',
    ),
  )
  print(row('---', '---', '---', '---', '---'))
  await delay(REST_MS)
  const hosts = [...(await rabbitmqHosts(groups)), ...redisHosts(groups)]
  for (const host of matching(only, hosts, ({ name, harm }) => `${name}, ${harm}`)) {
    const { server } = host
    const mailGap = watchMails(system)
    const began = performance.now()
    const since = () => Math.round(performance.now() - began)
    await host.act()
    const noticed = awaitState(system, server, false, AWAY_MS).then(since, () => undefined)
    const takenOver = until(host.takenOver, { timeoutMs: AWAY_MS, everyMs: 50 }).then(since, () => undefined)
    const shared = takenOver.then(async (at) => {
      if (at === undefined) return undefined
      return awaitState(system, server, true, AWAY_MS).then(
        () => since() - at,
        () => undefined,
      )
    })
    await delay(AWAY_MS)
    const gap = mailGap()
    const [a, b, c] = await Promise.all([noticed, takenOver, shared])
    const isRedis = server === 'redis'
    const ofRedis = isRedis ? [seconds(b), seconds(c)] : ['', '']
    print(row(`${host.name}, ${host.harm}`, seconds(a), seconds(gap), ...ofRedis))
    isWell &&= gap <= MAX_GAP_MS && (!isRedis || (c !== undefined && c <= MAX_SHARED_AGAIN_MS))
    await host.heal()
    await awaitState(system, server, true, BACK_MS)
    // Of three nodes one may be lost, and the next fault takes one.
    if (server === 'rabbitmq') await groups.rabbitmq.whole()
    await delay(REST_MS)
  }
  clearInterval(sending)
  await load.settled()
  const most = mostInAMinute((await limited()).filter(({ status }) => status < 400 || status === 404))

  const end = performance.now() + LAST_MAILS_MS
  let found = await compare(system, ledger)
  while (found.waiting > 0 && performance.now() < end) {
    await delay(1_000)
    found = await compare(system, ledger)
  }
  for (const line of ledger.wrong) print(`  wrong: ${line}`)
  print(
    `${found.registrations} registrations; lost ${found.lost.length}; ` +
      `doubled ${found.doubled.length}, and ${found.explained} in ` +
      `the window that SMTP leaves; stale copies ${found.stale}; wrong responses ${ledger.wrong.length}; ` +
      `most requests of an account with ${LIMIT} a minute in any minute: ${most}`,
  )
  const isUnharmed = found.lost.length + found.doubled.length + found.stale + ledger.wrong.length === 0
  return isWell && isUnharmed && most <= MAX_IN_A_MINUTE
}

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`

const seconds = (ms: number | undefined) => (ms === undefined ? '—' : `${(ms / 1_000).toFixed(1)} s`)

/** First the node with the most connections, then each other one; then the same frozen. */
async function rabbitmqHosts({ rabbitmq }: Groups): Promise<Host[]> {
  const counts = await connectionsOf(rabbitmq.nodes)
  const order = rabbitmq.nodes.toSorted((a, b) => counts.get(b)! - counts.get(a)!)
  return (['killed', 'frozen'] as const).flatMap((harm) =>
    order.map((node) => ({
      server: 'rabbitmq' as const,
      name: `RabbitMQ ${node.nodeName} (${counts.get(node)} of ${sum(counts.values())} connections at first)`,
      harm,
      act: harm === 'killed' ? node.kill : node.freeze,
      // A frozen node is replaced, as a liveness probe does. One that is only resumed can stay apart from the
      // cluster (Mnesia: running_partitioned_network), and then the next loss is the second one.
      async heal() {
        await node.kill()
        await node.start()
      },
      takenOver: () => Promise.resolve(),
    })),
  )
}

async function connectionsOf(nodes: readonly RabbitmqNode[]): Promise<Map<RabbitmqNode, number>> {
  const { stdout } = await nodes[0]!.control('-q', 'list_connections', '--no-table-headers', 'pid')
  return new Map(nodes.map((node) => [node, stdout.split(`<${node.nodeName}.`).length - 1]))
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0)

function redisHosts({ redis }: Groups): Host[] {
  const hosts: Host[] = []
  for (const harm of ['killed', 'frozen'] as const) {
    let node: RedisNode | undefined
    hosts.push({
      server: 'redis',
      name: redis.kind === 'sentinel' ? 'Redis, the primary' : 'Redis, one of three primaries',
      harm,
      async act() {
        node = redis.kind === 'sentinel' ? await redis.primary() : await redis.somePrimary()
        await (harm === 'killed' ? node.kill() : node.freeze())
      },
      heal: () => (harm === 'killed' ? node?.start() : node?.resume()),
      async takenOver() {
        const isOver =
          redis.kind === 'sentinel' ? (await redis.primary()) !== node : await redis.isTakenOver(node!)
        if (!isOver) throw new Error('no failover yet')
      },
    })
  }
  return hosts
}

/**
 * Resolves when every process of every service says that a server is available, or some process that it is
 * not.
 */
async function awaitState(
  { services }: System,
  server: string,
  up: boolean,
  timeoutMs: number,
): Promise<void> {
  await until(
    async () => {
      const states = await Promise.all(
        services.map(async ({ healthUrl }) => {
          const metrics = await (await fetch(`${healthUrl}/metrics`)).text()
          return (
            metrics.includes(`rollcall_dependency_up{dependency="${server}"`) &&
            new RegExp(`^rollcall_dependency_up\\{dependency="${server}".*\\} 1$`, 'm').test(metrics)
          )
        }),
      )
      if (up ? states.includes(false) : !states.includes(false))
        throw new Error(`${server} is not ${up ? 'up' : 'unavailable'}`)
    },
    { timeoutMs, everyMs: 100 },
  )
}

/** @returns stops, and tells the longest time without an e-mail, in milliseconds */
function watchMails({ mails }: System) {
  let [count, last, longest] = [mails.received.length, performance.now(), 0]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    if (mails.received.length > count) [count, last] = [mails.received.length, now]
  }
  const timer = setInterval(look, 50)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

function mostInAMinute(requests: readonly { at: number }[]): number {
  const times = requests.map(({ at }) => at)
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + WINDOW_MS).length))
}

/** Sends requests to all replicas in turn, without waiting for responses. @returns stops, and tells them */
function asking({ registrations }: System, credential: Record<string, string>, everyMs: number) {
  const seen: ReturnType<typeof askOnce>[] = []
  const askOnce = async (url: string) => {
    const at = performance.now()
    const { status } = await uncheckedClient(url, credential).get('/registrations/999999999/')
    return { at, status }
  }
  const next = () => seen.push(askOnce(registrations[seen.length % registrations.length]!.url))
  const timer = setInterval(next, everyMs)
  return () => {
    clearInterval(timer)
    return Promise.all(seen)
  }
}
