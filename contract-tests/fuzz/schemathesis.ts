import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath, requireOnPath, run } from '../../scripts/dev/backing/programs.ts'

/** Pinned: another version generates other requests, and may find what this one passes over. */
const VERSION = '4.32.5'
const SOFTWARE = join(import.meta.dirname, '../../.local/software')
const INSTALL_MS = 150_000

/**
 * The path of Schemathesis: the pinned version on the PATH, else in a virtual environment of this clone, made once.
 * @throws Error when neither can be had
 */
export async function schemathesis(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const there = findOnPath('schemathesis', env)
  if (there !== undefined && execFileSync(there, ['--version'], { encoding: 'utf8' }).includes(VERSION))
    return there
  const dir = join(SOFTWARE, `schemathesis-${VERSION}`)
  const complete = join(dir, '.rollcall-complete')
  if (!existsSync(complete)) {
    process.stderr.write(`Installing schemathesis ${VERSION} from PyPI, once …\n`)
    rmSync(dir, { recursive: true, force: true })
    await run(requireOnPath('python3', env), ['-m', 'venv', dir], { env, timeoutMs: INSTALL_MS })
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`]
    await run(join(dir, 'bin/python'), pip, { env, timeoutMs: INSTALL_MS })
    writeFileSync(complete, '')
  }
  return join(dir, 'bin/schemathesis')
}
