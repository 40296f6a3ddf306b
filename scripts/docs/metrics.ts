import { createMailMetrics } from '../../services/notification/src/metrics.ts'
import { createMetrics } from '../../services/shared/metrics.ts'

/** What a metric object knows of itself. */
interface Described {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly constructor: { readonly name: string }
}

/** A Markdown table of every metric of our own, read from the objects that the services count with. */
export function metricsTable(): string {
  const { registry, ...shared } = createMetrics('documentation')
  const mail = createMailMetrics(registry)
  const rows = [
    ...Object.values(shared).map((metric) => row(metric, 'all')),
    ...Object.values(mail).map((metric) => row(metric, 'notification')),
  ]
  registry.clear()
  return ['| Metric | Kind | Labels | Service | |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

function row(metric: object, service: string): string {
  const { name, help, labelNames, constructor } = metric as Described
  const labels = labelNames.map((label) => `\`${label}\``).join(', ')
  return `| ${[`\`${name}\``, constructor.name.toLowerCase(), labels, service, help].join(' | ')} |`
}
