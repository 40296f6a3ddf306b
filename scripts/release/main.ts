import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { SERVICE_NAMES } from '../../testing/charts/charts.ts'
import { PATHS } from '../../local/paths.ts'
import { makeArtifacts, writeChecksums } from './artifacts.ts'
import {
  readBillOfMaterials,
  buildAllPlatforms,
  imageName,
  pushAllPlatforms,
  saveAllPlatforms,
  type Registry,
} from './images.ts'
import { readArguments } from '../../local/support/arguments.ts'
import { requireTool } from '../../local/support/tools.ts'
import { printError, CommandError } from '../../local/support/command-error.ts'
import { provenance, run, signer } from './sign.ts'

const OUT = join(PATHS.local, 'release')
const { version } = packageJson
const inOut = (name: string) => join(OUT, name)

const USAGE = `npm run release -- [--push REGISTRY [--key FILE] [--plain-http]] [--build-arg NAME=VALUE…]
  Makes everything that a release consists of, from a clean checkout, in .local/release: the npm packages, the
  wheel, the contract, the chart, archives of the images for two platforms (amd64 and arm64), bills of
  materials, checksums.

  --push        push images and chart to the registry, and sign them as the identity of the workflow that
                this runs in
  --key         sign with a key of cosign instead
  --plain-http  the registry is reached by HTTP, without TLS
  --build-arg   an argument of services/Dockerfile, such as another base image
`
const { values } = readArguments(USAGE, {
  options: {
    push: { type: 'string' },
    key: { type: 'string' },
    'plain-http': { type: 'boolean', default: false },
    'build-arg': { type: 'string', multiple: true, default: [] },
  },
})
/** Pushes the chart. @returns its address with its digest */
function pushChart(archive: string, { address, plainHttp }: Registry): string {
  const push = ['push', archive, `oci://${address}/charts`, ...(plainHttp ? ['--plain-http'] : [])]
  // Helm prints the digest to standard error.
  const output = run('sh', '-c', 'exec "$@" 2>&1', 'push', requireTool('helm'), ...push)
  const [, digest] = /^Digest: (\S+)$/m.exec(output) ?? []
  if (digest === undefined) throw new Error(`helm push named no digest: ${output}`)
  return `${address}/charts/rollcall@${digest}`
}

try {
  if (run('git', 'status', '--porcelain') !== '')
    throw new CommandError('A release is made of a commit, and this checkout has changes (git status)')
  const registry =
    values.push === undefined ? undefined : { address: values.push, plainHttp: values['plain-http'] }
  const signing = registry && { registry, ...signer(values.key, registry) }
  const startedOn = new Date()
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })

  await makeArtifacts(OUT)
  const [id = ''] = SERVICE_NAMES.map((service) => buildAllPlatforms(service, version, values['build-arg']))
  for (const service of SERVICE_NAMES)
    saveAllPlatforms(imageName(service, version), inOut(`${service}-${version}.oci.tar`))
  writeFileSync(inOut('images.cdx.json'), readBillOfMaterials(id))
  const commit = run('git', 'rev-parse', 'HEAD').trim()
  writeFileSync(inOut('provenance.json'), provenance(commit, startedOn, values))

  if (signing !== undefined) {
    const images = SERVICE_NAMES.map((service) => {
      pushAllPlatforms(imageName(service, version), signing.registry, inOut('digest'))
      const digest = readFileSync(inOut('digest'), 'utf8').trim()
      return { service, digest, artifact: `${signing.registry.address}/rollcall/${service}@${digest}` }
    })
    rmSync(inOut('digest'))
    const chart = pushChart(inOut(`rollcall-${version}.tgz`), signing.registry)
    for (const artifact of [chart, ...images.map((image) => image.artifact)]) {
      signing.sign(artifact)
      signing.attest(artifact, 'slsaprovenance1', inOut('provenance.json'))
      process.stdout.write(`${artifact}\n`)
    }
    for (const { artifact } of images) signing.attest(artifact, 'cyclonedx', inOut('images.cdx.json'))
    const digests = images.map(({ service, digest }) => [service, { image: { digest } }])
    const pins = {
      image: { registry: signing.registry.address },
      services: Object.fromEntries(digests) as object,
    }
    writeFileSync(inOut('digests.yaml'), `${JSON.stringify(pins, null, 2)}\n`) // JSON is YAML
  }
  writeChecksums(OUT)
  signing?.signFile(inOut('SHA256SUMS'))
  process.stdout.write(`${OUT}: version ${version}, ${readdirSync(OUT).length} files\n`)
} catch (error) {
  process.exitCode = printError(error)
}
