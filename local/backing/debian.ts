import { globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installOnce, isInstalled } from '../support/install-once.ts'
import { LOCAL } from '../support/files.ts'
import { isExecutable, requireOnPath, run } from './programs.ts'
import type { Provider, Site } from './server.ts'

const FETCH_MS = 180_000

/** Where programs that this checkout has fetched are kept. */
export const SOFTWARE = join(LOCAL, 'software')

/** What tests need besides the servers: each package, and its program relative to the root. */
export const TEST_PROGRAMS = {
  spin: ['spin', 'usr/bin/spin'],
  promtool: ['prometheus', 'usr/bin/promtool'],
  chromium: ['chromium', 'usr/lib/chromium/chromium'],
} as const

/** A program of a Debian package, installed or unpacked in this checkout. */
export interface DebianProgram {
  readonly command: string
  /** Its package's root: `/`, or the folder in which it was unpacked. */
  readonly root: string
  readonly env: NodeJS.ProcessEnv
}

/**
 * The program of a Debian package, if it is on this machine.
 * @param command the program, relative to the root
 */
export function debianProgram(
  packageName: string,
  command: string,
  { software, env }: Pick<Site, 'software' | 'env'> = { software: SOFTWARE, env: process.env },
): DebianProgram | undefined {
  if (isExecutable(join('/', command))) return { command: join('/', command), root: '/', env }
  const root = join(software, 'debian', packageName)
  if (!isInstalled(root) || !isExecutable(join(root, command))) return undefined
  return { command: join(root, command), root, env: { ...env, LD_LIBRARY_PATH: librariesIn(root, env) } }
}

/**
 * The program of a Debian package, unpacked into this checkout unless it is on this machine.
 * @param packageName several are separated by commas
 */
export async function fetchDebianProgram(
  packageName: string,
  command: string,
  site: Site,
): Promise<DebianProgram> {
  const here = debianProgram(packageName, command, site)
  if (here !== undefined) return here
  requireOnPath('apt-get', site.env)
  const dir = join(site.software, 'debian', packageName)
  await site.progress.runStep(packageName, "fetching Debian's package", () =>
    installOnce(dir, () => unpack(packageName, dir, site)),
  )
  const fetched = debianProgram(packageName, command, site)
  if (fetched === undefined) throw new Error(`${packageName} has no ${command}`)
  return fetched
}

/**
 * Provides a program of a Debian package, unpacked into a folder of this checkout unless it is installed. It
 * needs no special rights and does not change the machine.
 * @param command the program, relative to the root
 * @param prepare is also given the root
 */
export const debianPackage = <T>(
  packageName: string,
  command: string,
  prepare: (command: string, site: Site, root: string) => Promise<T>,
): Provider<T> => ({
  label: `Debian's package ${packageName}`,
  async find(site) {
    const { command: program, root, env } = await fetchDebianProgram(packageName, command, site)
    return prepare(program, { ...site, env }, root)
  },
})

/** Downloads a package with its dependencies that this machine lacks, and unpacks all of them into `dir`. */
async function unpack(packageName: string, dir: string, { env, software, guardian }: Site): Promise<void> {
  const downloads = join(dir, '.downloads')
  mkdirSync(downloads)
  const apt = (...args: readonly string[]) =>
    run('apt-get', args, { env, cwd: downloads, timeoutMs: FETCH_MS, guardian })
  const simulate = ['-s', '-y', '--no-install-recommends', 'install', ...packageName.split(',')]

  let options: readonly string[] = []
  const plan = await apt(...simulate).catch(async () => {
    options = ownLists(join(software, 'apt', packageName))
    await apt(...options, 'update')
    return apt(...options, ...simulate)
  })
  const lines = plan.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+)/gm)
  const wanted = [...lines].map(([, name, version]) => `${name}=${version}`)
  if (wanted.length === 0)
    throw new Error(`${packageName} is installed, but its program is not where Debian puts it`)
  await apt(...options, 'download', ...wanted)
  for (const archive of readdirSync(downloads))
    await run('dpkg', ['-x', join(downloads, archive), dir], { env })
  rmSync(downloads, { recursive: true })
}

/** Options for lists and a cache of our own, for a machine without lists. */
function ownLists(dir: string): readonly string[] {
  const [lists, cache] = [join(dir, 'lists'), join(dir, 'cache')]
  for (const folder of [lists, cache]) mkdirSync(join(folder, 'partial'), { recursive: true })
  return ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`, '-o', 'Debug::NoLocking=1']
}

/** Libraries of PulseAudio, which Chromium loads, find those in its folder by an absolute path only. */
const LIBRARIES = ['usr/lib', 'lib', 'usr/lib/*-linux-*', 'lib/*-linux-*', 'usr/lib/*-linux-*/pulseaudio']

/** A library path that begins with the folders of an unpacked root. */
const librariesIn = (dir: string, env: NodeJS.ProcessEnv): string =>
  globSync(LIBRARIES, { cwd: dir })
    .map((folder) => join(dir, folder))
    .concat(env['LD_LIBRARY_PATH'] ?? [])
    .join(delimiter)
