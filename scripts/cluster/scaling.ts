import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { blocksOf } from '../../testing/clients/documents.ts'
import { SERVICE_NAMES } from '../../testing/charts/charts.ts'
import { ROOT } from '../../local/support/files.ts'
import { get, kubectl, NAMESPACE, readyPods } from './kubernetes.ts'

const WATCH_MS = 500

/** Sets the number of pods of each service by hand, and waits for them. */
export async function scaleTo(replicas: number): Promise<void> {
  const deployments = SERVICE_NAMES.map((name) => `deployment/rollcall-${name}`)
  await kubectl('scale', ...deployments, `--replicas=${replicas}`)
  for (const deployment of deployments) await kubectl('rollout', 'status', deployment, '--timeout=3m')
}

/** What the Deployment of each service wants: the number of its pods, and their specification. */
export async function wantedPods() {
  type Deployment = { spec: { replicas: number; template: { spec: object } } }
  const deployments = SERVICE_NAMES.map((name) => get<Deployment>(`deployment/rollcall-${name}`))
  return (await Promise.all(deployments)).map(({ spec: { replicas, template } }) => ({
    replicas,
    pod: template.spec,
  }))
}

/** Runs the shell function of configure.md that an operator calls before autoscaling is switched on. */
export function keepReplicas(): void {
  const page = readFileSync(join(ROOT, 'docs/operations/configure.md'), 'utf8')
  const block = blocksOf(page).find(({ text }) => text.startsWith('keep_replicas()'))
  const [definition] = /^[^]*?\n\}\n/.exec(block?.text ?? '') ?? []
  if (definition === undefined) throw new Error('configure.md has no function keep_replicas')
  const env = { ...process.env, NS: NAMESPACE, RELEASE: 'rollcall' }
  execFileSync('bash', ['-euc', `${definition}keep_replicas`], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Watches the pods of each service until `end` is called. That returns the smallest number of ready ones. */
export function watchReadyPods(): { end(): Promise<number> } {
  let least = Infinity
  let ended = false
  const watching = (async () => {
    while (!ended) {
      for (const name of SERVICE_NAMES) least = Math.min(least, (await readyPods(name)).length)
      await sleep(WATCH_MS)
    }
  })()
  return {
    async end() {
      ended = true
      await watching
      return least
    },
  }
}
