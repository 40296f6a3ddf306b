import packageJson from '../../package.json' with { type: 'json' }
import { readArguments } from '../support/arguments.ts'
import { explain } from '../support/refusal.ts'
import { debianBases } from './bases.ts'
import { push } from './builder.ts'
import { buildService, imageName, SERVICES } from './services.ts'

const USAGE = `npm run image -- [--push REGISTRY [--plain]] [--tag TAG] [--debian] [SERVICE…]
  Builds the images of the services and prints the name of each.

  --debian   pull nothing: the base images are made here of Debian's packages
  --plain    the registry has no TLS
`
const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    push: { type: 'string' },
    plain: { type: 'boolean', default: false },
    debian: { type: 'boolean', default: false },
    tag: { type: 'string', default: packageJson.version },
  },
})
try {
  const bases = values.debian ? debianBases() : {}
  for (const service of SERVICES.filter((one) => positionals.length === 0 || positionals.includes(one))) {
    const id = buildService(service, values.tag, bases)
    const name = imageName(service, values.tag)
    if (values.push !== undefined) push(name, { address: values.push, plain: values.plain })
    process.stdout.write(`${name} ${id}\n`)
  }
} catch (fault) {
  process.exitCode = explain(fault)
}
