import type { Chart } from '../charts.ts'
import { backingValues } from './backing.ts'
import { rollcallValues } from './rollcall.ts'
import type { Schema } from './rollcall.ts'

/** The schema of every chart's values. */
export const schemas: Readonly<Record<Chart, Schema>> = { rollcall: rollcallValues, backing: backingValues }

const LONGEST = 110

/** JSON with on one line what fits there. */
function laidOut(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LONGEST) return line
  const inner = `${indent}  `
  const [begin, end] = Array.isArray(value) ? '[]' : '{}'
  const items = Array.isArray(value)
    ? value.map((item) => laidOut(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${laidOut(item, inner)}`)
  return `${begin}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${end}`
}

/** As the file `values.schema.json` holds it. */
export const schemaFile = (chart: Chart): string =>
  `${laidOut({ $schema: 'http://json-schema.org/draft-07/schema#', title: `Values of the chart ${chart}`, ...schemas[chart] })}\n`
