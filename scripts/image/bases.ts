import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempDisposableSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, has, type Cpu } from './builder.ts'
import { nodeRoot } from './debian.ts'
import type { Bases } from './services.ts'

/** An image of a root file system that `fill` lays out; made once. @returns its name */
export function importOnce(
  name: string,
  dockerfile: string,
  fill: (root: string) => void,
  cpu: Cpu = 'x64',
): string {
  if (has(name)) return name
  using context = mkdtempDisposableSync(join(tmpdir(), 'rollcall-image-'))
  fill(join(context.path, 'root'))
  build({ name, dockerfile, context: context.path, cpu })
  return name
}

/** What services/Dockerfile builds on where no registry can be reached: Debian's packages, this Node and this npm. */
export function debianBases(cpu: Cpu = 'x64'): Bases {
  const dockerfile = join(import.meta.dirname, 'base.Dockerfile')
  const base = (what: string, fill: (root: string) => void, target?: Cpu) =>
    importOnce(`localhost/rollcall-base/${what}:${process.versions.node}`, dockerfile, fill, target)
  return {
    BUILD_IMAGE: base('debian-build', (root) => {
      nodeRoot(root, 'x64', 'dash', 'coreutils', 'findutils', 'sed')
      const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
      cpSync(join(npm, 'npm'), join(root, 'usr/lib/node_modules/npm'), { recursive: true })
      symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'))
    }),
    RUNTIME_IMAGE: base(`debian-runtime-${cpu}`, (root) => nodeRoot(root, cpu), cpu),
  }
}
