import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { ALL_CHARTS, CHARTS } from '../charts.ts'
import { ask, HELMS, itWith, run, scratchFile } from './kit.ts'

const { version } = packageJson

describe.each(ALL_CHARTS)('the chart %s', (chart) => {
  for (const helm of HELMS)
    itWith([helm], `is put into an archive by ${helm} package, which renders by itself`, () => {
      const packaged = run(helm, ['package', join(CHARTS, chart), '--destination', scratchFile('.')])
      expect([packaged.status, packaged.stderr]).toEqual([0, ''])
      const archive = scratchFile(`${chart}-${version}.tgz`)
      expect(ask(helm, ['template', 'trial'], chart, {}, archive).status).toBe(0)
    })

  it('says its version and what changed in it', () => {
    const text = readFileSync(join(CHARTS, chart, 'Chart.yaml'), 'utf8')
    expect(text).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
    expect(text).toContain('artifacthub.io/changes')
    expect(text).toContain('artifacthub.io/license: Apache-2.0')
  })
})
