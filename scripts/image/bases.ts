import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianRoot } from './backing/debian-root.ts'
import { assembleBase } from './base.ts'
import { findBuilder } from './builder.ts'
import type { Bases } from './services.ts'

/** An image of a root file system that `fill` lays out; made once. @returns its name */
export function importOnce(name: string, dockerfile: string, fill: (root: string) => void): string {
  const builder = findBuilder()
  if (builder.has(name)) return name
  const context = mkdtempSync(join(tmpdir(), 'rollcall-image-'))
  try {
    fill(join(context, 'root'))
    builder.build({ name, dockerfile, context })
  } finally {
    rmSync(context, { recursive: true, force: true })
  }
  return name
}

/** What services/Dockerfile builds on where no registry can be reached: Debian's packages, this Node and this npm. */
export function debianBases(): Bases {
  const base = (what: string, fill: (root: string) => void) =>
    importOnce(
      `localhost/rollcall-base/${what}:${process.versions.node}`,
      join(import.meta.dirname, 'base.Dockerfile'),
      fill,
    )
  const programs = { node: process.execPath }
  return {
    BUILD_IMAGE: base('build', (root) => {
      debianRoot(root, ['dash', 'coreutils', 'findutils', 'sed'])
      assembleBase(root, programs)
      const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
      cpSync(join(npm, 'npm'), join(root, 'usr/lib/node_modules/npm'), { recursive: true })
      symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'))
    }),
    RUNTIME_IMAGE: base('runtime', (root) => void assembleBase(root, programs)),
  }
}
