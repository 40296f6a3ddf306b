import { execFileSync } from 'node:child_process'
import { Refusal } from '../support/refusal.ts'

interface Image {
  readonly name: string
  readonly dockerfile: string
  readonly context: string
  /** Of Node's names for processors; this machine's unless said. */
  readonly cpu?: Cpu
  /** The name is one for several processors, and this image becomes its part for `cpu`. */
  readonly part?: boolean
  readonly arguments?: Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>>
}

/** What images are made for: Node's name, and the one of images. */
export const CPUS = { x64: 'amd64', arm64: 'arm64' } as const
export type Cpu = keyof typeof CPUS
const OURS = process.arch as Cpu

/** Where images are pushed to; `plain` is a registry without TLS, which has to be asked for. */
export interface Registry {
  readonly address: string
  readonly plain: boolean
}

const buildah = (...args: readonly string[]) =>
  execFileSync('buildah', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

const flags = (flag: string, pairs: Readonly<Record<string, string>> = {}) =>
  Object.entries(pairs).flatMap(([key, value]) => [flag, `${key}=${value}`])

/** Builds an image of a Dockerfile: the same sources give the same layers. @returns its id */
export function build({ name, part, cpu = OURS, dockerfile, context, ...image }: Image): string {
  if (!works('info'))
    throw new Refusal(
      'Images are built by buildah, which does not work here (Debian: apt-get install buildah)',
    )
  return buildah(
    ...['build', '--quiet', '--layers', '--timestamp', '0', '--format', 'oci', '--isolation', 'chroot'],
    // Debian's buildah takes the target for the build platform unless it is told.
    ...flags('--build-arg', { BUILDPLATFORM: `linux/${CPUS[OURS]}`, ...image.arguments }),
    ...['--platform', `linux/${CPUS[cpu]}`],
    ...flags('--label', image.labels),
    ...[part ? '--manifest' : '--tag', name, '--file', dockerfile, context],
  )
}

const to = (name: string, { address, plain }: Registry) => [
  ...[`--tls-verify=${!plain}`, name],
  `docker://${address}/${name.replace('localhost/', '')}`,
]

export const push = (name: string, registry: Registry) =>
  void buildah('push', '--quiet', ...to(name, registry))

/** Pushes the image of every processor by one name. @param digestFile where its digest is written */
export const pushParts = (name: string, registry: Registry, digestFile: string) =>
  void buildah('manifest', 'push', '--all', '--quiet', '--digestfile', digestFile, ...to(name, registry))

export const forget = (name: string) => works('rmi', name)

export const has = (name: string) => works('inspect', '--type', 'image', name)

function works(...args: readonly string[]): boolean {
  try {
    execFileSync('buildah', args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
