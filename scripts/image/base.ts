import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../support/refusal.ts'
import { put, putProgram } from './tree.ts'

/** The user that everything runs as: no name on common systems, and no rights. */
const USER = 65_532

const CERTIFICATES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/ssl/cert.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
]

/** The ground of an image: programs with the libraries they need, certificates, one user, a place for temporary files. */
export function assembleBase(dir: string, programs: Readonly<Record<string, string>>): readonly string[] {
  const libraries = new Set<string>()
  for (const [name, path] of Object.entries(programs)) {
    putProgram(realpathSync(path), join(dir, 'usr/bin', name))
    for (const library of librariesOf(path)) libraries.add(library)
  }
  for (const library of libraries) putProgram(realpathSync(library), join(dir, library))
  const certificates = CERTIFICATES.find((path) => existsSync(path))
  if (certificates === undefined)
    throw new Refusal(
      'There are no CA certificates on this machine (Debian: apt-get install ca-certificates)',
    )
  put(certificates, join(dir, 'etc/ssl/certs/ca-certificates.crt'))
  writeFileSync(
    join(dir, 'etc/passwd'),
    `root:x:0:0:root:/:/sbin/nologin\nrollcall:x:${USER}:${USER}:rollcall:/tmp:/sbin/nologin\n`,
  )
  writeFileSync(join(dir, 'etc/group'), `root:x:0:\nrollcall:x:${USER}:\n`)
  writeFileSync(join(dir, 'etc/nsswitch.conf'), 'hosts: files dns\n')
  mkdirSync(join(dir, 'tmp'), { recursive: true })
  chmodSync(join(dir, 'tmp'), 0o1777)
  return [...libraries]
}

/** What the loader would load for a program, the loader included. */
export function librariesOf(program: string): readonly string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' })
  if (listed.includes('not found'))
    throw new Refusal(`${program} needs libraries that are not here:\n${listed}`)
  return [...listed.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path as string)
}
