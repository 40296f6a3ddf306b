import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPackage, debianProgram, SOFTWARE, TEST_PROGRAMS } from '../../local/backing/debian.ts'
import { findFirst, findOnPath, onThePath, run } from '../../local/backing/programs.ts'
import type { Site } from '../../local/backing/server.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import type { ProgressReporter } from '../../local/progress-reporter.ts'
import { messageOf } from '../../local/support/command-error.ts'
import { LOCAL } from '../../local/support/files.ts'
import { MODELS_DIR } from './model.ts'

const RUN_MS = 900_000
const MEMORY_MB = 3_000
/** More than the longest run of any model has steps. */
const MAX_DEPTH = 1_000_000

/** The programs that check a model: SPIN writes a verifier in C. */
export interface Checker {
  readonly spin: string
  readonly compiler: string
  readonly env: NodeJS.ProcessEnv
  readonly guardian: Guardian
}

/** What is missing of SPIN and a C compiler where nothing is fetched. */
export function missingOfChecker({ env } = process): string | undefined {
  if (findOnPath('gcc', env) === undefined) return 'there is no C compiler: apt-get install gcc'
  const isHere = findOnPath('spin', env) !== undefined || debianProgram(...TEST_PROGRAMS.spin) !== undefined
  return isHere ? undefined : 'SPIN is not here: npm run check -- models'
}

/** Finds SPIN and a C compiler, or says why models can't be checked here. */
export async function findChecker(
  guardian: Guardian,
  progress: ProgressReporter,
): Promise<Checker | { readonly missing: string }> {
  const { env } = process
  const compiler = findOnPath('gcc', env)
  if (compiler === undefined) return { missing: 'there is no gcc on the PATH, which compiles the verifiers' }
  const site: Site = { dir: LOCAL, software: SOFTWARE, logs: LOCAL, env, guardian, progress }
  const find = (command: string) => Promise.resolve(command)
  try {
    const providers = [onThePath('spin', find), debianPackage(...TEST_PROGRAMS.spin, find)]
    return { spin: await findFirst('SPIN', providers, site), compiler, env, guardian }
  } catch (error) {
    return { missing: messageOf(error) }
  }
}

/** What a verifier has found for one property. */
export interface Result {
  readonly holds: boolean
  readonly states: number
  readonly megabytes: number
  readonly seconds: number
}

/** A compiled model. */
export interface Verifier {
  /** Checks a property in every state that the model can reach. @throws Error when these are too many */
  check(property: string): Promise<Result>
  /** The lines of the model that lead to the violation that {@link check} has found last. */
  linesOfTrace(): Promise<readonly { readonly process: string; readonly line: number }[]>
}

interface CompileOptions {
  readonly name: string
  readonly text: string
  readonly liveness: boolean
  readonly isOptimized: boolean
}

/**
 * Compiles a model, in a folder of its own.
 * @param options.liveness also for properties that say that something happens in the end, which takes longer
 * @param options.isOptimized for a check of all states; without it, the compiler takes a fifth of the time
 */
export async function compile(
  { spin, compiler, env, guardian }: Checker,
  { name, text, liveness, isOptimized }: CompileOptions,
): Promise<Verifier> {
  const dir = join(LOCAL, 'models', name)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'model.pml'), text)
  for (const table of globSync('*.h', { cwd: MODELS_DIR })) cpSync(join(MODELS_DIR, table), join(dir, table))
  const execute = (command: string, ...args: readonly string[]) =>
    run(command, args, { cwd: dir, env, guardian, timeoutMs: RUN_MS })
  const translated = await execute(spin, '-a', 'model.pml')
  if (/Error:/i.test(translated)) throw new Error(`${name}: ${translated}`)
  // Without SAFETY, a verifier also looks for cycles. The models need no fairness: their runs end.
  const kind = liveness ? '-DNOFAIR' : '-DSAFETY'
  await execute(
    compiler,
    isOptimized ? '-O2' : '-O0',
    '-w',
    kind,
    `-DMEMLIM=${MEMORY_MB}`,
    '-o',
    'pan',
    'pan.c',
  )
  const options = [`-m${MAX_DEPTH}`, ...(liveness ? ['-a'] : [])]
  return {
    async check(property) {
      rmSync(join(dir, 'model.pml.trail'), { force: true })
      const began = performance.now()
      const report = await execute('./pan', ...options, '-N', property)
      const numberBefore = (text: string) =>
        Number(new RegExp(`([\\d.e+]+)\\s+${text}`).exec(report)?.[1] ?? 0)
      const errors = Number(/errors: (\d+)/.exec(report)?.[1] ?? Number.NaN)
      if (Number.isNaN(errors) || /max search depth too small|reached -DMEMLIM/.test(report))
        throw new Error(`${name}: not every state of ${property} was checked\n${report}`)
      return {
        holds: errors === 0,
        states: numberBefore('states, stored'),
        megabytes: numberBefore('total actual memory usage'),
        seconds: (performance.now() - began) / 1000,
      }
    },
    async linesOfTrace() {
      const trace = await execute(spin, '-t', '-p', 'model.pml')
      return [...trace.matchAll(/proc +\d+ \(([^:]+):\d+\) model\.pml:(\d+) /g)].map(
        ([, process = '', line]) => ({ process, line: Number(line) }),
      )
    },
  }
}
