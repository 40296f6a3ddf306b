/**
 * Writes what follows from other sources: each chart's version, the schema of its values, and the tables of
 * its README.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { ALL_CHARTS, CHARTS, README_ARGUMENTS } from '../../testing/charts/charts.ts'
import { schemaFile } from './schema.ts'
import { requireTool } from '../../local/support/tools.ts'

for (const chart of ALL_CHARTS) {
  writeFileSync(join(CHARTS, chart, 'values.schema.json'), schemaFile(chart))
  const about = join(CHARTS, chart, 'Chart.yaml')
  const versions = /(?<=^(?:version|appVersion): |image: rollcall\/\w+:).*/gm
  writeFileSync(about, readFileSync(about, 'utf8').replaceAll(versions, packageJson.version))
}
execFileSync(requireTool('helm-docs'), [...README_ARGUMENTS, '--chart-search-root', CHARTS], {
  stdio: 'inherit',
})
