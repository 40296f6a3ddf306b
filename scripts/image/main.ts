/**
 * `npm run image [-- --push REGISTRY] [SERVICE…]` builds the images of the services and prints the name of each.
 * `npm run image -- --as NAME` builds the one whose name that is, as skaffold asks for it. With --debian nothing is pulled: the
 * base images are made here of Debian's packages. With --plain the registry has no TLS.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../support/files.ts'
import { explain } from '../support/refusal.ts'
import { debianBases } from './bases.ts'
import { buildAs, buildServices, SERVICES } from './services.ts'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      push: { type: 'string' },
      plain: { type: 'boolean', default: false },
      debian: { type: 'boolean', default: false },
      tag: { type: 'string' },
      as: { type: 'string' },
    },
  })
  const bases = values.debian ? debianBases() : {}
  if (values.as !== undefined) {
    buildAs(values.as, bases, process.env['PUSH_IMAGE'] === 'true')
    process.exit()
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const wanted = SERVICES.filter((service) => positionals.length === 0 || positionals.includes(service))
  const registry = values.push === undefined ? undefined : { address: values.push, plain: values.plain }
  for (const image of buildServices(wanted, values.tag ?? version, bases, registry))
    process.stdout.write(`${image.name} ${image.id}\n`)
} catch (fault) {
  process.exitCode = explain(fault)
}
