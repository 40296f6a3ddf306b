import { existsSync, globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable, requireOnPath, run } from './programs.ts'
import type { Found, Provider, Site } from './server.ts'

const FETCH_MS = 180_000
/** Written last: without it a folder is the remains of an attempt that was cut short. */
const COMPLETE = '.rollcall-complete'

/**
 * The last link of a chain: Debian's package, unpacked into our own folder unless the machine has it. That needs no rights,
 * and nothing of the machine changes.
 * @param command the program of it that we want, relative to the root
 * @param found is also given the root
 */
export const debianPackage = (
  packageName: string,
  command: string,
  found: (command: string, site: Site, root: string) => Promise<Found>,
): Provider => ({
  label: `Debian's package ${packageName}`,
  async find(site) {
    if (isExecutable(join('/', command))) return found(join('/', command), site, '/')
    requireOnPath('apt-get', site.env)
    const dir = join(site.software, 'debian', packageName)
    if (!existsSync(join(dir, COMPLETE)))
      await site.report.during(packageName, "fetching Debian's package", () => unpack(packageName, dir, site))
    const env = { ...site.env, LD_LIBRARY_PATH: librariesIn(dir, site.env) }
    return found(join(dir, command), { ...site, env }, dir)
  },
})

/** Downloads a package with what it needs and this machine lacks, and unpacks all of it into `dir`. */
async function unpack(packageName: string, dir: string, { env, software, guardian }: Site): Promise<void> {
  const downloads = join(dir, '.downloads')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(downloads, { recursive: true })
  const apt = (...args: readonly string[]) =>
    run('apt-get', args, { env, cwd: downloads, timeoutMs: FETCH_MS, guardian })
  const simulate = ['-s', '-y', '--no-install-recommends', 'install', packageName]

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
  writeFileSync(join(dir, COMPLETE), `${wanted.join('\n')}\n`)
}

/** apt with lists and a cache of our own, for a machine whose lists are missing. */
function ownLists(dir: string): readonly string[] {
  const [lists, cache] = [join(dir, 'lists'), join(dir, 'cache')]
  for (const folder of [lists, cache]) mkdirSync(join(folder, 'partial'), { recursive: true })
  return ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`, '-o', 'Debug::NoLocking=1']
}

/** The library folders of an unpacked root, in front of whatever was there. */
const librariesIn = (dir: string, env: NodeJS.ProcessEnv): string =>
  globSync(['usr/lib', 'lib', 'usr/lib/*-linux-*', 'lib/*-linux-*'], { cwd: dir })
    .map((folder) => join(dir, folder))
    .concat(env['LD_LIBRARY_PATH'] ?? [])
    .join(delimiter)
