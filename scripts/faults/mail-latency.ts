import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { quantiles } from '../../testing/quantiles.ts'
import { randomFrom } from '../../testing/system/random.ts'
import type { Server, System } from '../../testing/system/system.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { restartOneByOne } from './restarts.ts'

const PER_SECOND = 8
/** Outside the outages of the broker and the mail server, from the response to the accepted e-mail. */
const MAX_P99_MS = 1_000
const MAX_P999_MS = 5_000
/** What an outage has delayed is accepted within this time after it. */
const MAX_DRAIN_MS = 5_000
const MAIL_SERVER_UNAVAILABLE_MS = 20_000
/** Between two of the events, so that none is judged by the one before. */
const PAUSE_MS = 15_000
/** For the last e-mails: longer than a lease and the first delays. */
const LAST_MAILS_MS = 60_000

/** What happens, and when it begins, as a part of the whole time. */
interface Happening {
  readonly name: string
  readonly at: number
  /** Whether the e-mails that it delays have until {@link MAX_DRAIN_MS} after it. */
  readonly isOutage: boolean
  run(system: System, routes: readonly Server[][]): Promise<unknown>
}

const HAPPENINGS: readonly Happening[] = [
  {
    name: 'restart of each process of each service',
    at: 0.1,
    isOutage: false,
    run: (system, routes) => restartOneByOne(system, routes, 1),
  },
  {
    name: 'broker killed and started',
    at: 0.55,
    isOutage: true,
    async run({ backing }) {
      await backing.servers.rabbitmq.stop(0)
      await backing.servers.rabbitmq.start()
    },
  },
  {
    name: 'mail server unavailable for 20 s',
    at: 0.7,
    isOutage: true,
    run: ({ mails }) => mails.isUnavailableFor(MAIL_SERVER_UNAVAILABLE_MS),
  },
]

interface Period {
  readonly name: string
  readonly isOutage: boolean
  readonly from: number
  readonly to: number
}

/** A registration and its e-mail, in milliseconds of the clock. */
interface Sent {
  readonly answeredAt: number
  readonly acceptedAt: number
}

/** With the time in which what it has delayed is sent, before and beside new e-mails. */
const withDrain = (outage: Period): Period => ({ ...outage, to: outage.to + MAX_DRAIN_MS })

const during = ({ answeredAt, acceptedAt }: Sent, { from, to }: Period) =>
  acceptedAt >= from && answeredAt <= to

/**
 * Registers people at a steady rate and prints how long their e-mails took, as a table.
 * @returns whether all e-mails came in time
 */
export async function mailLatency(
  system: System,
  seconds: number,
  print: (line: string) => void,
): Promise<boolean> {
  const routes = { registrations: [...system.registrations], users: [...system.users] }
  const ledger = new Ledger()
  // More than asked for, because each event takes as long as it does.
  const most = PER_SECOND * (seconds + 600)
  const load = await startLoad({ ...system, ...routes }, ledger, randomFrom(1), most)
  const periods: Period[] = []
  const [began, end] = [Date.now(), Date.now() + 1_000 * seconds]
  const happening = (async () => {
    for (const { name, at, isOutage, run } of HAPPENINGS) {
      const earliest = (periods.at(-1)?.to ?? began) + PAUSE_MS
      await delay(Math.max(0, earliest - Date.now(), began + 1_000 * seconds * at - Date.now()))
      const from = Date.now()
      await run(system, Object.values(routes))
      periods.push({ name, isOutage, from, to: Date.now() })
      print(`  ${name}: ${((Date.now() - from) / 1_000).toFixed(1)} s`)
    }
    await delay(PAUSE_MS)
  })()
  let happens = true
  const ended = happening.finally(() => (happens = false))
  ended.catch(() => undefined)
  for (let sent = 0; happens || Date.now() < end; sent++) {
    await delay(Math.max(0, began + (1_000 * sent) / PER_SECOND - Date.now()))
    load.create()
  }
  await ended
  await load.settled()
  for (const line of ledger.wrong) print(`  wrong: ${line}`)
  return (await judge(system, ledger.told, periods, print)) && ledger.wrong.length === 0
}

async function judge(
  { mails }: System,
  answered: ReadonlyMap<number, number>,
  periods: readonly Period[],
  print: (line: string) => void,
): Promise<boolean> {
  const until = Date.now() + LAST_MAILS_MS
  const accepted = () => {
    const first = new Map<number, number>()
    for (const { mail, at } of mails.received) {
      const id = Number(/^<222\.(\d+)\./.exec(mail.messageId ?? '')?.[1])
      if (!first.has(id)) first.set(id, at)
    }
    return first
  }
  let taken = accepted()
  const missing = () => [...answered.keys()].filter((id) => !taken.has(id))
  while (missing().length > 0 && Date.now() < until) {
    await delay(1_000)
    taken = accepted()
  }
  const sent = [...answered].flatMap(([id, answeredAt]): Sent[] => {
    const at = taken.get(id)
    // The e-mail may be there before the response has arrived.
    return at === undefined ? [] : [{ answeredAt, acceptedAt: Math.max(at, answeredAt) }]
  })
  const outages = periods.filter(({ isOutage }) => isOutage)
  const undisturbed = sent.filter((one) => !outages.some((outage) => during(one, withDrain(outage))))
  const ms = (value: number) => `${Math.round(value)} ms`
  const timesOf = (some: readonly Sent[]) => some.map(({ answeredAt, acceptedAt }) => acceptedAt - answeredAt)
  print('| Registrations | E-mails | Half within | 99 of 100 | 999 of 1,000 | All |')
  print('| --- | --- | --- | --- | --- | --- |')
  const row = (name: string, some: readonly Sent[]) => {
    const { p50, p99, p999 } = quantiles(timesOf(some))
    const longest = timesOf(some).reduce((a, b) => Math.max(a, b), 0)
    print(`| ${[name, some.length, ...[p50, p99, p999, longest].map(ms)].join(' | ')} |`)
    return { p99, p999 }
  }
  const { p99, p999 } = row('outside outages', undisturbed)
  for (const period of periods.filter(({ isOutage }) => !isOutage))
    row(
      `during: ${period.name}`,
      undisturbed.filter((one) => during(one, period)),
    )
  const drains = outages.map((outage) => {
    const waited = sent.filter((one) => during(one, outage))
    const last = waited.reduce((latest, { acceptedAt }) => Math.max(latest, acceptedAt), outage.to)
    print(
      `${outage.name}: ${waited.length} e-mails waited, the last one until ${ms(last - outage.to)} after it`,
    )
    return last - outage.to
  })
  const lost = missing()
  const twice = mails.received.length - taken.size
  print(`lost ${lost.length} ${lost.slice(0, 5).join(' ')}; accepted more than once ${twice}`)
  print(
    `load of this machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  )
  const isInTime = p99 <= MAX_P99_MS && p999 <= MAX_P999_MS && drains.every((drain) => drain <= MAX_DRAIN_MS)
  if (!isInTime)
    print(`slower than ${ms(MAX_P99_MS)}, ${ms(MAX_P999_MS)} or ${ms(MAX_DRAIN_MS)} after an outage`)
  return isInTime && lost.length === 0
}
