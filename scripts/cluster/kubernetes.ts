import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { requireTool } from '../../local/support/tools.ts'
import { CommandError } from '../../local/support/command-error.ts'
import { until } from '../../local/support/wait.ts'

/** The namespace of everything that a run installs. */
export const NAMESPACE = 'rollcall-test'
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const WAIT = { timeoutMs: 180_000, everyMs: 500 }

/** Runs a program. @returns its standard output. @throws Error with its output when it fails */
async function command(program: string, args: readonly string[], input?: string): Promise<string> {
  try {
    const running = promisify(execFile)(program, args, { maxBuffer: MAX_OUTPUT_BYTES })
    if (input !== undefined) running.child.stdin?.end(input)
    return (await running).stdout
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: unknown }
    if (code === 'ENOENT') throw new CommandError(`${program} is not on the PATH`)
    throw new Error(`${program} ${args.slice(0, 4).join(' ')} … failed: ${stderr.trim()}`, { cause: error })
  }
}

export const kubectl = (...args: readonly string[]) => command('kubectl', ['--namespace', NAMESPACE, ...args])

export const helm = (...args: readonly string[]) =>
  command(requireTool('helm'), ['--namespace', NAMESPACE, ...args])

/** Passes values to Helm without a file. */
export const values = (content: object) =>
  Object.entries(content).flatMap(([key, value]) => ['--set-json', `${key}=${JSON.stringify(value)}`])

/** Reads a path of the API server. */
export const getRaw = (path: string) => command('kubectl', ['get', '--raw', path])

export async function get<T>(what: string, ...selectors: readonly string[]): Promise<T> {
  return JSON.parse(await kubectl('get', what, ...selectors, '--output', 'json')) as T
}

/** Creates or changes an object. */
export const apply = (content: object) =>
  command('kubectl', ['--namespace', NAMESPACE, 'apply', '--filename', '-'], JSON.stringify(content))

interface Pod {
  readonly metadata: {
    readonly name: string
    readonly labels?: Readonly<Record<string, string>>
    readonly deletionTimestamp?: string
  }
  readonly spec: {
    readonly containers: readonly {
      readonly resources: { readonly requests?: Readonly<Record<string, string>> }
    }[]
  }
  readonly status: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] }
}

const isReady = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true

/** The pods of a service that are ready and not being stopped. */
export async function readyPods(service: string): Promise<readonly Pod[]> {
  const { items } = await get<{ items: readonly Pod[] }>('pods')
  const own = items.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === service)
  return own.filter(isReady)
}

/**
 * Evicts a pod as `kubectl drain` does, again while the disruption budget forbids it, and waits for another
 * one.
 */
export async function evict(service: string, name: string, count: number): Promise<void> {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } }
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`
  const request = ['create', '--raw', path, '--filename', '-']
  await until(() => command('kubectl', request, JSON.stringify(eviction)), WAIT)
  await until(async () => {
    const ready = await readyPods(service)
    if (ready.length < count || ready.some(({ metadata }) => metadata.name === name))
      throw new Error(`${service}: ${ready.length} pods are ready`)
  }, WAIT)
}

/** The address that the ingress controller has written to an Ingress. */
export async function ingressAddress(name: string): Promise<string> {
  type Ingress = { status: { loadBalancer: { ingress?: { ip?: string; hostname?: string }[] } } }
  return await until(async () => {
    const { status } = await get<Ingress>(`ingress/${name}`)
    const { ip, hostname } = status.loadBalancer.ingress?.[0] ?? {}
    if (ip === undefined && hostname === undefined) throw new Error(`the Ingress ${name} has no address`)
    return ip ?? hostname ?? ''
  }, WAIT)
}
