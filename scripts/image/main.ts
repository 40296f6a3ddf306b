/**
 * `npm run image [-- --push REGISTRY] [SERVICE…]` builds the images of the services and prints the name of each.
 * `npm run image -- --as NAME` builds the one whose name that is, as skaffold asks for it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../support/files.ts'
import { explain } from '../support/refusal.ts'
import { SERVICES } from './assemble.ts'
import { buildAs, buildServices } from './services.ts'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { push: { type: 'string' }, tag: { type: 'string' }, as: { type: 'string' } },
  })
  if (values.as !== undefined) {
    buildAs(values.as, process.env['PUSH_IMAGE'] === 'true')
    process.exit()
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const wanted = SERVICES.filter((service) => positionals.length === 0 || positionals.includes(service))
  for (const image of buildServices(wanted, values.tag ?? version, values.push))
    process.stdout.write(`${image.name} ${image.id}\n`)
} catch (fault) {
  process.exitCode = explain(fault)
}
