import { SERVICES } from '../image/assemble.ts'
import { namedMetrics } from '../charts/metrics.ts'
import { scrape } from './cost.ts'
import { podsOf } from './pods.ts'

/** Metrics that an alert or a dashboard names and that no service shows. */
export async function missingMetrics(): Promise<readonly string[]> {
  const shown = new Set<string>()
  for (const service of SERVICES) {
    const [pod] = await podsOf(service)
    if (pod === undefined) throw new Error(`${service} has no pod`)
    const text = await scrape(pod.metadata.name)
    for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) shown.add(name as string)
  }
  return namedMetrics().filter((name) => !shown.has(name))
}
