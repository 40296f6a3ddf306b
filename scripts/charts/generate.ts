/** Writes what follows from other sources: the schema of each chart's values, and the tables of its README. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_CHARTS, CHARTS, README_ARGUMENTS } from './charts.ts'
import { schemaFile } from './schema/schemas.ts'
import { requireTool } from '../support/go-tools.ts'

for (const chart of ALL_CHARTS) writeFileSync(join(CHARTS, chart, 'values.schema.json'), schemaFile(chart))
execFileSync(requireTool('helm-docs'), [...README_ARGUMENTS, '--chart-search-root', CHARTS], {
  stdio: 'inherit',
})
