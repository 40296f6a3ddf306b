import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHARTS, SERVICE_NAMES, type Chart } from '../charts.ts'
import { HELMS, itWith, run, scratchFile } from './kit.ts'

const PACKAGED: readonly Chart[] = [...SERVICE_NAMES, 'rollcall', 'backing']

for (const helm of HELMS) {
  itWith([helm], `${helm} package puts every chart into an archive that renders by itself`, () => {
    for (const chart of PACKAGED) {
      const packaged = run(helm, ['package', join(CHARTS, chart), '--destination', scratchFile('.')])
      expect(packaged.status).toBe(0)
      const archive = scratchFile(`${chart}-0.1.0.tgz`)
      const mail = chart === 'rollcall' ? 'notification.config.MAIL_FROM' : 'config.MAIL_FROM'
      const needsMail = chart === 'rollcall' || chart === 'notification'
      const said = run(helm, [
        'template',
        'trial',
        archive,
        ...(needsMail ? ['--set', `${mail}=a@example.org`] : []),
      ])
      expect([chart, said.status]).toEqual([chart, 0])
    }
  })
}

it('every chart says its version and what changed in it', () => {
  for (const chart of PACKAGED) {
    const text = readFileSync(join(CHARTS, chart, 'Chart.yaml'), 'utf8')
    expect(text).toMatch(/^version: \d+\.\d+\.\d+$/m)
    expect(text).toMatch(/^appVersion: \d+\.\d+\.\d+$/m)
    expect(text).toContain('artifacthub.io/changes')
    expect(text).toContain('artifacthub.io/license: Apache-2.0')
  }
})
