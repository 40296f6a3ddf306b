import { setTimeout as delay } from 'node:timers/promises'
import { bearer, uncheckedClient } from '../../services/shared/tests/kit/client.ts'
import { OPERATOR_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { ATTENDANCE, must, putFirstGroups, ROOT } from '../../services/shared/tests/kit/portal.ts'
import type { System } from './system.ts'

/** Of the account whose windows are counted; the other one has no limit that it could meet. */
const LIMIT = 60
const WINDOW_MS = 60_000
/** The outage begins in a window of Redis, spans a window of its own, and ends in a third one. */
const [BEGINS_MS, ENDS_MS, LASTS_MS] = [20_000, 120_000, 150_000]
const STEADY_EVERY_MS = 20
const LIMITED_EVERY_MS = 250

interface Seen {
  readonly at: number
  readonly ms: number
  readonly status: number
  /** The limit that it announced. */
  readonly limit: number
}

/** Each way in which Redis can be away, and how it comes back. */
const OUTAGES: Readonly<Record<string, (system: System) => Promise<() => unknown>>> = {
  up: () => Promise.resolve(() => undefined),
  dead: async ({ backing }) => {
    await backing.servers.redis.stop(0)
    return () => backing.servers.redis.start()
  },
  'slow, by 150 ms': ({ lines }) => {
    lines.redis.slow(150)
    return Promise.resolve(() => lines.redis.heal())
  },
  silent: ({ lines }) => {
    lines.redis.freeze()
    return Promise.resolve(() => lines.redis.heal())
  },
}

/**
 * Asks two replicas while Redis is away in each way, and prints what callers see as a table.
 * @returns whether limits held
 */
export async function limitsWithoutRedis(system: System, say: (line: string) => void): Promise<boolean> {
  const operator = uncheckedClient(system.users[0]!.operatorUrl, bearer(OPERATOR_TOKEN))
  await putFirstGroups(operator)
  say('| Redis | first second, p99 | afterwards, p99 | 5xx | window before | inside | after | shared again |')
  say('| --- | --- | --- | --- | --- | --- | --- | --- |')
  let held = true
  for (const [kind, begin] of Object.entries(OUTAGES)) {
    const steady = asking(system, await aCredential(operator, 1_000_000), STEADY_EVERY_MS)
    const limited = asking(system, await aCredential(operator, LIMIT), LIMITED_EVERY_MS)
    await delay(BEGINS_MS)
    const from = performance.now()
    const end = await begin(system)
    await delay(ENDS_MS - BEGINS_MS)
    const healed = performance.now()
    await end()
    await delay(LASTS_MS - ENDS_MS)
    const [all, some] = [await steady(), await limited()]
    const between = (a: number, b: number) => all.filter(({ at }) => at >= a && at < b).map(({ ms }) => ms)
    const faults = [...all, ...some].filter(({ status }) => status >= 500).length
    const passed = (start: number) =>
      some.filter(({ at, status }) => status !== 429 && at >= start && at < start + WINDOW_MS).length
    const local = some.find(({ limit }) => limit < LIMIT)?.at
    const windows = [some[0]!.at, local, local && local + WINDOW_MS].map((start) => start && passed(start))
    const alone = some.filter(({ at, limit }) => at > healed && limit < LIMIT).at(-1)
    const again = alone ? `${((alone.at - healed) / 1_000).toFixed(1)} s` : '—'
    const waits = [p99(between(from, from + 1_000)), p99(between(from + 1_000, healed))]
    say(`| ${[kind, ...waits, faults, ...windows.map((passing) => passing ?? '—'), again].join(' | ')} |`)
    held &&= faults === 0 && (windows[1] ?? 0) <= LIMIT
  }
  return held
}

async function aCredential(operator: ReturnType<typeof uncheckedClient>, requestsPerMinute: number) {
  const grants = [{ role: ATTENDANCE, groupId: ROOT }]
  const account = { name: `${requestsPerMinute} a minute`, requestsPerMinute, grants }
  const { id } = must(await operator.post('/admin/service-accounts/', account), 201)
  const { keyId, secret } = must(await operator.post(`/admin/service-accounts/${id}/keys/`, {}), 201)
  return bearer(`${keyId}.${secret}`)
}

/** Asks both replicas in turn, without waiting for answers. @returns stops, and tells what was seen */
function asking({ registrations }: System, credential: Record<string, string>, everyMs: number) {
  const seen: Promise<Seen>[] = []
  const timer = setInterval(() => {
    const { url } = registrations[seen.length % registrations.length]!
    const at = performance.now()
    seen.push(
      uncheckedClient(url, credential)
        .get('/registrations/999999999/')
        .then(({ status, headers }) => {
          const [, limit = '0'] = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? []
          return { at, ms: performance.now() - at, status, limit: Number(limit) }
        }),
    )
  }, everyMs)
  return () => {
    clearInterval(timer)
    return Promise.all(seen)
  }
}

function p99(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  return `${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1)} ms`
}
