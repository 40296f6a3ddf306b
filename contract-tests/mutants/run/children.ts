import { fork } from 'node:child_process'
import { join } from 'node:path'

/** A system that says nothing for so long hangs. */
const LONGEST_MS = 180_000

/** Runs one of our programs on a job, with what is generated taken from `tree`; undefined when it gave no result. */
export async function inChild<Job extends object, Result>(
  program: string,
  job: Job,
  tree?: string,
): Promise<Result | undefined> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: ['--no-warnings', '--import', join(import.meta.dirname, 'hooks.ts')],
    env: { ...process.env, NODE_OPTIONS: '', ...(tree === undefined ? {} : { MUTANT_TREE: tree }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
  let result: Result | undefined
  child.on('message', (message) => (result = message as Result))
  child.send(job)
  await new Promise((ended) => child.once('close', ended))
  clearTimeout(timer)
  return result
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
