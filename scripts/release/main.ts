import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { CHARTS } from '../charts/charts.ts'
import { PLACES } from '../dev/places.ts'
import { SERVICES } from '../image/services.ts'
import { ROOT } from '../support/files.ts'
import { requireTool } from '../support/go-tools.ts'
import { readArguments } from '../support/arguments.ts'
import { explain, Refusal } from '../support/refusal.ts'
import { billOf, buildParts, pushService } from './images.ts'
import { provenance } from './provenance.ts'
import { pushChart, run, signer } from './registry.ts'

const OUT = join(PLACES.local, 'release')
const CONTRACT = join(ROOT, 'services/shared/contract/generated')
const { version } = packageJson
const inOut = (name: string) => join(OUT, name)

const USAGE = `npm run release -- [--push REGISTRY [--key FILE] [--plain]] [--debian]
  Makes what a release is, of a clean checkout, in .local/release: the npm packages, the contract, the chart, images for two
  processors, bills of materials, checksums.

  --push     bring images and chart to the registry and sign them, as the identity that the workflow runs as
  --key      with a key of cosign's instead
  --plain    the registry has no TLS
  --debian   the base images are made here of Debian's packages
`
const { values } = readArguments(USAGE, {
  options: {
    push: { type: 'string' },
    key: { type: 'string' },
    plain: { type: 'boolean', default: false },
    debian: { type: 'boolean', default: false },
  },
})
try {
  if (run('git', 'status', '--porcelain') !== '')
    throw new Refusal('A release is made of a commit, and this checkout has changes (git status)')
  const registry = values.push === undefined ? undefined : { address: values.push, plain: values.plain }
  const signing = registry && { registry, ...signer(values.key, registry) }
  const startedOn = new Date()
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })

  run('npm', 'pack', '--workspaces', '--pack-destination', OUT)
  for (const file of ['openapi.json', 'openapi.public.json', 'events.json'])
    cpSync(join(CONTRACT, file), inOut(file))
  const versions = ['--version', version, '--app-version', version]
  run(requireTool('helm'), 'package', join(CHARTS, 'rollcall'), ...versions, '--destination', OUT)
  writeFileSync(inOut('sources.cdx.json'), run('npm', 'run', '--silent', 'sbom'))
  const [id = ''] = SERVICES.map((service) => buildParts(service, version, values.debian))
  writeFileSync(inOut('images.cdx.json'), billOf(id))
  const commit = run('git', 'rev-parse', 'HEAD').trim()
  writeFileSync(inOut('provenance.json'), provenance(commit, startedOn, values))

  if (signing !== undefined) {
    const images = SERVICES.map(
      (service) => [service, pushService(service, version, signing.registry, inOut('digest'))] as const,
    )
    rmSync(inOut('digest'))
    const chart = pushChart(inOut(`rollcall-${version}.tgz`), signing.registry)
    for (const pinned of [chart, ...images.map(([, image]) => image)]) {
      signing.sign(pinned)
      signing.attest(pinned, 'slsaprovenance1', inOut('provenance.json'))
      process.stdout.write(`${pinned}\n`)
    }
    for (const [, image] of images) signing.attest(image, 'cyclonedx', inOut('images.cdx.json'))
    const digests = images.map(([name, image]) => [name, { image: { digest: image.split('@')[1] } }] as const)
    const pins = { image: { registry: signing.registry.address }, services: Object.fromEntries(digests) }
    writeFileSync(inOut('digests.yaml'), `${JSON.stringify(pins, null, 2)}\n`) // JSON is YAML
  }
  const sums = readdirSync(OUT).map((name) => {
    const sum = createHash('sha256').update(readFileSync(inOut(name)))
    return `${sum.digest('hex')}  ${name}\n`
  })
  writeFileSync(inOut('SHA256SUMS'), sums.join(''))
  signing?.signFile(inOut('SHA256SUMS'))
  process.stdout.write(`${OUT}: version ${version}, ${readdirSync(OUT).length} files\n`)
} catch (fault) {
  process.exitCode = explain(fault)
}
