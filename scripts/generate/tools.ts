import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../../local/support/command-error.ts'
import { ROOT } from '../../local/support/files.ts'

const entryPoints = {
  redocly: 'node_modules/@redocly/cli/bin/cli.js',
  'openapi-generator-cli': 'node_modules/@openapitools/openapi-generator-cli/main.js',
} as const

const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
/** Java's better compiler pays off after minutes only; without it the generator takes half the time. */
const SHORT_RUN = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

/**
 * Runs an installed command-line tool on this Node, without output; the error has its output when it fails.
 */
export async function runTool(tool: keyof typeof entryPoints, args: string[]): Promise<void> {
  const env = { ...process.env, ...QUIET, JAVA_OPTS: SHORT_RUN }
  try {
    await promisify(execFile)(process.execPath, [join(ROOT, entryPoints[tool]), ...args], { cwd: ROOT, env })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new CommandError(`${stdout}${stderr}${tool} ${args[0]} failed.`)
  }
}

/** A temporary folder, removed when it is disposed. */
export const scratchFolder = () => mkdtempDisposable(join(tmpdir(), 'rollcall-'))

/** Whether a Java runtime is there, which openapi-generator needs. */
export async function hasJava(): Promise<boolean> {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java'
  return promisify(execFile)(java, ['-version']).then(
    () => true,
    () => false,
  )
}
