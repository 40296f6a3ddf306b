import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGuardian } from '../../local/processes/guardian.ts'
import { itWith, object, rendered } from '../../testing/charts/render.ts'
import { eventually } from '../../testing/eventually.ts'
import { onFreePort } from '../../testing/gateway.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { rowOf } from './rows.ts'
import { startWatchers } from './watchers.ts'

const SERVICES = ['registration', 'user', 'notification']
/** Its expression gives it no labels that say whose it is. */
const ALERT = 'RollcallDatabaseUnavailable'

/** An installation without its database. */
async function installation() {
  let up = 0
  const server = createServer((_request, response) => {
    const lines = SERVICES.map(
      (service) => `rollcall_dependency_up{service="${service}",dependency="mongodb"} ${up}\n`,
    )
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
    response.end(lines.join(''))
  })
  const { port, close } = await onFreePort(server)
  return { address: `127.0.0.1:${port}`, recover: () => void (up = 1), stop: close }
}

/** The rules of an installation, as Prometheus gets them, without their patience. */
function rulesOf(namespace: string): string {
  const values = { alerts: { enabled: true, runbookUrl: 'https://guide.example' } }
  const rule = object(rendered('rollcall', values, 'helm', 'rollcall'), 'PrometheusRule', 'rollcall-alerts')
  const rules = (rule.split('\nspec:\n')[1] ?? '').replaceAll(/^ {2}/gm, '')
  return rules.replaceAll('learning', namespace).replaceAll(/^ *for: .*\n/gm, '')
}

rowOf('alertmanager', 'Alertmanager, with the file of the guide', () => {
  const ends: (() => Promise<unknown> | void)[] = []
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  itWith(['helm'], 'keeps the alerts of two installations apart when one recovers', async () => {
    const guardian = startGuardian()
    ends.push(() => guardian.release())
    const dir = mkdtempSync(join(tmpdir(), 'rollcall-rules-'))
    ends.push(() => rmSync(dir, { recursive: true }))
    for (const name of ['rollcall', 'rollcall-staging'])
      writeFileSync(join(dir, `${name}.yml`), rulesOf(name))
    const [production, staging] = [await installation(), await installation()]
    const [onCall, toStaging] = [await startReceiver(), await startReceiver()]
    for (const { stop } of [production, staging, onCall, toStaging]) ends.push(stop)
    const watchers = await startWatchers({
      guardian,
      rules: dir,
      addresses: {
        production: production.address,
        staging: staging.address,
        'on-call': `127.0.0.1:${onCall.port}`,
        toStaging: `127.0.0.1:${toStaging.port}`,
      },
    })
    ends.push(watchers.stop)
    /** The last word about an alert, of those that a receiver got, and whose it is. */
    const lastOf = ({ received }: typeof onCall) =>
      received
        .map(({ event }) => event as unknown as { status: string; commonLabels: Record<string, string> })
        .filter(({ commonLabels }) => commonLabels['alertname'] === ALERT)
        .map(({ status, commonLabels }) => [status, commonLabels['namespace'], commonLabels['release']])
        .at(-1)
    await eventually(() => {
      expect(lastOf(onCall)).toEqual(['firing', 'rollcall', 'rollcall'])
      expect(lastOf(toStaging)).toEqual(['firing', 'rollcall-staging', 'rollcall'])
    }, 40_000)
    staging.recover()
    await eventually(() => {
      expect(lastOf(toStaging)).toEqual(['resolved', 'rollcall-staging', 'rollcall'])
    }, 40_000)
    expect(lastOf(onCall)).toEqual(['firing', 'rollcall', 'rollcall'])
  })
})
