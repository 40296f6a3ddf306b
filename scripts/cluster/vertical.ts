import { SERVICE_NAMES } from '../../testing/charts/charts.ts'
import { until } from '../../local/support/wait.ts'
import { apply, get, kubectl, readyPods } from './kubernetes.ts'

/** What the autoscaler recommends, whatever the pods use: other requests than those of the chart. */
const RECOMMENDED = { cpu: '123m', memory: '256Mi' }
/** By default the autoscaler measures once a minute, and evicts a pod of each service once a minute. */
const MAX_MS = 8 * 60_000

const autoscalerOf = (service: string) => ({
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: { name: service },
  spec: {
    targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: `rollcall-${service}` },
    updatePolicy: { updateMode: 'Recreate' },
    resourcePolicy: {
      containerPolicies: [{ containerName: '*', minAllowed: RECOMMENDED, maxAllowed: RECOMMENDED }],
    },
  },
})

/** Asks the vertical autoscaler of the cluster to replace the pods of all services. */
export async function startVerticalAutoscaling(): Promise<void> {
  for (const service of SERVICE_NAMES) await apply(autoscalerOf(service))
}

export const endVerticalAutoscaling = () => kubectl('delete', 'verticalpodautoscalers', '--all')

/** Waits until `count` ready pods have the recommended requests. */
export async function untilReplaced(count: number): Promise<void> {
  const allReplaced = async () => {
    const pods = (await Promise.all(SERVICE_NAMES.map(readyPods))).flat()
    const requests = pods.map(({ spec }) => spec.containers[0]?.resources.requests)
    const replaced = requests.filter((request) => request?.['cpu'] === RECOMMENDED.cpu).length
    if (replaced < count) throw new Error(`${replaced} of ${count} pods have the recommended requests`)
  }
  await until(allReplaced, { timeoutMs: MAX_MS, everyMs: 1_000 })
}

/** The number of evictions that the vertical autoscaler has reported. */
export async function countEvictions(): Promise<number> {
  const { items } = await get<{ items: unknown[] }>('events', '--field-selector=reason=EvictedByVPA')
  return items.length
}
