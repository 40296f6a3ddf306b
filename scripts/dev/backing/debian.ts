import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './command.ts'
import { isExecutable, requireOnPath } from './path.ts'
import type { Found, Provider, Site } from './server.ts'

/** A place where a Debian package lies: the machine itself, or a folder that it was unpacked into. */
export interface DebianRoot {
  readonly label: string
  readonly dir: string
  /** What its programs need in their environment to find their libraries there. */
  readonly env: Readonly<Record<string, string>>
}

interface Package {
  readonly packageName: string
  /** The program we want of it, relative to the root. */
  readonly command: string
  readonly found: (root: DebianRoot, site: Site) => Promise<Found>
}

const FETCH_MS = 180_000
const LOCK_ATTEMPTS = 5

/** The last link of a chain: Debian's package, installed when we may, unpacked into our own folder otherwise. */
export function debianPackage({ packageName, command, found }: Package): Provider {
  return {
    looksFor: `Debian's package ${packageName}`,
    async find(site) {
      if (isExecutable(join('/', command))) {
        return found({ label: `Debian's package ${packageName} (installed)`, dir: '/', env: {} }, site)
      }
      requireOnPath('apt-get', site.env)
      const dir = join(site.software, 'debian', packageName)
      const unpacked: DebianRoot = { label: `Debian's package ${packageName} (unpacked)`, dir, env: {} }
      if (existsSync(join(dir, COMPLETE)))
        return found({ ...unpacked, env: librariesIn(dir, site.env) }, site)

      if (process.getuid?.() === 0) {
        await site.report.during(
          site.dir.split('/').at(-1) ?? '',
          `installing Debian's package ${packageName}`,
          () => oneAtATime(() => install(packageName, site)),
        )
        return found({ label: `Debian's package ${packageName} (installed now)`, dir: '/', env: {} }, site)
      }
      await site.report.during(
        site.dir.split('/').at(-1) ?? '',
        `unpacking Debian's package ${packageName}`,
        () => oneAtATime(() => unpack(packageName, dir, site)),
      )
      return found({ ...unpacked, env: librariesIn(dir, site.env) }, site)
    },
  }
}

/** Written last: without it a folder is the remains of an attempt that was cut short. */
const COMPLETE = '.rollcall-complete'

/** Two chains may arrive here at once; apt's locks refuse the second. */
let queue: Promise<unknown> = Promise.resolve()
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = queue.then(work, work)
  queue = mine.catch(() => undefined)
  return mine
}

/** The standard way to have a package's files without its daemon being started on its usual port. */
const POLICY = '/usr/sbin/policy-rc.d'

async function install(packageName: string, site: Site): Promise<void> {
  const env = { ...site.env, DEBIAN_FRONTEND: 'noninteractive' }
  const ours = !existsSync(POLICY)
  if (ours) {
    site.guardian.removeAfterwards(POLICY)
    writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  }
  try {
    const apt = ['-o', 'DPkg::Lock::Timeout=120', '-y', '--no-install-recommends', 'install', packageName]
    const simulated = await run('apt-get', ['-s', ...apt], { env }).catch(() => undefined)
    if (simulated === undefined)
      await patiently(() => run('apt-get', ['update'], { env, timeoutMs: FETCH_MS }))
    await run('apt-get', apt, { env, timeoutMs: FETCH_MS })
  } finally {
    if (ours) rmSync(POLICY, { force: true })
  }
}

/** The lists have a lock that apt does not wait for; another clone may hold it. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (fault) {
      if (attempt === LOCK_ATTEMPTS) throw fault
      await sleep(attempt * 1_000)
    }
  }
}

/** Downloads a package and what it needs and this machine lacks, and unpacks all of it into `dir`. Needs no rights. */
export async function unpack(
  packageName: string,
  dir: string,
  site: Pick<Site, 'software' | 'env'>,
): Promise<void> {
  const env = site.env
  const simulate = ['-s', '-y', '--no-install-recommends', 'install', packageName]
  let options: string[] = []
  let plan = await run('apt-get', simulate, { env }).catch(() => undefined)
  if (plan === undefined) {
    options = ownLists(site.software)
    await run('apt-get', [...options, 'update'], { env, timeoutMs: FETCH_MS })
    plan = await run('apt-get', [...options, ...simulate], { env })
  }
  const wanted = [...plan.stdout.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  )
  if (wanted.length === 0)
    throw new Error(`${packageName} is installed, but its program is not where Debian puts it`)

  const downloads = join(dir, '.downloads')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(downloads, { recursive: true })
  await run('apt-get', [...options, 'download', ...wanted], { env, cwd: downloads, timeoutMs: FETCH_MS })
  for (const archive of readdirSync(downloads))
    await run('dpkg', ['-x', join(downloads, archive), dir], { env })
  rmSync(downloads, { recursive: true })
  writeFileSync(join(dir, COMPLETE), `${wanted.join('\n')}\n`)
}

/** apt with lists and a cache of our own, for a machine whose lists are missing and can't be written by us. */
function ownLists(software: string): string[] {
  const lists = join(software, 'apt', 'lists')
  const cache = join(software, 'apt', 'cache')
  for (const dir of [lists, cache]) mkdirSync(join(dir, 'partial'), { recursive: true })
  return ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`, '-o', 'Debug::NoLocking=1']
}

/** The library folders of an unpacked root, in front of whatever was there. */
function librariesIn(dir: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const folders = ['usr/lib', 'lib'].flatMap((lib) =>
    existsSync(join(dir, lib))
      ? [
          lib,
          ...readdirSync(join(dir, lib))
            .filter((name) => name.includes('-linux-'))
            .map((name) => join(lib, name)),
        ]
      : [],
  )
  const all = [...folders.map((folder) => join(dir, folder)), env['LD_LIBRARY_PATH'] ?? '']
  return { LD_LIBRARY_PATH: all.filter((folder) => folder !== '').join(delimiter) }
}
