import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEmailMetrics, createWebhookMetrics } from '../../../services/notification/src/metrics.ts'
import { createMetrics } from '../../../services/platform/observability/metrics.ts'
import { createUserMetrics } from '../../../services/user/src/metrics.ts'
import { ROOT } from '../../../local/support/files.ts'
import { CHARTS } from '../../../testing/charts/charts.ts'
import {
  EVERYTHING,
  itWith,
  object,
  objects,
  rendered,
  run,
  scratchFile,
} from '../../../testing/charts/render.ts'

const FOLDER = join(CHARTS, 'rollcall/files/dashboards')
const boards = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'))
const alerts = readFileSync(join(CHARTS, 'rollcall/files/alerts.yaml'), 'utf8')
const ruleTests = readFileSync(join(CHARTS, 'rollcall/tests/alerts.test.yaml'), 'utf8')
const alertNames = [...alerts.matchAll(/- alert: (\S+)/g)].map(([, name]) => name as string)

/** Those of kube-state-metrics are not ours. */
const OUR_SERIES = /series: '((?:rollcall|process|nodejs)_\w+)\{(.*)\}'/g
/** What Prometheus appends to the name of a histogram. */
const SERIES = /_(bucket|count|sum)$/
/** What Prometheus and the ServiceMonitor add to what a service exports. */
const ADDED = ['namespace', 'release', 'pod']

/** With the metrics of every service. */
function wholeRegistry() {
  const { registry } = createMetrics('notification')
  createEmailMetrics(registry)
  createUserMetrics(registry)
  createWebhookMetrics(registry)
  return registry
}

/** Labels that a service gives a metric, by the metric's name. */
async function exported(): Promise<ReadonlyMap<string, readonly string[]>> {
  const registry = wholeRegistry()
  const text = await registry.metrics()
  const known = await registry.getMetricsAsJSON()
  return new Map(
    known.map(({ name }) => {
      const { labelNames = [] } = registry.getSingleMetric(name) as unknown as { labelNames?: string[] }
      const samples = text.match(new RegExp(`^${name}(?:_bucket)?\\{.*\\}`, 'gm')) ?? []
      const seen = samples.flatMap((sample) => sample.match(/\w+(?==")/g) ?? [])
      return [name, [...labelNames, ...seen, 'service', 'le']]
    }),
  )
}

it('alerts, their tests and dashboards use only metrics and labels that a service has', async () => {
  const known = await exported()
  const texts = [alerts, ruleTests, ...boards].join()
  const names = new Set(texts.match(/\b(?:rollcall|process|nodejs)_[a-z0-9_]+\b/g) ?? [])
  expect([...names].filter((name) => !known.has(name.replace(SERIES, '')))).toEqual([])
  expect(names.size).toBeGreaterThan(10)
  for (const [, name = '', labels = ''] of ruleTests.matchAll(OUR_SERIES)) {
    const labelled = [...(known.get(name.replace(SERIES, '')) ?? []), ...ADDED]
    expect([name, labelled]).toEqual([name, expect.arrayContaining(labels.match(/\w+(?==")/g) ?? [])])
  }
})

it('every alert has a runbook section and a test', () => {
  const runbooks = readFileSync(join(ROOT, 'docs/operations/monitor.md'), 'utf8')
  for (const name of alertNames) {
    expect(runbooks).toContain(`### ${name}\n`)
    expect(ruleTests).toContain(`alertname: ${name}\n`)
    expect(alerts).toContain(`'@RUNBOOK@#${name.toLowerCase()}'`)
  }
})

it('counters of alerts are 0 before the first event, so that an increase is found', async () => {
  const text = await wholeRegistry().metrics()
  for (const series of [
    'dead_letters{',
    'mails_waiting{',
    'mails_total{outcome="refused"',
    'webhook_endpoints_disabled_total{reason="failing"',
  ])
    expect(text).toMatch(new RegExp(`^rollcall_${series.replace('{', '\\{')}.*\\} 0$`, 'm'))
  expect(text).toMatch(/^rollcall_up\{.*\} 1$/m)
})

it('dashboards are valid JSON for Grafana, each with its own id', () => {
  const parsed = boards.map((text) => JSON.parse(text) as { uid: string; panels: { targets: object[] }[] })
  expect(new Set(parsed.map(({ uid }) => uid)).size).toBe(boards.length)
  for (const { targets } of parsed.flatMap(({ panels }) => panels)) expect(targets.length).toBeGreaterThan(0)
})

interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly current?: { readonly value: string } }[]
  }
}

/** The rules as Prometheus gets them, of the release "trial" in the namespace "learning". */
function rules(values: object = EVERYTHING.rollcall): string {
  const alertRules = object(rendered('rollcall', values), 'PrometheusRule', 'trial-alerts')
  return (alertRules.split('\nspec:\n')[1] ?? '').replaceAll(/^ {2}/gm, '')
}

itWith(['helm'], 'alerts are limited to their own release and to its enabled services', () => {
  const text = rules().replaceAll(/\s/g, '')
  for (const [series, labels = ''] of text.matchAll(/(?:rollcall|process|nodejs)_[a-z0-9_]+(\{[^}]*\})?/g))
    expect([series, labels]).toEqual([series, expect.stringMatching('namespace="learning",release="trial"')])
  const without = rules({
    ...EVERYTHING.rollcall,
    services: {
      registration: { enabled: false },
      notification: {
        config: { REGISTRATION_SERVICE_URL: 'http://registration:8081' },
      },
      user: { config: { REGISTRATION_SERVICE_URL: 'http://registration:8081' } },
    },
  })
  expect(without).not.toContain('absent(rollcall_up{service="registration"')
})

itWith(['helm'], 'each alert has the labels of its release, and its summary names it', () => {
  const ours = /^ *labels: \{ severity: \w+, "namespace":"learning","release":"trial","team":"learning" \}$/gm
  const summaries = [...rules().matchAll(/^ *summary: (.*)$/gm)].map(([, summary]) => summary)
  expect(rules().match(ours)).toHaveLength(alertNames.length)
  expect(summaries).toHaveLength(alertNames.length)
  expect(summaries.filter((summary) => !summary?.includes('(learning/trial)'))).toEqual([])
})

itWith(['helm'], 'no alert is raised for a service that has no pods on purpose', () => {
  const alerting = { alerts: { enabled: true, runbookUrl: 'https://guide.example' } }
  const stopped = rules({ ...alerting, services: { user: { replicas: 0 } } })
  expect(stopped).not.toMatch(/(absent|count by \(service\)) ?\(rollcall_up\{service="user"/)
  expect(stopped).toMatch(/absent\(rollcall_up\{service="registration"/)
  expect(rules({ ...alerting, replicas: 0 })).toContain('vector(1) < 1')
})

itWith(
  ['helm'],
  'dashboards show their own release, under a file and an id that no other release has',
  () => {
    const dashboards = (release: string) =>
      objects(rendered('rollcall', { dashboards: { enabled: true } }, 'helm', release), 'ConfigMap').flatMap(
        (one) => {
          const [, file, text] = /^ {2}(\S+\.json): \|-?\n((?: {4}.*\n)*)/m.exec(one) ?? []
          return text === undefined ? [] : [{ file, ...(JSON.parse(text) as Dashboard) }]
        },
      )
    const all = [...dashboards('trial'), ...dashboards('second'), ...dashboards(`a-${'long'.repeat(12)}`)]
    expect(all).toHaveLength(3 * boards.length)
    for (const key of ['file', 'uid', 'title'] as const)
      expect(new Set(all.map((one) => one[key])).size).toBe(all.length)
    expect(all.filter(({ uid }) => uid.length > 40)).toEqual([])
    for (const { panels, templating } of all.slice(0, boards.length)) {
      const current = templating.list.flatMap((one) => (one.current ? [[one.name, one.current.value]] : []))
      expect(current).toEqual([
        ['namespace', 'learning'],
        ['release', 'trial'],
      ])
      const series = /(?:rollcall|process|nodejs)_[a-z0-9_]+(\{[^}]*\})?/g
      for (const { expr } of panels.flatMap(({ targets }) => targets))
        for (const [, labels] of expr.matchAll(series))
          expect([expr, labels]).toEqual([
            expr,
            expect.stringContaining('namespace=~"$namespace",release=~"$release"'),
          ])
    }
  },
)

itWith(['helm', 'promtool'], 'the alerts are raised in the tests for them, and not otherwise', () => {
  writeFileSync(scratchFile('alerts.yaml'), rules())
  writeFileSync(scratchFile('alerts.test.yaml'), ruleTests)
  expect(run('promtool', ['check', 'rules', scratchFile('alerts.yaml')]).status).toBe(0)
  const result = run('promtool', ['test', 'rules', scratchFile('alerts.test.yaml')])
  expect([result.status, result.stdout + result.stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
})
