import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { ALL_CHARTS, CHARTS } from '../charts.ts'
import { ask, HELMS, itWith, run, scratchFile } from './kit.ts'

for (const helm of HELMS) {
  itWith([helm], `${helm} package puts every chart into an archive that renders by itself`, () => {
    for (const chart of ALL_CHARTS) {
      const packaged = run(helm, ['package', join(CHARTS, chart), '--destination', scratchFile('.')])
      expect([packaged.status, packaged.stderr]).toEqual([0, ''])
      const said = ask(
        helm,
        ['template', 'trial'],
        chart,
        {},
        scratchFile(`${chart}-${packageJson.version}.tgz`),
      )
      expect([chart, said.status]).toEqual([chart, 0])
    }
  })
}

it.each(ALL_CHARTS)('the chart %s says its version and what changed in it', (chart) => {
  const text = readFileSync(join(CHARTS, chart, 'Chart.yaml'), 'utf8')
  const { version } = packageJson
  expect(text).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
  expect(text).toContain('artifacthub.io/changes')
  expect(text).toContain('artifacthub.io/license: Apache-2.0')
})
