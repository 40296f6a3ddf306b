import { setTimeout as delay } from 'node:timers/promises'
import { uncheckedClient } from '../../testing/client.ts'
import { ATTENDANCE, putFirstGroups } from '../../testing/portal.ts'
import { operators } from '../../testing/system/operators.ts'
import { quantiles } from '../../testing/quantiles.ts'
import type { System } from '../../testing/system/system.ts'

/** The limit of the account whose requests are counted; that of the other one is too high to be reached. */
const LIMIT = 60
const WINDOW_MS = 60_000
/** The outage begins in a window of Redis, spans a whole window, and ends in a third one. */
const [BEGINS_MS, ENDS_MS, LASTS_MS] = [20_000, 120_000, 150_000]
const STEADY_EVERY_MS = 20
const LIMITED_EVERY_MS = 250

/** Each way in which Redis can be unavailable, and how it recovers. */
const OUTAGES: Readonly<Record<string, { begin(system: System): unknown; end(system: System): unknown }>> = {
  available: { begin: () => undefined, end: () => undefined },
  stopped: {
    begin: ({ backing }) => backing.servers.redis.stop(0),
    end: ({ backing }) => backing.servers.redis.start(),
  },
  'slower by 150 ms': { begin: ({ lines }) => lines.redis.slow(150), end: ({ lines }) => lines.redis.heal() },
  'not responding': { begin: ({ lines }) => lines.redis.freeze(), end: ({ lines }) => lines.redis.heal() },
}

/**
 * The account's first minute begins before the outage, the first one without Redis when a replica first
 * counts on its own.
 */
const COLUMNS = [
  'Redis',
  'p99 in the first second',
  'p99 afterwards',
  '5xx',
  "Passed in the account's first minute",
  'Passed in the first minute without Redis',
  'Passed in the minute after that',
  'Back to counting in Redis after',
]

/**
 * Calls two replicas while Redis is unavailable in each way, and prints what callers see as a table.
 * @returns whether limits held
 */
export async function limitsWithoutRedis(system: System, print: (line: string) => void): Promise<boolean> {
  const operator = operators(system.users[0]!)
  await putFirstGroups(operator.client)
  print(`| ${COLUMNS.join(' | ')} |`)
  print(`| ${COLUMNS.map(() => '---').join(' | ')} |`)
  let held = true
  for (const [kind, outage] of Object.entries(OUTAGES)) {
    const [free, limit] = [{ requestsPerMinute: 1_000_000 }, { requestsPerMinute: LIMIT }]
    const steady = asking(system, await operator.anAccount([ATTENDANCE], free), STEADY_EVERY_MS)
    const limited = asking(system, await operator.anAccount([ATTENDANCE], limit), LIMITED_EVERY_MS)
    await delay(BEGINS_MS)
    const from = performance.now()
    await outage.begin(system)
    await delay(ENDS_MS - BEGINS_MS)
    const healed = performance.now()
    await outage.end(system)
    await delay(LASTS_MS - ENDS_MS)
    const [all, some] = [await steady(), await limited()]
    const p99 = (a: number, b: number) =>
      `${quantiles(all.filter(({ at }) => at >= a && at < b).map(({ ms }) => ms)).p99.toFixed(1)} ms`
    const faults = [...all, ...some].filter(({ status }) => status >= 500).length
    const passed = (start: number) =>
      some.filter(({ at, status }) => status !== 429 && at >= start && at < start + WINDOW_MS).length
    const local = some.find(({ limit }) => limit < LIMIT)?.at
    const windows = [some[0]!.at, local, local && local + WINDOW_MS].map((start) => start && passed(start))
    const alone = some.filter(({ at, limit }) => at > healed && limit < LIMIT).at(-1)
    const again = alone ? `${((alone.at - healed) / 1_000).toFixed(1)} s` : '—'
    const waits = [p99(from, from + 1_000), p99(from + 1_000, healed)]
    print(`| ${[kind, ...waits, faults, ...windows.map((passing) => passing ?? '—'), again].join(' | ')} |`)
    held &&= faults === 0 && (windows[1] ?? 0) <= LIMIT
  }
  return held
}

/**
 * Sends requests to all replicas in turn, without waiting for responses. @returns stops, and tells what was
 * seen
 */
export function asking({ registrations }: System, credential: Record<string, string>, everyMs: number) {
  const seen: ReturnType<typeof askOnce>[] = []
  const askOnce = async (url: string) => {
    const at = performance.now()
    const { status, headers } = await uncheckedClient(url, credential).get('/registrations/999999999/')
    const [, announced = '0'] = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? []
    return { at, ms: performance.now() - at, status, limit: Number(announced) }
  }
  const next = () => seen.push(askOnce(registrations[seen.length % registrations.length]!.url))
  const timer = setInterval(next, everyMs)
  return () => {
    clearInterval(timer)
    return Promise.all(seen)
  }
}
