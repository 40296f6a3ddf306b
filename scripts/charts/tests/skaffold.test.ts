import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/files.ts'
import { SERVICE_NAMES } from '../charts.ts'
import { itWith, object, rendered } from './kit.ts'

const text = readFileSync(join(ROOT, 'skaffold.yaml'), 'utf8')

/** What skaffold gives the chart, as values: `a.b: c` is `{a: {b: c}}`. */
function givenValues(): object {
  const values: Record<string, unknown> = {}
  for (const [, path = '', value = ''] of text.matchAll(/^ {10}(services\.\S+|replicas): '?([^'\n]+)'?$/gm)) {
    const keys = path.split('.')
    let at: Record<string, unknown> = values
    for (const key of keys.slice(0, -1)) at = at[key] = (at[key] ?? {}) as Record<string, unknown>
    at[keys.at(-1) ?? ''] = path === 'replicas' ? Number(value) : value.replaceAll(/\{\{\.|\}\}/g, '')
  }
  return values
}

describe('skaffold', () => {
  itWith(['helm'], 'gives the chart values that it takes, with the image of every service', () => {
    const made = rendered('rollcall', givenValues())
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
