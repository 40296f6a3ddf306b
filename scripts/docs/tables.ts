import { createMailMetrics, createWebhookMetrics } from '../../services/notification/src/metrics.ts'
import { createUserMetrics } from '../../services/user/src/metrics.ts'
import type { Variable } from '../../services/shared/config.ts'
import { createMetrics } from '../../services/shared/metrics.ts'
import { SERVICES } from '../charts/charts.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

/** A Markdown table of every environment variable: what it is for, its default, which service reads it. */
export function configurationTable(): string {
  const services = Object.values(SERVICES).map((variables) => Object.values<Variable<unknown>>(variables))
  const byName = new Map(services.flat().map((variable) => [variable.name, variable]))
  const rows = [...byName.values()].map((variable) => {
    const marks = services.map((read) => (read.some(({ name }) => name === variable.name) ? '●' : ''))
    return row([`\`${variable.name}\``, variable.why, defaultOf(variable), ...marks])
  })
  const head = ['Variable', 'For', 'Default', 'registration', 'user', 'notification']
  return [row(head), '| --- | --- | --- | :-: | :-: | :-: |', ...rows].join('\n')
}

function defaultOf({ default: fallback, secret }: Variable<unknown>): string {
  if (!fallback) return secret ? 'none (secret)' : 'none'
  const value = [fallback.value].flat().join()
  return value === '' ? 'empty' : `\`${value}\``
}

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
  const rowsOf = (metrics: object, service: string) =>
    Object.values(metrics as Record<string, Described>).map(({ name, help, labelNames, constructor }) => {
      const labels = labelNames.map((label) => `\`${label}\``).join(', ')
      return [`\`${name}\``, constructor.name.toLowerCase(), labels, service, help]
    })
  const rows = [
    ...rowsOf(shared, 'all'),
    ...rowsOf(createUserMetrics(registry), 'user'),
    ...rowsOf({ ...createMailMetrics(registry), ...createWebhookMetrics(registry) }, 'notification'),
  ]
  registry.clear()
  return table(['Metric', 'Kind', 'Labels', 'Service', ''], rows)
}
