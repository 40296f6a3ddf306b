import { fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../../scripts/generate/paths.ts'

/** What became of a job: what its program returned or threw, or that it said nothing in time. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: string }

interface Options {
  /** Where what is generated comes from, instead of the repository. */
  readonly tree?: string
  readonly longestMs?: number
}

const COMPILED = join(root, '.local/mutants/compiled')
/** Processes at once: the cores of the smallest machine that this is run on. */
export const WIDTH = 2
/** A system that says nothing for so long hangs. */
const LONGEST_MS = 240_000

/** Runs one of our programs on a job, in a process of its own. */
export async function inChild<Job extends object, Result>(
  program: string,
  job: Job,
  { tree, longestMs = LONGEST_MS }: Options = {},
): Promise<Outcome<Result>> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: ['--no-warnings', '--import', join(import.meta.dirname, 'hooks.ts')],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      // They all import the same: half of a start is that.
      NODE_COMPILE_CACHE: COMPILED,
      ...(tree === undefined ? {} : { MUTANT_TREE: tree }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
  let outcome: Outcome<Result> | undefined
  child.on('message', (message) => (outcome = message as Outcome<Result>))
  child.send(job)
  await new Promise((ended) => child.once('close', ended))
  clearTimeout(timer)
  return outcome ?? { error: said === '' ? 'no answer' : said.slice(0, 2_000) }
}

/** Works through jobs, so many at once. */
export async function sideBySide<T>(
  jobs: readonly T[],
  width: number,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const queue = [...jobs]
  const worker = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
