import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHARTS, type Chart } from '../charts.ts'
import { KUBE_VERSION } from '../schemas-of-kubernetes.ts'
import { toolForTests, type ToolName } from '../../support/go-tools.ts'

/** Kept for as long as the file of tests runs: Helm reads values from files. */
const scratch = mkdtempSync(join(tmpdir(), 'rollcall-charts-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

export const scratchFile = (name: string) => join(scratch, name)

const found = new Map<ToolName, ReturnType<typeof toolForTests>>()
function find(name: ToolName) {
  const known = found.get(name) ?? toolForTests(name)
  found.set(name, known)
  return known
}

/** A test that needs programs: without them it is left out, and its name says why. */
export function itWith(tools: readonly ToolName[], name: string, test: () => void): void {
  const missing = tools.map(find).flatMap((tool) => ('missing' in tool ? [tool.missing] : []))
  if (missing.length > 0) it.skip(`${name} [left out: ${missing.join('; ')}]`, test)
  else it(name, test, 60_000)
}

export interface Said {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export function run(tool: ToolName, args: readonly string[], input?: string): Said {
  const path = find(tool)
  if ('missing' in path) throw new Error(path.missing)
  const { status, stdout, stderr } = spawnSync(path.path, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...(input === undefined ? {} : { input }),
  })
  return { status, stdout, stderr }
}

export type Helm = 'helm' | 'helm4'
export const HELMS: readonly Helm[] = ['helm', 'helm4']

/** What an operator has to decide and no default can. */
const LEAST = ['--set-string', 'services.notification.config.MAIL_FROM=no-reply@example.org']

let files = 0
/**
 * Asks Helm about a chart. Each call names the version of Kubernetes: a Helm that was built plainly believes in 1.20, which
 * our charts refuse.
 */
export function ask(
  helm: Helm,
  command: readonly string[],
  chart: Chart,
  values: object = {},
  path = join(CHARTS, chart),
): Said {
  const file = scratchFile(`values-${files++}.json`)
  writeFileSync(file, JSON.stringify(values))
  const least = chart === 'rollcall' ? LEAST : []
  return run(helm, [...command, path, '--kube-version', KUBE_VERSION, ...least, '--values', file])
}

/** What Helm says when it renders a chart, as the release "trial". */
export const template = (chart: Chart, values: object = {}, helm: Helm = 'helm', release = 'trial'): Said =>
  ask(helm, ['template', release, '--namespace', 'learning'], chart, values)

const texts = new Map<string, string>()
/** What a chart makes of values that it takes; the same is rendered once. @throws Error with what Helm said when it refuses them */
export function rendered(
  chart: Chart,
  values: object = {},
  helm: Helm = 'helm',
  release: string | undefined = undefined,
): string {
  const key = JSON.stringify([chart, values, helm, release])
  const known = texts.get(key)
  if (known !== undefined) return known
  const { status, stdout, stderr } = template(chart, values, helm, release)
  if (status !== 0) throw new Error(stderr)
  texts.set(key, stdout)
  return stdout
}

/** The rendered objects of some kinds, each as its text. */
export const objects = (text: string, ...kinds: readonly string[]): readonly string[] =>
  text.split(/\n+---\n/).filter((object) => kinds.includes(/^kind: (.*)$/m.exec(object)?.[1] ?? ''))

/** The one object of a kind with a name. */
export const object = (text: string, kind: string, name: string): string =>
  objects(text, kind).find((one) => one.includes(`\n  name: ${name}\n`)) ?? ''

/** Values of one service. */
export const of = (service: string, values: object) => ({ services: { [service]: values } })

const MORE = { name: 'more', image: 'busybox', command: ['true'] }

/** Values that switch everything on, so that every template renders. */
export const EVERYTHING: Readonly<Record<Chart, object>> = {
  backing: { imagePullSecrets: [{ name: 'registry' }] },
  rollcall: {
    autoscaling: {
      enabled: true,
      queue: { metric: 'rabbitmq_queue_messages_ready', matchLabels: { queue: 'q' } },
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
    },
    caBundle: { configMap: 'private-ca' },
    global: { imageRegistry: 'mirror.example', imagePullSecrets: ['shared'] },
    imagePullSecrets: [{ name: 'registry' }],
    secretsRevision: '2',
    secrets: {
      REDIS_URL: { url: 'rediss://redis:6379', password: { name: 'redis', key: 'password' } },
    },
    ingress: {
      enabled: true,
      className: 'any',
      host: 'rollcall.example',
      tlsSecret: 'certificate',
      annotations: { a: 'b' },
      operator: { enabled: true, host: 'operator.rollcall.example', tlsSecret: 'other' },
    },
    httpRoute: {
      enabled: true,
      parentRefs: [{ name: 'gateway', namespace: 'ingress' }],
      hostnames: ['rollcall.example'],
      retry: { attempts: 3, backoff: '50ms' },
      operator: { enabled: true, parentRefs: [{ name: 'inside' }], hostnames: ['operator.rollcall.example'] },
    },
    networkPolicy: {
      httpFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
      adminFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
      extraIngress: [{ ports: [{ port: 15008, protocol: 'TCP' }] }],
      extraEgress: [{ ports: [{ port: 443, protocol: 'TCP' }], to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
    },
    serviceMonitor: {
      enabled: true,
      labels: { release: 'prometheus' },
      scrapeTimeout: '10s',
      relabelings: [{ targetLabel: 'team', replacement: 'learning' }],
      metricRelabelings: [{ action: 'labeldrop', regex: 'pod' }],
    },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'only', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    priorityClassName: 'high',
    runtimeClassName: 'gvisor',
    hostAliases: [{ ip: '10.0.0.1', hostnames: ['mail.example'] }],
    dnsConfig: { options: [{ name: 'ndots', value: '2' }] },
    deploymentAnnotations: { a: 'b' },
    podAnnotations: { a: 'b' },
    podLabels: { team: 'learning' },
    commonLabels: { cost: 'centre' },
    commonAnnotations: { owner: 'learning' },
    extraEnv: [{ name: 'TZ', value: 'UTC' }],
    extraEnvFrom: [{ configMapRef: { name: 'more' } }],
    extraVolumes: [{ name: 'more', emptyDir: {} }],
    extraVolumeMounts: [{ name: 'more', mountPath: '/more' }],
    initContainers: [MORE],
    extraContainers: [MORE],
    lifecycle: { preStop: { sleep: { seconds: 1 } } },
    service: { annotations: { a: 'b' } },
    serviceAccount: { annotations: { a: 'b' } },
    extraObjects: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{ .Release.Name }}-extra' } },
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: another',
    ],
    alerts: {
      enabled: true,
      labels: { release: 'prometheus' },
      runbookUrl: 'https://guide.example/operations',
    },
    dashboards: { enabled: true, annotations: { folder: 'Rollcall' } },
    tests: { apiKey: { name: 'key' }, courseId: 1, userId: 2, register: true, annotations: { a: 'b' } },
  },
}
