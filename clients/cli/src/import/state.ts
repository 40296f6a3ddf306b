import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { replaceFile } from '../files/replace-file.ts'
import type { Outcome } from './row.ts'

/** The progress of an import. Batches finish in the order of the file, so a count of rows is enough. */
export interface Progress extends Readonly<Record<Outcome, number>> {
  readonly rows: number
  readonly failed: number
  /** The size of the results file at that point: anything after it belongs to a batch that is repeated. */
  readonly resultsBytes: number
  /** The results file. */
  readonly results?: string
  /** Names the run that began, for what must not be done twice. */
  readonly run?: string
}

export const NOTHING_DONE: Progress = {
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  replaced: 0,
  failed: 0,
  resultsBytes: 0,
}

/** What identifies an import. */
interface Job {
  readonly kind: string
  readonly to: string
  /** SHA-256 of the input. */
  readonly input: string
  /** The options by which rows are read, as JSON: with others, all rows have to be sent again. */
  readonly options: string
}

/** Stored next to the input until the import is finished. */
export class StateFile {
  readonly path: string
  readonly #job: Job

  constructor(path: string, job: Job) {
    this.path = path
    this.#job = job
  }

  /** The progress of an earlier run of the same job; undefined when there was none. */
  async read(): Promise<Progress | undefined> {
    try {
      const { job, progress } = JSON.parse(await readFile(this.path, 'utf8')) as {
        job: Job
        progress: Progress
      }
      return isDeepStrictEqual(job, this.#job) ? progress : undefined
    } catch {
      return undefined // none, or not written completely: to merge rows again is harmless
    }
  }

  write(progress: Progress): Promise<void> {
    return replaceFile(this.path, `${JSON.stringify({ job: this.#job, progress })}\n`)
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
