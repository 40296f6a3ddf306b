import { chmodSync, chownSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fetchDebianProgram, SOFTWARE } from '../../local/backing/debian.ts'
import { startServer } from '../../local/backing/programs.ts'
import type { Site } from '../../local/backing/server.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { silentReporter } from '../../local/progress-reporter.ts'
import { guideFile } from '../../testing/guide-file.ts'

interface User {
  readonly name: string
  readonly group: string
  readonly uid: number
  readonly gid: number
}
/** A user without rights, which every Debian system has. */
export const UNPRIVILEGED: User = { name: 'nobody', group: 'nogroup', uid: 65_534, gid: 65_534 }
export const isRoot = process.getuid?.() === 0

/** A program of a Debian package, and how it is started without root. */
export interface GuidedProgram {
  readonly packageName: string
  readonly command: string
  /** The file of docs/operations that it runs with; without it, it runs as its package has it. */
  readonly file?: string
  /** Makes a program that finds the files of its package where they are. @returns its path */
  readonly relocate?: (command: string, place: Pick<Place, 'dir' | 'root'>) => string
  /** Folders with libraries of its own, besides those that its package's root has. */
  readonly libraries?: (place: Pick<Place, 'dir' | 'root'>) => readonly string[]
  /** The user that it becomes when root starts it, who owns its folder. */
  readonly user?: User
  /** Paths in the file that belong to its package. */
  readonly ofPackage?: readonly string[]
  /** The rest of its configuration, which every installation of the program has, and its arguments. */
  readonly start: (place: Place) => readonly string[]
}

interface Place {
  readonly dir: string
  /** The root of its Debian package, and its program there. */
  readonly root: string
  readonly command: string
  /** Where it listens. */
  readonly port: number
  /** The guide's file, with the addresses of the test. */
  readonly file: string
  readonly write: (name: string, text: string) => string
}

interface Scene {
  readonly port: number
  /** Addresses and paths of the guide's file, each with that of the test. */
  readonly replaced?: Iterable<readonly [from: string, to: string]>
  /** Files that the guide's file names, by their paths there. */
  readonly files?: Readonly<Record<string, string>>
  /** Makes a program that runs it. @returns its path */
  readonly wrap?: (command: string, dir: string) => string
  readonly guardian: Guardian
}

/**
 * Starts a program with the file of the guide, of which only addresses and paths are replaced.
 * @throws Error when the file lacks what is replaced
 */
export async function startGuided(name: string, program: GuidedProgram, scene: Scene) {
  const { port, replaced = [], files, guardian, wrap } = scene
  const dir = mkdtempSync(join(tmpdir(), `rollcall-${name}-`))
  guardian.watch(dir)
  // Some run as another user than the one who starts them.
  chmodSync(dir, 0o755)
  if (isRoot && program.user !== undefined) chownSync(dir, program.user.uid, program.user.gid)
  const write = (to: string, text: string) => {
    writeFileSync(join(dir, to), text)
    return join(dir, to)
  }
  const site = siteOf(dir, guardian)
  const { command, root, env } = await fetchDebianProgram(program.packageName, program.command, site)
  const { file = '' } = program
  let text = file === '' ? '' : guideFile(file, replaced)
  for (const path of program.ofPackage ?? []) text = text.replaceAll(path, join(root, path))
  for (const [path, content] of Object.entries(files ?? {}))
    text = text.replaceAll(path, write(basename(path), content))
  const args = program.start({
    dir,
    port,
    root,
    command,
    file: write(`guide-${basename(file)}`, text),
    write,
  })
  const relocated = root === '/' ? command : (program.relocate?.(command, { dir, root }) ?? command)
  const started = wrap?.(relocated, dir) ?? relocated
  const libraries = [...(program.libraries?.({ dir, root }) ?? []), env['LD_LIBRARY_PATH'] ?? '']
  const homes = { HOME: dir, XDG_CONFIG_HOME: dir, XDG_DATA_HOME: dir }
  const environment = { ...env, ...homes, LD_LIBRARY_PATH: libraries.join(':') }
  const child = await startServer({ ...site, env: environment }, name, started, args, () => reach(port))
  return { dir, stop: () => child.stop(5_000) }
}

/**
 * Copies a program or library with a folder of its package built in: it then reads the folder where it runs.
 * @param folder its path, whose length is even
 */
export function copyRelocated(from: string, to: string, folder: string): string {
  const here = './'.repeat(folder.length / 2)
  const bytes = readFileSync(from).toString('latin1').replaceAll(folder, here)
  writeFileSync(to, bytes, { encoding: 'latin1', mode: 0o755 })
  return to
}

/** A program that runs these lines of a shell. @returns its path */
export function writeScript(path: string, lines: string): string {
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return path
}

/** The options with which Perl finds the modules of a Debian package. */
export const perlIncludes = (root: string): readonly string[] =>
  globSync(['usr/share/perl5', 'usr/lib/*-linux-*/perl5/*'], { cwd: root }).flatMap((folder) => [
    '-I',
    join(root, folder),
  ])

/** Where a program of a neighbour runs. */
export const siteOf = (dir: string, guardian: Guardian): Site => ({
  dir,
  logs: dir,
  software: SOFTWARE,
  env: process.env,
  guardian,
  progress: silentReporter,
})

/** Resolves when something listens there. */
export const reach = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
    socket.once('error', reject)
  })
