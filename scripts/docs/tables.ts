import { STATUS_CODES } from 'node:http'
import { createEmailMetrics, createWebhookMetrics } from '../../services/notification/src/metrics.ts'
import { createUserMetrics } from '../../services/user/src/metrics.ts'
import type { Variable } from '../../services/platform/config.ts'
import { createMetrics } from '../../services/platform/observability/metrics.ts'
import contract from '../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { SERVICES } from '../../testing/charts/charts.ts'
import type { OpenApiDocument } from '../../local/contract/document.ts'
import { codesOf, explained } from '../../local/contract/explain.ts'

/** Lines of cells with tabs between them, which GitHub shows as a table that can be searched. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((cells) => `${cells.join('\t')}\n`).join('')

/**
 * A table of every environment variable: what it is for, its default, which service reads it. A
 * variable that is for something else in another service has a row for each.
 */
export function configurationTable(): string {
  const services = Object.values(SERVICES).map((variables) => Object.values<Variable<unknown>>(variables))
  const keyOf = ({ name, why }: Variable<unknown>) => `${name} ${why}`
  const byKey = new Map(services.flat().map((variable) => [keyOf(variable), variable]))
  const rows = [...byKey].map(([key, variable]) => {
    const marks = services.map((read) => (read.some((each) => keyOf(each) === key) ? 'yes' : ''))
    return [variable.name, variable.why, defaultOf(variable), ...marks]
  })
  return table(['Variable', 'For', 'Default', 'registration', 'user', 'notification'], rows)
}

function defaultOf({ default: fallback, secret }: Variable<unknown>): string {
  if (!fallback) return secret ? 'none (secret)' : 'none'
  const values = [fallback.value].flat()
  // What is read from a folder is an object; by default there is no folder.
  return (typeof values[0] === 'object' ? '' : values.join()) || 'empty'
}

/** The properties of a metric object. */
interface Described {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly constructor: { readonly name: string }
}

/** A table of every metric that the services define. */
export function metricsTable(): string {
  const { registry, ...shared } = createMetrics('documentation')
  const rowsOf = (metrics: object, service: string) =>
    Object.values(metrics as Record<string, Described>).map(({ name, help, labelNames, constructor }) => {
      const labels = labelNames.join(', ')
      return [name, constructor.name.toLowerCase(), labels, service, help]
    })
  const rows = [
    ...rowsOf(shared, 'all'),
    ...rowsOf(createUserMetrics(registry), 'user'),
    ...rowsOf({ ...createEmailMetrics(registry), ...createWebhookMetrics(registry) }, 'notification'),
  ]
  registry.clear()
  return table(['Metric', 'Kind', 'Labels', 'Service', 'Meaning'], rows)
}

/**
 * Every error code that a caller or an operator can get, under a heading of its own, so that a link can lead
 * to it.
 */
export function errorCodes(): string {
  const whole = contract as unknown as OpenApiDocument
  const [forCallers, forOperators] = [
    codesOf(explained('public', whole), whole),
    codesOf(explained('operator', whole), whole),
  ]
  const rows = Object.entries(whole['x-error-codes'] ?? {}).filter(
    ([code]) => forCallers.has(code) || forOperators.has(code),
  )
  const statuses = [...new Set(rows.map(([, { status }]) => status))].sort((a, b) => a - b)
  return statuses
    .flatMap((status) => [
      `## ${status} ${STATUS_CODES[status]}`,
      ...rows
        .filter(([, row]) => row.status === status)
        .flatMap(([code, { detail, example, cause = '', remedy = '' }]) => [
          `### ${code}`,
          `> ${detail ?? `${example}`}`,
          `${forCallers.has(code) ? '' : 'Only operators get this. '}${cause}`.trim(),
          remedy && `**Remedy:** ${remedy.trim()}`,
        ]),
    ])
    .filter((block) => block !== '')
    .join('\n\n')
}
