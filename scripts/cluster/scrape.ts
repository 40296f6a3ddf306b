import { SERVICES } from '../image/assemble.ts'
import { namedMetrics } from '../charts/metrics.ts'
import { kubectl } from './commands.ts'
import { podsOf } from './pods.ts'

const READ = `fetch('http://127.0.0.1:9090/metrics').then((r) => r.text()).then((t) => process.stdout.write(t))`

/** Metrics that an alert or a dashboard names and that no service shows. */
export async function missingMetrics(): Promise<readonly string[]> {
  const shown = new Set<string>()
  for (const service of SERVICES) {
    const [pod] = await podsOf(service)
    if (pod === undefined) throw new Error(`${service} has no pod`)
    const text = await kubectl('exec', pod.metadata.name, '--', 'node', '-e', READ)
    for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) shown.add(name as string)
  }
  return namedMetrics().filter((name) => !shown.has(name))
}
