import packageJson from '../../package.json' with { type: 'json' }
import { SERVICE_NAMES } from '../../testing/charts/charts.ts'
import { readArguments } from '../../local/support/arguments.ts'
import { printError } from '../../local/support/command-error.ts'
import { buildImage, imageName, pushImage } from './images.ts'

const USAGE = `npm run image -- [--push REGISTRY [--plain-http]] [--tag TAG] [--build-arg NAME=VALUE…]
                 [SERVICE…]
  Builds the images of the services with buildah and prints the name and id of each.

  --build-arg   an argument of services/Dockerfile: BUILD_IMAGE or RUNTIME_IMAGE name other base images
  --plain-http  the registry is reached by HTTP, without TLS
  --tag         default: ${packageJson.version}, which the chart asks for
`
const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    push: { type: 'string' },
    'plain-http': { type: 'boolean', default: false },
    tag: { type: 'string', default: packageJson.version },
    'build-arg': { type: 'string', multiple: true, default: [] },
  },
})
try {
  for (const service of SERVICE_NAMES) {
    if (positionals.length > 0 && !positionals.includes(service)) continue
    const id = buildImage(service, values.tag, values['build-arg'])
    const name = imageName(service, values.tag)
    if (values.push !== undefined) pushImage(name, { address: values.push, plainHttp: values['plain-http'] })
    process.stdout.write(`${name} ${id}\n`)
  }
} catch (error) {
  process.exitCode = printError(error)
}
