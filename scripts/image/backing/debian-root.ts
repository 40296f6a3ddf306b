import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../support/refusal.ts'

/** A root file system made of Debian's packages and all that they depend on. Nothing of them is run. */
export function debianRoot(root: string, packages: readonly string[]): void {
  const downloads = `${root}.packages`
  mkdirSync(downloads, { recursive: true })
  apt(downloads, 'download', ...closure(packages))
  // Debian's packages expect these links, which a package of its own makes on a real machine.
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', folder), { recursive: true })
    if (!existsSync(join(root, folder))) symlinkSync(`usr/${folder}`, join(root, folder))
  }
  for (const archive of readdirSync(downloads)) {
    execFileSync('sh', [
      '-c',
      'dpkg-deb --fsys-tarfile "$1" | tar --extract --keep-directory-symlink --no-same-owner --directory "$2"',
      'unpack',
      join(downloads, archive),
      root,
    ])
  }
  rmSync(downloads, { recursive: true })
  if (!existsSync(join(root, 'bin/sh'))) symlinkSync('dash', join(root, 'usr/bin/sh'))
  for (const unused of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache'])
    rmSync(join(root, unused), { recursive: true, force: true })
  mkdirSync(join(root, 'tmp'), { recursive: true })
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/:/bin/sh\nserver:x:999:999:server:/tmp:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nserver:x:999:\n')
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n')
}

/** The packages and what they depend on, as if nothing were installed. */
function closure(packages: readonly string[]): readonly string[] {
  const options = ['-s', '-y', '--no-install-recommends', '-o', 'Dir::State::status=/dev/null']
  const planned = apt(undefined, ...options, 'install', ...packages)
  const found = [...planned.matchAll(/^Inst (\S+) \((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  )
  if (found.length === 0) throw new Refusal(`Debian's packages ${packages.join(', ')} were not found`)
  return found
}

function apt(cwd: string | undefined, ...args: string[]): string {
  try {
    return execFileSync('apt-get', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    throw new Refusal(
      `apt-get ${args[0]} failed. Is this Debian, and are its package lists there (apt-get update)?`,
    )
  }
}
