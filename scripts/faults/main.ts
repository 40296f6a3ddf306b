import { setTimeout as delay } from 'node:timers/promises'
import { BACKING_NAMES } from '../../local/backing/index.ts'
import { readArguments } from '../../local/support/arguments.ts'
import { printError } from '../../local/support/command-error.ts'
import { brokerFaults } from './broker.ts'
import { databaseFaults, whyNoFailPoints } from './database.ts'
import { REDIS_KINDS } from '../../testing/system/groups.ts'
import { directoryCycles } from './directory.ts'
import { campaignOfHosts } from './hosts.ts'
import { compare, Ledger } from './ledger.ts'
import { lineFaults } from './lines.ts'
import { startLoad } from './load.ts'
import { mailFaults } from './mail.ts'
import { mailLatency } from './mail-latency.ts'
import { matching } from './only.ts'
import { processFaults } from './processes.ts'
import { randomFrom } from '../../testing/system/random.ts'
import { rareFaults } from './rare.ts'
import { restartOneByOne } from './restarts.ts'
import { stalls } from './stalls.ts'
import { BRANCHES, countBranches } from './traces/branches.ts'
import { collectSteps } from './traces/collect.ts'
import { findForbidden } from './traces/walk.ts'
import { startSystem, type System } from '../../testing/system/system.ts'
import {
  compareWebhooks,
  replayUndelivered,
  subscribe,
  webhookFaults,
  whereWebhooksWait,
} from './webhooks.ts'

const USAGE = `npm run faults -- [options]
  Load on the whole system while faults happen to it, and a ledger of what callers were told, what the stores
  hold and what the mail server accepted. Exit code 1: something was lost, doubled without explanation, or a
  response was wrong. Options: [--registrations N] [--faults N | --restarts N] [--seed S] [--seconds S]
  [--only KIND]
  The traces that the services have recorded are walked through the model of the delivery.

npm run faults -- --standard
  Three seeds, with each kind of fault at least once. Fails also if a rare branch was never reached.

npm run faults -- --directory [--cycles N] [--seed S]
  Cycles of directories (SCIM) while the user service is killed.

npm run faults -- --mail-latency [--seconds S]
  From the response to a registration to its e-mail at the mail server, at eight a second, while each service
  is restarted, the broker is killed and the mail server unavailable; an hour by default.

npm run faults -- --hosts sentinel|cluster [--only KIND]
  Redis behind Sentinels or as a Cluster, and three nodes of RabbitMQ: each host is killed and frozen in turn.
`
const text = { type: 'string' } as const
const { values } = readArguments(USAGE, {
  options: {
    registrations: text,
    faults: text,
    seed: text,
    seconds: text,
    only: text,
    restarts: text,
    standard: { type: 'boolean', default: false },
    directory: { type: 'boolean', default: false },
    cycles: text,
    'mail-latency': { type: 'boolean', default: false },
    hosts: text,
  },
})
const REGISTRATIONS = Number(values.registrations ?? 1_000)
const FAULTS = Number(values.faults ?? (values.standard ? 40 : 20))
/** Rolling restarts of each service instead of faults, which no caller may notice. */
const RESTARTS = Number(values.restarts ?? 0)
const SEEDS = values.standard ? [1, 2, 3] : [Number(values.seed ?? Date.now() % 1_000_000)]
const MAX_MS = 1_000 * Number(values.seconds ?? 86_400)
/** New work continues after a fault within this time. */
const RECOVERY_MS = 5_000
/** The wait for the last e-mails: a lease, a sweep, and the retries after temporary rejections. */
const LAST_MAILS_MS = 240_000
/** Webhooks are lost when none has arrived for this time. */
const NO_PROGRESS_MS = 60_000
const PAUSE_MS = 100
/** The traces of forbidden steps that are printed. */
const MAX_TRACES = 5

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const hosts = REDIS_KINDS.find((kind) => kind === values.hosts)
if (values.hosts !== undefined && hosts === undefined) {
  process.stderr.write(`--hosts must be ${REDIS_KINDS.join(' or ')}\n\n${USAGE}`)
  process.exit(2)
}
let reached = new Map<string, number>()
for (const seed of SEEDS) {
  if (!values.directory && !values['mail-latency'] && !hosts)
    print(`faults: seed ${seed}, ${REGISTRATIONS} registrations, ${FAULTS} faults`)
  const system = await startSystem({ hosts, traces: !values['mail-latency'] })
  try {
    if (!(await run(system, seed))) process.exitCode = 1
  } catch (fault) {
    // Before the system is stopped: requests of the load that fail then end the process.
    printError(fault)
    process.exitCode = 1
  } finally {
    await system.stop()
  }
}
const never = Object.keys(BRANCHES).filter((branch) => !reached.get(branch))
if (values.standard && never.length > 0) {
  print(`never reached: ${never.join('; ')}`)
  process.exitCode = 1
}
process.exit()

function run(system: System, seed: number): Promise<boolean> {
  if (values.directory) return directoryCycles(system, { cycles: Number(values.cycles ?? 20), seed }, print)
  if (values['mail-latency']) return mailLatency(system, Number(values.seconds ?? 3_600), print)
  if (system.groups) return campaignOfHosts(system, system.groups, values.only ?? '', print)
  return campaign(system, seed)
}

async function campaign(subject: System, seed: number): Promise<boolean> {
  const random = randomFrom(seed)
  const ledger = new Ledger()
  const whyNot = await whyNoFailPoints(subject)
  if (whyNot !== undefined) print(`  without failures of the database: ${whyNot}`)
  const ofDatabase = whyNot === undefined ? databaseFaults : {}
  const named = BACKING_NAMES.filter((name) => name !== 'smtp' && !subject.backing.servers[name].ours)
  const impossible = (kind: string): boolean =>
    (kind.endsWith('of a server') && named.length === 3) ||
    (named.includes('mongodb') && kind.startsWith('stall')) ||
    (named.includes('rabbitmq') && /memory alarm|queue deleted/.test(kind))
  if (named.length > 0) print(`  servers named by a variable are not stopped or starved: ${named.join(', ')}`)
  const routes = { registrations: [...subject.registrations], users: [...subject.users] }
  const most = REGISTRATIONS + 60 * FAULTS
  const load = await startLoad({ ...subject, ...routes }, ledger, randomFrom(seed + 1), most)
  const stalling = stalls(load)
  // Each takes half a minute, so they happen only when they are asked for.
  const rare = values.standard || values.only !== undefined ? rareFaults(load, ledger) : {}
  const ofStalls = values.only === undefined ? {} : stalling.faults
  const common = [processFaults, lineFaults, ofDatabase, brokerFaults, mailFaults, webhookFaults]
  const families = [...common, rare, ofStalls]
  const possible = families.flatMap((family) => Object.entries(family)).filter(([kind]) => !impossible(kind))
  const faults = matching(values.only ?? '', possible, ([kind]) => kind)
  const webhooks = await subscribe(subject)
  // New endpoints count within a second.
  await delay(1_500)
  const subscribedAt = new Date()
  const until = performance.now() + MAX_MS
  const happened = new Map<string, number>()
  let happening = true
  const faulting = (async () => {
    if (RESTARTS > 0) return restartOneByOne(subject, Object.values(routes), RESTARTS)
    for (let n = 0; n < FAULTS && performance.now() < until; n++) {
      const remaining = values.standard ? faults.filter(([kind]) => !happened.has(kind)) : []
      const [kind, fault] = random.of(remaining.length > 0 ? remaining : faults)
      happened.set(kind, (happened.get(kind) ?? 0) + 1)
      await fault(subject, random).catch((error: unknown) => {
        throw new Error(`the fault "${kind}" could not be made`, { cause: error })
      })
      ledger.healed(kind)
      if ((n + 1) % 20 === 0) {
        print(`  ${n + 1} faults, ${load.asked()} registrations asked for`)
        stalling.report(print)
      }
      while (!ledger.recovered && performance.now() < until) await delay(PAUSE_MS)
    }
    return undefined
  })().finally(() => (happening = false))
  // It is awaited below, after the load. Until then a fault that could not be made must not end the process.
  faulting.catch(() => undefined)
  // Open loop: as many requests a second as it takes to have faults during all of them.
  while (happening || (load.asked() < REGISTRATIONS && performance.now() < until)) {
    load.send()
    await delay(load.asked() < REGISTRATIONS ? PAUSE_MS : 10 * PAUSE_MS)
  }
  await faulting
  await load.settled()

  const end = performance.now() + LAST_MAILS_MS
  let found = await compare(subject, ledger)
  while (found.waiting > 0 && performance.now() < end) {
    await delay(1_000)
    found = await compare(subject, ledger)
  }
  await replayUndelivered(webhooks)
  let hooks = await compareWebhooks(subject, subscribedAt)
  let arrivedAt = performance.now()
  while (hooks.missing.length > 0 && performance.now() - arrivedAt < NO_PROGRESS_MS) {
    await delay(3_000)
    const next = await compareWebhooks(subject, subscribedAt)
    if (next.missing.length < hooks.missing.length) arrivedAt = performance.now()
    hooks = next
  }
  for (const [kind, count] of [...happened].sort()) print(`  ${String(count).padStart(4)} ${kind}`)
  for (const line of ledger.wrong) print(`  wrong: ${line}`)
  print(
    `${found.registrations} registrations, ${ledger.told.size} told; ` +
      `lost ${found.lost.length} ${found.lost.join(' ')}; ` +
      `doubled ${found.doubled.length} ${found.doubled.join(' ')}, ` +
      `and ${found.explained} in the window that SMTP leaves; ` +
      `stale copies ${found.stale}; wrong responses ${ledger.wrong.length}; ` +
      `slowest recovery ${ledger.slowestRecovery.ms} ms (${ledger.slowestRecovery.after})`,
  )
  print(
    `webhooks: ${hooks.expected} events expected; ` +
      `lost ${hooks.missing.length} ${hooks.missing.slice(0, 5).join(', ')}; ` +
      `out of scope ${hooks.outOfScope.length} ${hooks.outOfScope.slice(0, 5).join(', ')}; ` +
      `repeated under another id ${hooks.renamed.length}; ` +
      `not genuine ${hooks.forged.length} ${hooks.forged[0] ?? ''}`,
  )
  if (hooks.missing.length > 0) for (const line of await whereWebhooksWait(subject)) print(`  ${line}`)
  if (ledger.slowestRecovery.ms > RECOVERY_MS) print(`  slower than ${RECOVERY_MS} ms`)
  const allWentOn = stalling.report(print)
  const noticed = RESTARTS > 0 ? ledger.unanswered.length + found.repeated : 0
  if (RESTARTS > 0) {
    for (const line of ledger.unanswered) print(`  unanswered: ${line}`)
    print(`  unanswered ${ledger.unanswered.length}, e-mails attempted more than once ${found.repeated}`)
  }
  const ofWebhooks =
    hooks.missing.length + hooks.outOfScope.length + hooks.renamed.length + hooks.forged.length
  const ofMails = found.lost.length + found.doubled.length + found.stale
  const recorded = collectSteps(subject.logs)
  reached = countBranches(recorded, reached)
  for (const [branch, times] of reached) print(`  ${String(times).padStart(6)} × ${branch}`)
  const forbidden = findForbidden(recorded)
  for (const { why, trace } of forbidden.slice(0, MAX_TRACES))
    print(`  forbidden: ${why}\n${trace.join('\n')}`)
  print(`${recorded.length} steps recorded, ${forbidden.length} of them forbidden`)
  return allWentOn && ofMails + ofWebhooks + ledger.wrong.length + noticed + forbidden.length === 0
}
