import type { Variable } from '../../services/shared/config.ts'
import { SERVICES } from '../charts/charts.ts'

/** A Markdown table of every environment variable: what it is for, its default, which service reads it. */
export function configurationTable(): string {
  const services = Object.values(SERVICES).map((variables) => Object.values<Variable<unknown>>(variables))
  const byName = new Map(services.flat().map((variable) => [variable.name, variable]))
  return [
    '| Variable | For | Default | registration | user | notification |',
    '| --- | --- | --- | :-: | :-: | :-: |',
    ...[...byName.values()].map((variable) => {
      const marks = services.map((read) => (read.some(({ name }) => name === variable.name) ? '●' : ''))
      return `| ${[`\`${variable.name}\``, variable.why, defaultOf(variable), ...marks].join(' | ')} |`
    }),
  ].join('\n')
}

function defaultOf({ default: fallback, secret }: Variable<unknown>): string {
  if (!fallback) return secret ? 'none (secret)' : 'none'
  const value = [fallback.value].flat().join()
  return value === '' ? 'empty' : `\`${value}\``
}
