import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** How far an import has come. Batches are finished in the order of the file, so a count of rows says it all. */
export interface Progress {
  readonly rows: number
  readonly created: number
  readonly merged: number
  readonly failed: number
  /** Size of the results file then: what was written after it belongs to a batch that is done again. */
  readonly resultsBytes: number
}

export const NOTHING_DONE: Progress = { rows: 0, created: 0, merged: 0, failed: 0, resultsBytes: 0 }

/** What makes two imports the same one. */
export interface Job {
  readonly kind: string
  readonly to: string
  /** SHA-256 of the input. */
  readonly input: string
}

/** Kept next to the input while an import is not finished. */
export class StateFile {
  readonly path: string
  readonly #job: Job

  constructor(path: string, job: Job) {
    this.path = path
    this.#job = job
  }

  /** What an earlier run of the same job has finished; undefined when there was none. */
  async read(): Promise<Progress | undefined> {
    try {
      const { job, progress } = JSON.parse(await readFile(this.path, 'utf8')) as {
        job: Job
        progress: Progress
      }
      const same = job.kind === this.#job.kind && job.to === this.#job.to && job.input === this.#job.input
      return same ? progress : undefined
    } catch {
      return undefined // None, or one that was not written to its end: the rows are merged again, which is harmless.
    }
  }

  async write(progress: Progress): Promise<void> {
    const fresh = `${this.path}.new`
    await writeFile(fresh, `${JSON.stringify({ job: this.#job, progress })}\n`)
    await rename(fresh, this.path)
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }
}

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
