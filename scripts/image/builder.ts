import { execFileSync } from 'node:child_process'
import { Refusal } from '../support/refusal.ts'

/** A program that builds images from a Dockerfile. The same sources give the same layers with either. */
export interface Builder {
  build(image: Image): string
  /** @param plain the registry has no TLS */
  push(name: string, to: string, plain: boolean): void
  has(name: string): boolean
  /** The digests of an image's layers, unpacked. */
  layers(name: string): readonly string[]
}

export interface Image {
  readonly name: string
  readonly dockerfile: string
  readonly context: string
  readonly arguments?: Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>>
}

const output = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

const flags = (flag: string, pairs: Readonly<Record<string, string>> = {}) =>
  Object.entries(pairs).flatMap(([key, value]) => [flag, `${key}=${value}`])

/** What both take alike. */
const given = ({ name, dockerfile, context, arguments: pairs, labels }: Image): readonly string[] => [
  ...[...flags('--build-arg', pairs), ...flags('--label', labels)],
  ...['--tag', name, '--file', dockerfile, context],
]

const buildah: Builder = {
  build: (image) =>
    output(
      'buildah',
      ...['build', '--quiet', '--layers', '--timestamp', '0', '--format', 'oci', '--isolation', 'chroot'],
      ...given(image),
    ),
  push: (name, to, plain) =>
    void output('buildah', 'push', '--quiet', `--tls-verify=${!plain}`, name, `docker://${to}`),
  has: (name) => works('buildah', 'inspect', '--type', 'image', name),
  layers(name) {
    const { OCIv1 } = JSON.parse(output('buildah', 'inspect', '--type', 'image', name)) as {
      OCIv1: { rootfs: { diff_ids: string[] } }
    }
    return OCIv1.rootfs.diff_ids
  },
}

const docker: Builder = {
  build: (image) =>
    output(
      ...(['env', 'SOURCE_DATE_EPOCH=0', 'docker', 'buildx', 'build', '--quiet'] as const),
      ...['--output', 'type=docker,rewrite-timestamp=true'],
      ...given(image),
    ),
  push(name, to) {
    output('docker', 'tag', name, to)
    output('docker', 'push', '--quiet', to)
  },
  has: (name) => works('docker', 'image', 'inspect', name),
  layers: (name) =>
    JSON.parse(output('docker', 'image', 'inspect', '--format', '{{json .RootFS.Layers}}', name)) as string[],
}

const works = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The first one here that works. @throws Refusal that says what to install */
export function findBuilder(): Builder {
  if (works('buildah', 'info')) return buildah
  if (works('docker', 'buildx', 'version')) return docker
  throw new Refusal(
    'Images are built by buildah or docker, and neither works here (Debian: apt-get install buildah)',
  )
}
