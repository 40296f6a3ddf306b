import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHARTS, LEAST_VALUES, SERVICE_NAMES, type Chart } from '../charts.ts'
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

let files = 0
/** Arguments that give values as a file does. */
export function given(values: object): readonly string[] {
  const file = scratchFile(`values-${files++}.json`)
  writeFileSync(file, JSON.stringify(values))
  return ['--values', file]
}

const least = (chart: Chart): readonly string[] =>
  Object.entries(LEAST_VALUES[chart] ?? {}).flatMap(([key, value]) => ['--set-string', `${key}=${value}`])

export type Helm = 'helm' | 'helm4'
export const HELMS: readonly Helm[] = ['helm', 'helm4']

/** Every chart but the library. */
export const INSTALLED: readonly Chart[] = [...SERVICE_NAMES, 'rollcall', 'backing']

/** Each call names the version of Kubernetes: a Helm that was built plainly believes in 1.20, which our charts refuse. */
const ask = (helm: Helm, command: readonly string[], chart: Chart, path: string, values: readonly string[]) =>
  run(helm, [...command, path, '--kube-version', KUBE_VERSION, ...least(chart), ...values])

export const template = (helm: Helm, chart: Chart, ...values: readonly string[]): Said =>
  ask(helm, ['template', 'trial'], chart, join(CHARTS, chart), values)

export const templateArchive = (helm: Helm, chart: Chart, archive: string): Said =>
  ask(helm, ['template', 'trial'], chart, archive, [])

export const lint = (helm: Helm, chart: Chart): Said =>
  ask(helm, ['lint', '--strict'], chart, join(CHARTS, chart), [])

/** What a chart makes of values that it takes. @throws Error with what Helm said when it refuses them */
export function rendered(chart: Chart, values: object = {}, helm: Helm = 'helm'): string {
  const { status, stdout, stderr } = template(helm, chart, ...given(values))
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** The rendered objects of some kinds, each as its text. */
export const objects = (text: string, ...kinds: readonly string[]): readonly string[] =>
  text.split('\n---\n').filter((object) => kinds.includes(/^kind: (.*)$/m.exec(object)?.[1] ?? ''))

/** Values that switch everything on, so that every template renders. */
export const EVERYTHING: Readonly<Partial<Record<Chart, object>>> = (() => {
  const service = {
    autoscaling: {
      enabled: true,
      queue: { metric: 'rabbitmq_queue_messages_ready', matchLabels: { queue: 'q' } },
    },
    caBundle: { configMap: 'private-ca' },
    imagePullSecrets: [{ name: 'registry' }],
    secretsRevision: '2',
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
      extraEgress: [{ ports: [{ port: 443, protocol: 'TCP' }], to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
    },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'only', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    priorityClassName: 'high',
    podAnnotations: { a: 'b' },
    podLabels: { team: 'learning' },
    extraEnv: [{ name: 'TZ', value: 'UTC' }],
    extraVolumes: [{ name: 'more', emptyDir: {} }],
    extraVolumeMounts: [{ name: 'more', mountPath: '/more' }],
    service: { annotations: { a: 'b' } },
    serviceAccount: { annotations: { a: 'b' } },
  }
  return {
    registration: service,
    user: service,
    notification: service,
    rollcall: {
      global: { rollcall: service },
      alerts: { enabled: true, labels: { release: 'prometheus' } },
      dashboards: { enabled: true, annotations: { folder: 'Rollcall' } },
      smokeTest: { apiKey: { name: 'key' }, courseId: 1, userId: 2, register: true },
    },
    backing: { imagePullSecrets: [{ name: 'registry' }] },
  }
})()
