/**
 * `REGISTRY=host:port npm run test:cluster`: installs Rollcall on the cluster of KUBECONFIG, disturbs it under load in
 * every way that operating it does, and counts what a client and the mailbox saw. BEFORE names a commit: it begins with
 * that version, and goes to this one and back. VALUES names a file with values of your own. The namespace is removed at the
 * end unless KEEP is set.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLACES } from '../dev/places.ts'
import { imageName } from '../image/services.ts'
import { explain, Refusal } from '../support/refusal.ts'
import { kubectl, NAMESPACE } from './commands.ts'
import { openToForeigners } from './foreigner.ts'
import { startMeasuring } from './cost.ts'
import { countMails, countRegistrations } from './count.ts'
import { gatewayRun } from './gateway.ts'
import { ask, closeConnections, type Way } from './http.ts'
import {
  freshNamespace,
  helmTest,
  installBacking,
  installRollcall,
  OPERATOR_TOKEN,
  publishVersions,
  runNotedCurl,
  SMOKE_KEY,
  realTest,
  upgrade,
  ways,
} from './install.ts'
import { startLoad } from './load.ts'
import { phases } from './phases.ts'
import { startKiller } from './pods.ts'
import { line, tally, type Tally } from './tally.ts'
import { fill } from './world.ts'

const PER_SECOND = Number(process.env['PER_SECOND'] ?? 20)

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const faults: string[] = []
const expect = (holds: boolean, what: string): void => {
  say(`${holds ? 'ok   ' : 'FAIL '} ${what}`)
  if (!holds) faults.push(what)
}
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = Date.now()
  const result = await work()
  say(`      ${what}: ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return result
}

try {
  const { REGISTRY, BEFORE, VALUES } = process.env
  if (REGISTRY === undefined)
    throw new Refusal('Say where the cluster finds what is pushed: REGISTRY=host:port npm run test:cluster')
  const versions = await publishVersions(REGISTRY, BEFORE)
  await freshNamespace()

  const began = Date.now()
  await timed('helm install of the backing servers', () => installBacking(REGISTRY))
  await timed('helm install of Rollcall', () => installRollcall(versions.before, VALUES))
  await timed('helm test: every service is ready', helmTest)
  const { open, operator } = await ways()
  const world = await timed('users, courses and a key', () => fill(operator, OPERATOR_TOKEN))
  const bearer = { Authorization: `Bearer ${OPERATOR_TOKEN}` }
  const groups = (way: Way) => ask(way, 'GET', '/admin/groups/', bearer)
  expect((await groups(operator)).status === 200, 'operator operations answer on their own host')
  expect((await groups(open)).status === 404, 'the public host leads to no operator operation')
  await kubectl(
    ...['create', 'secret', 'generic', SMOKE_KEY],
    ...[`--from-literal=keyId=${world.key.keyId}`, `--from-literal=secret=${world.key.secret}`],
  )
  await upgrade(versions.before, { tests: realTest(world, -1) }, '--wait')
  const said = await timed('helm test: a registration whose e-mail is sent', helmTest)
  const seconds = (Date.now() - began) / 1000
  expect(said.includes('"status":"sent"'), 'helm test saw the e-mail sent')
  expect(seconds <= 180, `from helm install to helm test passed in ${seconds.toFixed(0)} s (at most 180)`)
  expect((await runNotedCurl()).startsWith('{"openapi"'), 'the curl of the notes works')

  const killer = await startKiller(imageName('registration', versions.before.tag))
  const load = startLoad(open, world, PER_SECOND)
  const rows: Tally[] = []
  // Without a gap: every first attempt belongs to a phase.
  let from = Date.now()
  for (const phase of phases(versions, killer)) {
    const measured = rows.length === 0 ? await startMeasuring() : undefined
    await phase.run()
    const until = Date.now()
    const row = tally(phase, load.attempts, from, until, killer.deaths)
    from = until
    rows.push(row)
    say(line(row))
    if (phase.promise === 'nothing fails') expect(row.failures === 0, `${phase.name}: no failed request`)
    if (phase.promise === 'what was under way may fail')
      expect(row.failures === row.underWay, `${phase.name}: nothing failed but what was under way on the pod`)
    if (measured !== undefined) {
      for (const cost of await measured()) say(`      ${cost}`)
      const reached = (await openToForeigners(imageName('registration', versions.before.tag))).join(' ')
      expect(reached === '', `a pod of another namespace reaches nothing but public ports ${reached}`)
    }
  }
  await load.stop()

  const mails = await countMails(load.created)
  const registrations = await countRegistrations(open, world, load.created)
  say(
    `      ${load.attempts.length} first attempts, ${load.created.length} registrations, ${mails.mails} e-mails in the mailbox's log`,
  )
  expect(load.lost.length === 0, `no registration was given up by the client ${load.lost.join('; ')}`)
  expect(registrations.lost === 0, `no registration is lost (${registrations.stored} stored)`)
  expect(registrations.doubled === 0, 'no registration is doubled')
  expect(mails.lost.length === 0, `no e-mail is lost ${mails.lost.join(' ')}`)
  say(`      doubled e-mails: ${mails.doubled.length}`)

  const passed = await gatewayRun(open, world, versions.present)
  expect(passed, 'the same through a Gateway: helm test and the curl of the notes')

  const report = { installSeconds: seconds, rows, mails, registrations, faults }
  writeFileSync(join(PLACES.local, 'cluster-report.json'), JSON.stringify(report, null, 2))
  closeConnections()
  if (process.env['KEEP'] === undefined) await kubectl('delete', 'namespace', NAMESPACE, '--wait=false')
  if (faults.length > 0) throw new Refusal(`${faults.length} promises were not kept:\n${faults.join('\n')}`)
  say('\nAll as promised.')
  process.exit()
} catch (fault) {
  process.exit(explain(fault))
}
