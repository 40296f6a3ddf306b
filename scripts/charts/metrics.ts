import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS } from './charts.ts'

const FILES = join(CHARTS, 'rollcall/files')

/** What Prometheus appends to the name of a histogram. */
const SERIES = /_(bucket|count|sum)$/
const METRIC = /\b((?:rollcall|process|nodejs)_[a-z0-9_]+)\b/g

/** Every metric of ours that an alert or a dashboard names. */
export function namedMetrics(): readonly string[] {
  const dashboards = readdirSync(join(FILES, 'dashboards')).map((name) => join(FILES, 'dashboards', name))
  const texts = [join(FILES, 'alerts.yaml'), ...dashboards].map((path) => readFileSync(path, 'utf8'))
  const names = texts.flatMap((text) => [...text.matchAll(METRIC)].map(([, name]) => name as string))
  return [...new Set(names.map((name) => name.replace(SERIES, '')))].sort()
}
