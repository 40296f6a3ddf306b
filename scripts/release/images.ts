import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { ServiceName } from '../../services/platform/contract/generated/catalogue.ts'
import { ROOT } from '../../local/support/files.ts'
import { CommandError } from '../../local/support/command-error.ts'

/** The platforms of a release's images. Keys: the CPU architectures, as in `process.arch`. */
const PLATFORMS: Readonly<Partial<Record<string, string>>> = { x64: 'linux/amd64', arm64: 'linux/arm64' }

/** A registry of images and charts. */
export interface Registry {
  readonly address: string
  /** The registry is reached by HTTP, without TLS. */
  readonly plainHttp: boolean
}

export const imageName = (service: ServiceName, tag: string) => `localhost/rollcall/${service}:${tag}`

/**
 * Builds a service's image for the architecture of this machine, with buildah. The build is reproducible: the
 * same sources give the same layers.
 * @returns the id of the image
 */
export function buildImage(service: ServiceName, tag: string, buildArgs: readonly string[]): string {
  return build(service, tag, process.arch, '--tag', buildArgs)
}

/**
 * Builds a service's image for every platform and puts them into one manifest list.
 * @returns the id of the image for this machine's architecture
 */
export function buildAllPlatforms(service: ServiceName, tag: string, buildArgs: readonly string[]): string {
  const name = imageName(service, tag)
  if (tryBuildah('manifest', 'exists', name).status === 0) runBuildah('manifest', 'rm', name)
  const idByArchitecture = new Map<string, string>()
  for (const architecture of Object.keys(PLATFORMS))
    idByArchitecture.set(architecture, build(service, tag, architecture, '--manifest', buildArgs))
  return idByArchitecture.get(process.arch) ?? ''
}

function build(
  service: ServiceName,
  tag: string,
  architecture: string,
  nameOption: '--tag' | '--manifest',
  buildArgs: readonly string[],
): string {
  // Unless BUILDPLATFORM is set, the buildah of Debian sets it to the target platform.
  const allBuildArgs = [`BUILDPLATFORM=${PLATFORMS[process.arch]}`, `SERVICE=${service}`, ...buildArgs]
  const labels = [`title=rollcall ${service}`, `version=${tag}`, 'licenses=Apache-2.0']
  return runBuildah(
    'build',
    '--quiet',
    '--layers',
    '--timestamp=0',
    '--format=oci',
    '--isolation=chroot',
    `--platform=${PLATFORMS[architecture]}`,
    ...allBuildArgs.map((buildArg) => `--build-arg=${buildArg}`),
    ...labels.map((label) => `--label=org.opencontainers.image.${label}`),
    `${nameOption}=${imageName(service, tag)}`,
    `--file=${join(ROOT, 'services/Dockerfile')}`,
    ROOT,
  )
}

/** The arguments that tell `buildah push` which image to push, and where. */
const pushArguments = (name: string, { address, plainHttp }: Registry) => [
  `--tls-verify=${!plainHttp}`,
  name,
  `docker://${address}/${name.replace('localhost/', '')}`,
]

export function pushImage(name: string, registry: Registry): void {
  runBuildah('push', '--quiet', ...pushArguments(name, registry))
}

/**
 * Pushes the manifest list with the images of all platforms.
 * @param digestFile where the digest of the manifest list is written
 */
export function pushAllPlatforms(name: string, registry: Registry, digestFile: string): void {
  runBuildah(
    'manifest',
    'push',
    '--all',
    '--quiet',
    `--digestfile=${digestFile}`,
    ...pushArguments(name, registry),
  )
}

/** Writes the images of all platforms into one archive, which can be loaded without a registry. */
export function saveAllPlatforms(name: string, file: string): void {
  runBuildah('manifest', 'push', '--all', '--quiet', name, `oci-archive:${file}:${name}`)
}

/** Reads the bill of materials that an image contains. */
export function readBillOfMaterials(imageId: string): string {
  const container = runBuildah('from', imageId)
  const print = "process.stdout.write(require('fs').readFileSync('/app/sbom.cdx.json'))"
  const bill = runBuildah('run', '--isolation=chroot', container, '--', 'node', '-e', print)
  runBuildah('rm', container)
  return bill
}

/** Runs buildah. It does not throw: the caller checks `status` and `error`. */
const tryBuildah = (...args: readonly string[]) =>
  spawnSync('buildah', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** Runs buildah. @returns what it printed. @throws CommandError if it can't be run, or fails */
function runBuildah(...args: readonly string[]): string {
  const { status, stdout, error } = tryBuildah(...args)
  if (error) throw new CommandError(`Images are built by buildah, which can't be run here: ${error.message}`)
  if (status !== 0) throw new CommandError(`buildah ${args[0]} failed`)
  return stdout.trim()
}
