import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/files.ts'
import { SERVICE_NAMES } from '../charts.ts'
import { ask, itWith, object, rendered } from '../../../testing/charts.ts'

const text = readFileSync(join(ROOT, 'skaffold.yaml'), 'utf8')

/** What skaffold gives the chart, as Helm takes it on the command line. */
const given = [...text.matchAll(/^ {10}(services\.\S+|replicas): '?([^'\n]+)'?$/gm)].flatMap(
  ([, path = '', value = '']) => ['--set', `${path}=${value.replaceAll(/\{\{\.|\}\}/g, '')}`],
)

describe('skaffold', () => {
  itWith(['helm'], 'gives the chart values that it takes, with the image of every service', () => {
    const { stdout: made } = ask('helm', ['template', 'trial', ...given], 'rollcall')
    for (const service of SERVICE_NAMES) {
      expect(text).toContain(`- image: rollcall/${service}\n`)
      expect(text).toContain(`- services/${service}/src/**`)
      expect(object(made, 'Deployment', `trial-${service}`)).toContain(
        `image: "IMAGE_REPO_rollcall_${service}:IMAGE_TAG_rollcall_${service}"`,
      )
    }
  })

  it('watches files that are there', () => {
    for (const [, path = ''] of text.matchAll(/^ +- ((?:services|package)[^*\n]*)/gm))
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
  })

  itWith(['helm'], 'forwards ports that Services have', () => {
    const made = { rollcall: rendered('rollcall'), backing: rendered('backing') }
    for (const [, name = '', port] of text.matchAll(/resourceName: (\S+)\n +port: (\d+)/g)) {
      const chart = name.startsWith('backing') ? 'backing' : 'rollcall'
      const service = object(made[chart], 'Service', name.replace(chart, 'trial'))
      expect([name, service]).toEqual([name, expect.stringContaining(`\n      port: ${port}\n`)])
    }
  })
})
