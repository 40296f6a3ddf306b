import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMailMetrics } from '../../../services/notification/src/metrics.ts'
import { createMetrics } from '../../../services/shared/metrics.ts'
import { ROOT } from '../../support/files.ts'
import { CHARTS } from '../charts.ts'
import { itWith, run } from './kit.ts'

const FILES = join(CHARTS, 'rollcall/files')
const alerts = () => readFileSync(join(FILES, 'alerts.yaml'), 'utf8')
const alertNames = () => [...alerts().matchAll(/- alert: (\S+)/g)].map(([, name]) => name as string)

/** What Prometheus appends to the name of a histogram. */
const SERIES = /_(bucket|count|sum)$/

/** Every metric of ours that an alert or a dashboard names. */
function namedMetrics(): readonly string[] {
  const dashboards = readdirSync(join(FILES, 'dashboards')).map((name) => join(FILES, 'dashboards', name))
  const texts = [alerts(), ...dashboards.map((path) => readFileSync(path, 'utf8'))].join()
  const names = texts.match(/\b(?:rollcall|process|nodejs)_[a-z0-9_]+\b/g) ?? []
  return [...new Set(names.map((name) => name.replace(SERIES, '')))]
}

it('every metric that an alert or a dashboard names is one that a service has', async () => {
  const { registry } = createMetrics('notification')
  createMailMetrics(registry)
  const known = (await registry.getMetricsAsJSON()).map(({ name }) => name)
  expect(namedMetrics().filter((name) => !known.includes(name))).toEqual([])
  expect(namedMetrics().length).toBeGreaterThan(10)
})

it('every alert has a paragraph in the operators’ guide and a test', () => {
  const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const tests = readFileSync(join(CHARTS, 'rollcall/tests/alerts.test.yaml'), 'utf8')
  for (const name of alertNames()) {
    expect(guide).toContain(`### ${name}\n`)
    expect(tests).toContain(`alertname: ${name}\n`)
    expect(alerts()).toContain(`'@RUNBOOK@#${name.toLowerCase()}'`)
  }
})

it('dashboards are JSON that Grafana reads, each with an id of its own', () => {
  const folder = join(FILES, 'dashboards')
  const boards = readdirSync(folder).map(
    (name) =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        uid: string
        panels: { targets: { expr: string }[] }[]
      },
  )
  expect(new Set(boards.map(({ uid }) => uid)).size).toBe(boards.length)
  for (const { panels } of boards) for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0)
})

itWith(['promtool'], 'the alerts are raised when they should be and not otherwise', () => {
  expect(run('promtool', ['check', 'rules', join(FILES, 'alerts.yaml')]).status).toBe(0)
  const said = run('promtool', ['test', 'rules', join(CHARTS, 'rollcall/tests/alerts.test.yaml')])
  expect(said.stdout + said.stderr).toContain('SUCCESS')
  expect(said.status).toBe(0)
})
