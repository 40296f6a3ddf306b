import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/files.ts'
import { debianRoot, nodeRoot } from '../debian.ts'

/** What npm is told not to say. */
const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'] as const

/** How the root file system of each server is made where its upstream image can't be pulled. */
export const RECIPES = {
  mongodb(root: string): void {
    debianRoot(root, ['python3.11-minimal', 'libpython3.11-stdlib', 'libstdc++6'])
    const packages = join(root, 'usr/lib/python3/dist-packages')
    execFileSync('python3', [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-compile'],
      ...['--only-binary=:all:', '--python-version=3.11', '--target', packages, 'secantusdb==0.7.0b3'],
    ])
  },
  redis(root: string): void {
    debianRoot(root, ['redis-server'])
  },
  rabbitmq(root: string): void {
    debianRoot(root, ['rabbitmq-server', 'dash', 'coreutils', 'sed', 'grep', 'mawk', 'hostname', 'findutils'])
  },
  mailbox(root: string): void {
    nodeRoot(root, 'x64')
    const app = join(root, 'app')
    cpSync(join(ROOT, 'scripts/dev/mailbox'), join(app, 'mailbox'), { recursive: true })
    writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n')
    install(app, 'smtp-server', 'postal-mime', 'express')
  },
} as const

export type Server = keyof typeof RECIPES

/** Packages at the versions that this repository has locked, with all that they depend on. */
function install(app: string, ...packages: readonly string[]): void {
  const wanted = packages.map((name) => `${name}@${versionOf(name)}`)
  execFileSync('npm', ['install', '--prefix', app, '--no-package-lock', ...QUIETLY, ...wanted], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function versionOf(name: string): string {
  const about = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(about) as { version: string }).version
}
