import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { ServiceName } from '../../services/shared/contract/generated/catalogue.ts'
import { ROOT } from '../support/files.ts'
import { CommandError } from '../support/command-error.ts'

/** The processors that a release has images for, by Node's names. */
const PLATFORMS: Readonly<Partial<Record<string, string>>> = { x64: 'linux/amd64', arm64: 'linux/arm64' }

/** Where images are pushed to; `plain`: it has no TLS. */
export interface Registry {
  readonly address: string
  readonly plain: boolean
}

export const imageName = (service: ServiceName, tag: string) => `localhost/rollcall/${service}:${tag}`

/** Builds a service's image for this processor with buildah: the same sources give the same layers. @returns its id */
export function buildImage(service: ServiceName, tag: string, buildArgs: readonly string[]): string {
  return build(service, tag, process.arch, '--tag', buildArgs)
}

/** Builds a service for every processor, under one name. @returns the id of the image for this one */
export function buildForAll(service: ServiceName, tag: string, buildArgs: readonly string[]): string {
  const name = imageName(service, tag)
  if (buildah('manifest', 'exists', name).status === 0) requireBuildah('manifest', 'rm', name)
  const ids = Object.keys(PLATFORMS).map((cpu) => [cpu, build(service, tag, cpu, '--manifest', buildArgs)])
  return (Object.fromEntries(ids) as Record<string, string>)[process.arch] ?? ''
}

function build(
  service: ServiceName,
  tag: string,
  cpu: string,
  nameOption: '--tag' | '--manifest',
  buildArgs: readonly string[],
): string {
  // Debian's buildah takes the target for the build platform unless it is named.
  const options = [`BUILDPLATFORM=${PLATFORMS[process.arch]}`, `SERVICE=${service}`, ...buildArgs]
  const labels = [`title=rollcall ${service}`, `version=${tag}`, 'licenses=Apache-2.0']
  return requireBuildah(
    'build',
    '--quiet',
    '--layers',
    '--timestamp=0',
    '--format=oci',
    '--isolation=chroot',
    `--platform=${PLATFORMS[cpu]}`,
    ...options.map((one) => `--build-arg=${one}`),
    ...labels.map((one) => `--label=org.opencontainers.image.${one}`),
    `${nameOption}=${imageName(service, tag)}`,
    `--file=${join(ROOT, 'services/Dockerfile')}`,
    ROOT,
  )
}

const destination = (name: string, { address, plain }: Registry) => [
  `--tls-verify=${!plain}`,
  name,
  `docker://${address}/${name.replace('localhost/', '')}`,
]

export function pushImage(name: string, registry: Registry): void {
  requireBuildah('push', '--quiet', ...destination(name, registry))
}

/** Pushes the images of every processor under one name. @param digestFile where its digest is written */
export function pushForAll(name: string, registry: Registry, digestFile: string): void {
  requireBuildah(
    'manifest',
    'push',
    '--all',
    '--quiet',
    `--digestfile=${digestFile}`,
    ...destination(name, registry),
  )
}

/** The bill of materials that an image holds. */
export function billOfMaterials(imageId: string): string {
  const container = requireBuildah('from', imageId)
  const print = "process.stdout.write(require('fs').readFileSync('/app/sbom.cdx.json'))"
  const bill = requireBuildah('run', '--isolation=chroot', container, '--', 'node', '-e', print)
  requireBuildah('rm', container)
  return bill
}

const buildah = (...args: readonly string[]) =>
  spawnSync('buildah', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

function requireBuildah(...args: readonly string[]): string {
  const { status, stdout, error } = buildah(...args)
  if (error) throw new CommandError(`Images are built by buildah, which can't be run here: ${error.message}`)
  if (status !== 0) throw new CommandError(`buildah ${args[0]} failed`)
  return stdout.trim()
}
