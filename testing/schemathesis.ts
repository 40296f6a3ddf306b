import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { SOFTWARE } from '../local/backing/debian.ts'
import { findOnPath } from '../local/backing/programs.ts'
import { isInstalled, programsOf } from '../local/backing/python.ts'

/** Pinned: another version generates other requests. */
const VERSION = '4.32.5'
const PINNED = `schemathesis==${VERSION}`

/**
 * The path of Schemathesis: the pinned version on the PATH, else in a virtual environment of this checkout.
 * @throws Error when neither is available
 */
export async function schemathesis(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const there = findOnPath('schemathesis', env)
  if (there !== undefined && execFileSync(there, ['--version'], { encoding: 'utf8' }).includes(VERSION))
    return there
  if (!isInstalled([PINNED], { software: SOFTWARE, env }))
    process.stderr.write(`Installing ${PINNED} from PyPI, once …\n`)
  return join(await programsOf([PINNED], { software: SOFTWARE, env }), 'schemathesis')
}
