import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS } from '../charts/charts.ts'
import { buildBacking } from '../image/backing/build.ts'
import { push } from '../image/builder.ts'
import { debianBases } from '../image/bases.ts'
import { buildService, imageName, SERVICES } from '../image/services.ts'
import { PLACES } from '../dev/places.ts'
import { ROOT } from '../support/files.ts'
import { until } from '../support/wait.ts'
import { get, helm, kubectl, NAMESPACE } from './commands.ts'
import type { Way } from './http.ts'
import type { World } from './world.ts'

const PUBLIC_HOST = 'rollcall.test'
const OPERATOR_HOST = 'operator.rollcall.test'
export const OPERATOR_TOKEN = 'development-only-operator-token'
export const SMOKE_KEY = 'smoke-key'
export const IN_TIME = ['--wait', '--timeout', '3m'] as const

/** Values that make `helm test` register a user that the load leaves alone, counted from the last one. */
export const realTest = ({ courseIds, userIds }: World, user: number) => ({
  apiKey: { name: SMOKE_KEY },
  courseId: courseIds.at(-1),
  userId: userIds.at(user),
  register: true,
})

/** What a release of Rollcall is on a cluster: a chart in the registry, whose appVersion is the tag of its images. */
export interface Version {
  readonly tag: string
  /** What Helm is told of the chart. */
  readonly chart: readonly string[]
}

export type Versions = Readonly<Record<'before' | 'present', Version>>

/** Builds a version's images and its chart, and pushes both to where the cluster finds them. */
async function publish(source: string, tag: string, registry: string): Promise<Version> {
  for (const service of SERVICES) {
    buildService(service, tag, debianBases(), { source })
    push(imageName(service, tag), { address: registry, plain: true })
  }
  const version = `0.0.0-${tag}`
  const named = ['--version', version, '--app-version', tag, '--destination', PLACES.local]
  await helm('package', join(source, 'charts/rollcall'), ...named)
  const archive = join(PLACES.local, `rollcall-${version}.tgz`)
  await helm('push', archive, `oci://${registry}/charts`, '--plain-http')
  return { tag, chart: [`oci://${registry}/charts/rollcall`, '--version', version, '--plain-http'] }
}

/**
 * Publishes the version before, which BEFORE names as a commit, and this one. Without it both are this one: a change of the tag is a
 * new version as far as Kubernetes can tell. REGISTRY is, on kind and k3d, the local one that their documentation sets up.
 */
export async function publishVersions(registry: string, before: string | undefined): Promise<Versions> {
  const stamp = Date.now().toString(36)
  const source = before === undefined ? ROOT : join(PLACES.local, 'before')
  mkdirSync(source, { recursive: true })
  const extract = 'git archive "$0" | tar --extract --directory "$1"'
  if (before !== undefined) execFileSync('sh', ['-c', extract, before, source], { cwd: ROOT })
  return {
    before: await publish(source, `${stamp}-before`, registry),
    present: await publish(ROOT, `${stamp}-present`, registry),
  }
}

/** SecantusDB's arguments; it stands in where MongoDB can't be pulled. */
const STAND_IN = [
  ...['--host', '0.0.0.0', '--port', '27017', '--storage-path', '/data/db', '--sync-on-commit'],
  ...['--standalone', '--cache-size', '256M', '--log-level', 'WARNING'],
]

export async function installBacking(registry: string): Promise<void> {
  const images = buildBacking(registry)
  const servers = Object.fromEntries(Object.entries(images).map(([server, image]) => [server, { image }]))
  const mongodb = { image: images.mongodb, args: STAND_IN, replicaSet: '' }
  await install('backing', [join(CHARTS, 'backing')], { ...servers, mongodb })
}

const install = (name: string, chart: readonly string[], values: object, ...more: readonly string[]) =>
  helm('install', name, ...chart, ...IN_TIME, ...given(name, values), ...more)

/** What the run's release is installed with; its upgrades change one thing at a time. */
const VALUES = {
  replicas: 2,
  ingress: { enabled: true, host: PUBLIC_HOST, operator: { enabled: true, host: OPERATOR_HOST } },
  services: { notification: { config: { MAIL_FROM: 'no-reply@example.org' } } },
}

/** @param own a file with values of the operator's, for example what the ingress controller is to be told */
export async function installRollcall({ chart }: Version, own: string | undefined): Promise<void> {
  await install('rollcall', chart, VALUES, ...(own === undefined ? [] : ['--values', own]))
}

/** `helm upgrade` of everything installed to a version's chart, with some values changed. */
export const upgrade = ({ chart }: Version, changes: object, ...flags: readonly string[]) =>
  helm('upgrade', 'rollcall', ...chart, '--reset-then-reuse-values', ...flags, ...given('changes', changes))

function given(name: string, content: object): readonly string[] {
  mkdirSync(PLACES.local, { recursive: true })
  const file = join(PLACES.local, `cluster-${name}.json`)
  writeFileSync(file, JSON.stringify(content))
  return ['--values', file]
}

export async function freshNamespace(): Promise<void> {
  await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=120s')
  await kubectl('create', 'namespace', NAMESPACE)
  // What the charts promise about their pods is then a condition of their being let in; the killer needs the exception.
  await kubectl('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/warn=restricted')
}

type Ingress = { status: { loadBalancer: { ingress?: { ip?: string; hostname?: string }[] } } }

/** The addresses that the ingress controller has put on the Ingresses. */
export async function ways(): Promise<{ readonly open: Way; readonly operator: Way }> {
  const address = await until(
    async () => {
      const { status } = await get<Ingress>('ingress/rollcall-public')
      const [{ ip, hostname } = {}] = status.loadBalancer.ingress ?? []
      if (ip === undefined && hostname === undefined) throw new Error('the ingress has no address yet')
      return ip ?? hostname ?? ''
    },
    { timeoutMs: 60_000, everyMs: 500 },
  )
  return { open: { address, host: PUBLIC_HOST }, operator: { address, host: OPERATOR_HOST } }
}

/** `helm test`; returns what its pods said. */
export const helmTest = () => helm('test', 'rollcall', '--logs', '--timeout', '3m')

/** The command that the chart's notes give an operator, run as it stands. */
export async function runNotedCurl(): Promise<string> {
  const notes = await helm('get', 'notes', 'rollcall')
  const [, command = ''] = /Read the contract, which needs no key:\n((?: {2}.*\n)+)/.exec(notes) ?? []
  return execFileSync('sh', ['-ec', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
