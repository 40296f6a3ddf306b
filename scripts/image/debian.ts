import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../support/refusal.ts'
import { CPUS, type Cpu } from './builder.ts'

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** A root file system made of Debian's packages and all that they depend on. Nothing of them is run. */
export function debianRoot(root: string, packages: readonly string[], cpu: Cpu = 'x64'): void {
  const downloads = `${root}.packages`
  mkdirSync(downloads, { recursive: true })
  const options = optionsFor(cpu, `${root}.lists`)
  apt(downloads, ...options, 'download', ...closure(packages, options))
  // Debian's packages expect these links, which a package of its own makes on a real machine.
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', folder), { recursive: true })
    if (!existsSync(join(root, folder))) symlinkSync(`usr/${folder}`, join(root, folder))
  }
  const unpack =
    'dpkg-deb --fsys-tarfile "$0" | tar --extract --keep-directory-symlink --no-same-owner --directory "$1"'
  for (const archive of readdirSync(downloads))
    execFileSync('sh', ['-c', unpack, join(downloads, archive), root])
  for (const folder of [downloads, `${root}.lists`]) rmSync(folder, { recursive: true, force: true })
  if (!existsSync(join(root, 'bin/sh'))) symlinkSync('dash', join(root, 'usr/bin/sh'))
  const unused = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache']
  const encodings = ['x86_64', 'aarch64'].map((name) => `usr/lib/${name}-linux-gnu/gconv`)
  for (const folder of [...unused, ...encodings]) rmSync(join(root, folder), { recursive: true, force: true })
  for (const folder of ['tmp', 'etc/ssl/certs']) mkdirSync(join(root, folder), { recursive: true })
  if (!existsSync(CERTIFICATES))
    throw new Refusal('There are no CA certificates here: apt-get install ca-certificates')
  cpSync(CERTIFICATES, join(root, CERTIFICATES))
  const users = [
    ['root', 0, '/'],
    ['server', 999, '/tmp'],
    ['rollcall', 65_532, '/tmp'],
  ] as const
  const accounts = users.map(([name, id, home]) => `${name}:x:${id}:${id}:${name}:${home}:/bin/sh\n`)
  writeFileSync(join(root, 'etc/passwd'), accounts.join(''))
  writeFileSync(join(root, 'etc/group'), users.map(([name, id]) => `${name}:x:${id}:\n`).join(''))
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
}

/** What Node needs of Debian, and the Node that this runs on, for any processor: from the package that it comes in. */
export function nodeRoot(root: string, cpu: Cpu, ...packages: readonly string[]): void {
  debianRoot(root, ['libstdc++6', ...packages], cpu)
  const wanted = `node-linux-${cpu}@${process.versions.node}`
  const pack = ['pack', '--silent', '--pack-destination', root, wanted]
  const file = join(root, execFileSync('npm', pack, { encoding: 'utf8' }).trim())
  const into = ['--directory', join(root, 'usr'), '--strip-components=1']
  execFileSync('tar', ['-xzf', file, ...into, 'package/bin/node'])
  rmSync(file)
}

/** Debian's lists for a processor that is not this machine's are fetched; the machine keeps none of them. */
function optionsFor(cpu: Cpu, lists: string): readonly string[] {
  if (cpu === process.arch) return []
  mkdirSync(join(lists, 'partial'), { recursive: true })
  const options = [
    ...['-o', `APT::Architecture=${CPUS[cpu]}`, '-o', `APT::Architectures=${CPUS[cpu]}`],
    ...['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${lists}`],
  ]
  apt(undefined, ...options, 'update')
  return options
}

/** The packages and what they depend on, as if nothing were installed. */
function closure(packages: readonly string[], options: readonly string[]): readonly string[] {
  const nothingInstalled = ['-s', '-y', '--no-install-recommends', '-o', 'Dir::State::status=/dev/null']
  const planned = apt(undefined, ...options, ...nothingInstalled, 'install', ...packages)
  const installed = [...planned.matchAll(/^Inst (\S+) \((\S+)/gm)]
  const found = installed.map(([, name, version]) => `${name}=${version}`)
  if (found.length === 0) throw new Refusal(`Debian's packages ${packages.join(', ')} were not found`)
  return found
}

function apt(cwd: string | undefined, ...args: string[]): string {
  try {
    return execFileSync('apt-get', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    throw new Refusal(
      `apt-get ${args.join(' ')} failed. Is this Debian, and are its package lists there (apt-get update)?`,
    )
  }
}
