import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/files.ts'
import { SERVICE_NAMES, type Chart } from '../charts.ts'
import { itWith, objects, rendered, template } from './kit.ts'

const text = readFileSync(join(ROOT, 'skaffold.yaml'), 'utf8')
/** Each release's lines, by its chart. */
const releases = new Map(
  [...text.matchAll(/chartPath: charts\/(\S+)\n([\s\S]*?)(?=\n {6}- name|\nportForward)/g)].map(
    ([, chart, lines]) => [chart as Chart, lines as string],
  ),
)

describe('skaffold', () => {
  it('has an image and a release for every service', () => {
    for (const service of SERVICE_NAMES) {
      expect(text).toContain(`- image: rollcall/${service}\n`)
      expect(releases.get(service)).toContain(`{{.IMAGE_REPO_rollcall_${service}}}`)
      expect(releases.get(service)).toContain(`{{.IMAGE_TAG_rollcall_${service}}}`)
      expect(text).toContain(`- services/${service}/src/**`)
    }
  })

  it('watches files that are there', () => {
    for (const [, path = ''] of text.matchAll(/^ +- ((?:services|package)[^*\n]*)/gm))
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
  })

  itWith(['helm'], 'forwards ports that Services have', () => {
    for (const [, name = '', port] of text.matchAll(/resourceName: (\S+)\n +port: (\d+)/g)) {
      const [release, chart] = name.split('-')
      const made = objects(rendered((release === 'backing' ? release : chart) as Chart), 'Service')
      const service = made.find((one) => one.includes(`\n  name: ${name.replace(release ?? '', 'trial')}\n`))
      expect([name, service]).toEqual([name, expect.stringContaining(`\n      port: ${port}\n`)])
    }
  })

  itWith(['helm'], 'gives each chart values that it takes', () => {
    for (const [chart, lines] of releases) {
      const values = [...lines.matchAll(/^ +(config\.\S+|image\.\S+): '?([^'\n]+)'?$/gm)].map(
        ([, key, value]) => `${key}=${value?.replaceAll(/\{\{.*\}\}/g, 'x')}`,
      )
      const said = template('helm', chart, ...values.flatMap((value) => ['--set', value]))
      expect([chart, said.stderr.match(/Error[\s\S]*/)?.[0]]).toEqual([chart, undefined])
    }
  })
})
