import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS } from '../charts.ts'
import { HELMS, INSTALLED, itWith, run, scratchFile, templateArchive } from './kit.ts'

for (const helm of HELMS) {
  itWith([helm], `${helm} package puts every chart into an archive that renders by itself`, () => {
    for (const chart of INSTALLED) {
      const packaged = run(helm, ['package', join(CHARTS, chart), '--destination', scratchFile('.')])
      expect(packaged.status).toBe(0)
      const said = templateArchive(helm, chart, scratchFile(`${chart}-0.1.0.tgz`))
      expect([chart, said.status]).toEqual([chart, 0])
    }
  })
}

it.each(INSTALLED)('the chart %s says its version and what changed in it', (chart) => {
  const text = readFileSync(join(CHARTS, chart, 'Chart.yaml'), 'utf8')
  expect(text).toMatch(/^version: \d+\.\d+\.\d+$/m)
  expect(text).toMatch(/^appVersion: \d+\.\d+\.\d+$/m)
  expect(text).toContain('artifacthub.io/changes')
  expect(text).toContain('artifacthub.io/license: Apache-2.0')
})
