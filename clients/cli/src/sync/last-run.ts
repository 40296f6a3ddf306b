import { access, constants, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from '../errors.ts'
import { replaceFile } from '../files/replace-file.ts'

/** The last complete sync. */
export interface Run {
  /** For whom it has written users; "" for none. */
  readonly source: string
  /** In the order of the command line. */
  readonly files: readonly FileOfRun[]
  /** When it ended. */
  readonly at: string
  /** Whom it has removed, or found brought back: the keys of {@link keyOfRemoved}. */
  readonly removed: readonly string[]
}

interface Removed {
  readonly id?: number
  readonly courseId?: number
  readonly userId?: number
}

/** A user, or the registrations of a user for a course. */
export const keyOfRemoved = ({ id, courseId, userId }: Removed): string =>
  courseId === undefined ? String(id) : `${courseId}:${userId}`

interface FileOfRun {
  readonly rows: number
  /** Whether its last line had a line break. */
  readonly endsWithLineBreak: boolean
}

/** What the last complete sync of a scope has read. One file holds the runs of several scopes. */
export class LastRun {
  readonly #path: string
  readonly #scope: string

  constructor(path: string, scope: string) {
    this.#path = path
    this.#scope = scope
  }

  /** Undefined before the first run. @throws UsageError when the file can't be read */
  async read(): Promise<Run | undefined> {
    return (await this.#readAll())[this.#scope]
  }

  /** @throws UsageError for a file in a folder that does not exist, or can't be written */
  async requireWritable(): Promise<void> {
    await access(dirname(this.#path), constants.W_OK).catch(() => {
      throw new UsageError(`--state: ${this.#path} can't be written. Name a file in a folder that can.`)
    })
  }

  async write({ source, files, removed }: Omit<Run, 'at'>): Promise<void> {
    const run = {
      source,
      files: files.map(({ rows, endsWithLineBreak }) => ({ rows, endsWithLineBreak })),
      at: new Date().toISOString(),
      removed,
    }
    const runs = { ...(await this.#readAll()), [this.#scope]: run }
    await replaceFile(this.#path, `${JSON.stringify(runs, null, 2)}\n`)
  }

  async #readAll(): Promise<Readonly<Record<string, Run>>> {
    try {
      return requireRuns(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw new UsageError(
        `${this.#path}, which says how many rows the last run had, can't be read. Repair it, or remove ` +
          'it if the file to sync is correct.',
      )
    }
  }
}

const isFile = (file: Partial<FileOfRun> | null) =>
  Number.isSafeInteger(file?.rows) && typeof file?.endsWithLineBreak === 'boolean'

/** @throws TypeError when it is none */
function requireRuns(value: unknown): Readonly<Record<string, Run>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no runs')
  for (const run of Object.values(value as Record<string, Partial<Run> | null>))
    if (
      typeof run?.source !== 'string' ||
      typeof run.at !== 'string' ||
      !Array.isArray(run.removed) ||
      !Array.isArray(run.files) ||
      !run.files.every(isFile)
    )
      throw new TypeError('no run')
  return value as Record<string, Run>
}
