import type { Service } from '../image/services.ts'
import { until } from '../support/wait.ts'
import { get, kubectl, NAMESPACE, nodeIn, post } from './commands.ts'

export interface Pod {
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly labels?: Readonly<Record<string, string>>
    readonly deletionTimestamp?: string
  }
  readonly status: {
    readonly podIP?: string
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}

export const nameOf = (pod: Pod) => pod.metadata.labels?.['app.kubernetes.io/name'] ?? pod.metadata.name

export const allPods = async () => (await get<{ items: readonly Pod[] }>('pods')).items

/** The pods of a service that are meant to stay. */
export async function podsOf(service: Service): Promise<readonly Pod[]> {
  return (await allPods()).filter(
    (pod) => nameOf(pod) === service && pod.metadata.deletionTimestamp === undefined,
  )
}

const isReady = (pod: Pod) =>
  pod.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true

const PATIENCE = { timeoutMs: 180_000, everyMs: 500 }

export const allReady = (service: Service, count: number): Promise<void> =>
  until(async () => {
    const ready = (await podsOf(service)).filter(isReady)
    if (ready.length !== count) throw new Error(`${service} has ${ready.length} of ${count} pods ready`)
  }, PATIENCE)

/** Waits until no pod is on its way out any more, so that one disturbance ends before the next begins. */
export const noneLeaving = (): Promise<void> =>
  until(async () => {
    const leaving = (await allPods()).filter((pod) => pod.metadata.deletionTimestamp !== undefined)
    if (leaving.length > 0) throw new Error(`${leaving.length} pods are still stopping`)
  }, PATIENCE)

export const scale = async (service: Service, count: number): Promise<void> => {
  await kubectl('scale', `deployment/rollcall-${service}`, `--replicas=${count}`)
  await allReady(service, count)
}

/** What `kubectl drain` does to each pod: asks, and asks again while the disruption budget says no. */
export async function evict(pod: Pod): Promise<void> {
  const { name } = pod.metadata
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } }
  await until(() => post(`/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`, eviction), PATIENCE)
}

/**
 * Finds the process by the pod's id in its cgroup and kills it, from a pod that sees the node's processes. On a busy node
 * it takes a moment to die: its sockets are open until the last of its threads is gone.
 */
const KILL = `
const { readdirSync, readFileSync } = require('node:fs')
const read = (path) => { try { return readFileSync(path, 'utf8') } catch { return '' } }
const threads = (pid) => { try { return readdirSync('/proc/' + pid + '/task') } catch { return [] } }
const lives = (pid) => threads(pid).some((thread) => / \\([^]*\\) [^ZX]/.test(read('/proc/' + pid + '/task/' + thread + '/stat')))
const ids = [process.argv[1], process.argv[1].replaceAll('-', '_')]
const found = readdirSync('/proc').filter((pid) => /^\\d+$/.test(pid)
  && ids.some((id) => read('/proc/' + pid + '/cgroup').includes(id))
  && read('/proc/' + pid + '/cmdline').includes('main.js'))
if (found.length === 0) { console.error('no process of ' + ids[0]); process.exit(1) }
const from = Date.now()
for (const pid of found) process.kill(Number(pid), 'SIGKILL')
while (found.some(lives));
console.log(JSON.stringify({ from, to: Date.now() }))
`

/** From the signal until the process was gone. */
export interface Death {
  readonly from: number
  readonly to: number
}

/** Starts a pod that waits to be told what to do. */
export async function startIdle(namespace: string, name: string, image: string, own: object, spec: object) {
  const command = ['node', '-e', 'setInterval(() => undefined, 60000)']
  const containers = [{ name, image, command, ...own }]
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec: { containers, ...spec } }
  await post(`/api/v1/namespaces/${namespace}/pods`, pod)
  await kubectl('wait', '--namespace', namespace, '--for=condition=Ready', `pod/${name}`, '--timeout=60s')
}

export type Killer = Awaited<ReturnType<typeof startKiller>>

/** A pod that waits for names of victims: started ahead, so that a kill is as sudden as it can be. */
export async function startKiller(image: string) {
  const root = { securityContext: { runAsUser: 0, privileged: true } }
  const onNode = { hostPID: true, restartPolicy: 'Never', terminationGracePeriodSeconds: 0 }
  await startIdle(NAMESPACE, 'killer', image, root, onNode)
  const deaths: Death[] = []
  return {
    /** What was under way during one of them may fail. */
    deaths,
    async kill(pod: Pod): Promise<void> {
      const asked = Date.now()
      const said = await nodeIn('killer', KILL, pod.metadata.uid)
      const { from, to } = JSON.parse(said) as Death
      // The clock of a node that is not this machine may be off; it was between these two moments all the same.
      const withDeadline = (at: number) => Math.min(Math.max(at, asked), Date.now())
      deaths.push({ from: withDeadline(from), to: withDeadline(to) })
    },
  }
}
