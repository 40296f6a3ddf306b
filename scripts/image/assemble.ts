import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { services, type ServiceName } from '../../services/shared/contract/generated/catalogue.ts'
import { ROOT } from '../support/files.ts'
import { Refusal } from '../support/refusal.ts'
import { assembleBase } from './base.ts'
import { billOfMaterials } from './sbom.ts'
import { prune, putFolder, settle } from './tree.ts'

export const SERVICES = services
export type Service = ServiceName

/** Where the context of the Dockerfile is assembled. */
export const CONTEXT = join(ROOT, 'dist/image')

/** Types, maps, sources and prose: nothing that runs. Licences stay. */
const NOT_RUN =
  /\.(d\.[cm]?ts|[cm]?ts|map|tsbuildinfo|md|markdown)$|\/(\.github|\.package-lock\.json|node_modules\/\.bin)$/

/** Lays out what the Dockerfile copies: `base`, `modules`, `shared` and a folder for each service. */
export function assembleContext(): void {
  rmSync(CONTEXT, { recursive: true, force: true })
  const node = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')
  if (!existsSync(node)) throw new Refusal(`Images are made on Linux, where ${node} is`)

  const libraries = assembleBase(join(CONTEXT, 'base'), { node })
  const modules = join(CONTEXT, 'modules')
  installModules(modules)
  writeFileSync(join(modules, 'package.json'), runtimePackage())
  writeFileSync(join(modules, 'sbom.cdx.json'), billOfMaterials(modules, node, libraries))
  prune(modules, NOT_RUN)

  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
  for (const part of ['shared', ...SERVICES]) {
    putFolder(join(ROOT, 'dist/services', part), join(CONTEXT, part), NOT_RUN)
  }
  settle(CONTEXT, (path) => path.startsWith(join(CONTEXT, 'base')) && /\/(bin|lib(64)?)\//.test(path))
}

/** What npm is told not to say. */
export const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error'] as const

/** What npm installs for production from the lock file, and nothing else. Node itself comes as an optional package. */
function installModules(dir: string): void {
  mkdirSync(dir, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(ROOT, file), join(dir, file))
  execFileSync('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', ...QUIETLY], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(join(dir, 'package-lock.json'))
}

/** Says that the code is ESM, which version runs, and which packages it asks for. */
function runtimePackage(): string {
  const { name, version, type, license, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  return `${JSON.stringify({ name, version, type, license, private: true, dependencies }, null, 2)}\n`
}
