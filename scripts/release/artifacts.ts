import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { programsOf } from '../../local/backing/python.ts'
import { SOFTWARE } from '../../local/backing/debian.ts'
import { ROOT } from '../../local/support/files.ts'
import { requireTool } from '../../local/support/tools.ts'
import { CHARTS } from '../../testing/charts/charts.ts'
import { run } from './sign.ts'

const { version } = packageJson
const CONTRACT = join(ROOT, 'services/platform/contract/generated')
const PYTHON_CLIENT = join(ROOT, 'clients/python')
/** The workspaces that are published; `local` runs the system from a checkout. */
const PUBLISHED = ['@rollcall/client', '@rollcall/cli']
/**
 * Makes what a release consists of besides images, and needs no network once the tools are there: the npm
 * packages, the wheel, the contract, the chart and the bill of materials of the sources.
 * @param out an empty folder
 */
export async function makeArtifacts(out: string): Promise<void> {
  const workspaces = PUBLISHED.map((name) => `--workspace=${name}`)
  run('npm', 'pack', ...workspaces, '--pack-destination', out)
  await buildWheel(out)
  for (const file of ['openapi.json', 'openapi.public.json', 'events.json'])
    cpSync(join(CONTRACT, file), join(out, file))
  const versions = ['--version', version, '--app-version', version]
  run(requireTool('helm'), 'package', join(CHARTS, 'rollcall'), ...versions, '--destination', out)
  writeFileSync(
    join(out, 'sources.cdx.json'),
    run('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'),
  )
}

/** The version and the code of the wheel follow from the contract: see `clients/python/hatch_build.py`. */
async function buildWheel(out: string): Promise<void> {
  const place = { software: SOFTWARE, env: process.env }
  const [, required = ''] =
    /^requires = \[(.*)\]$/m.exec(readFileSync(join(PYTHON_CLIENT, 'pyproject.toml'), 'utf8')) ?? []
  const pinned = [...required.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
  const python = join(await programsOf(pinned, place), 'python')
  const copy = mkdtempSync(join(tmpdir(), 'rollcall-wheel-'))
  try {
    // The build writes beside the sources, which stay as they are.
    cpSync(PYTHON_CLIENT, copy, { recursive: true })
    cpSync(join(CONTRACT, 'openapi.public.json'), join(copy, 'openapi.json'))
    const build = ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', out]
    await promisify(execFile)(python, build, { cwd: copy })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Writes the checksums of all files of a folder into it. */
export function writeChecksums(out: string): void {
  const sums = readdirSync(out).map((name) => {
    const sum = createHash('sha256').update(readFileSync(join(out, name)))
    return `${sum.digest('hex')}  ${name}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
}
