import { access, constants, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { UsageError } from '../errors.ts'
import { replaceFile } from '../files/replace-file.ts'

/** The last sync. */
export interface Run {
  /** For whom it has written users; "" for none. */
  readonly source: string
  /** In the order of the command line. Of the last run that held nothing back, if there was one. */
  readonly files: readonly FileOfRun[]
  /** When it ended. */
  readonly at: string
  /** Whom it has removed, or found brought back: the keys of {@link keyOfRemoved}. */
  readonly removed: readonly string[]
  /** Whom it has moved into the group, or found moved out again: the same keys. */
  readonly moved?: readonly string[]
  /** The ids of users without a row whom it has left as they are, because of a doubt. */
  readonly held?: readonly string[]
  /** The courses whose registrations it has compared. */
  readonly courses?: readonly number[] | undefined
}

interface Removed {
  readonly id?: number
  readonly courseId?: number
  readonly userId?: number
}

/** A user, or the registrations of a user for a course. */
export const keyOfRemoved = ({ id, courseId, userId }: Removed): string =>
  courseId === undefined ? String(id) : `${courseId}:${userId}`

/** Identifies the sync of the users of a group. */
export const usersScope = (url: string, group: number | undefined) =>
  `users of ${url}, group ${group ?? 'all'}`

export interface FileOfRun {
  /** Without its folder. */
  readonly name?: string
  readonly rows: number
  /** Whether a row had an externalId. */
  readonly hasExternalIds?: boolean
  /** Whether its last line had a line break. */
  readonly endsWithLineBreak: boolean
}

/** A run, and where it is remembered. */
export interface RememberedRun {
  readonly run: Run
  readonly path: string
}

/**
 * What the last sync of a scope has read and done, remembered beside each of its files: one of them may be
 * missing in the next command. One file holds the runs of several scopes.
 */
export class LastRun {
  readonly #paths: readonly string[]
  readonly #scope: string

  constructor(paths: readonly string[], scope: string) {
    this.#paths = [...new Set(paths)]
    this.#scope = scope
  }

  /** The last one first; none before the first run. @throws UsageError when a file can't be read */
  async read(): Promise<readonly RememberedRun[]> {
    const found = this.#paths.map(async (path) => ({ path, run: (await readRuns(path))[this.#scope] }))
    return (await Promise.all(found))
      .flatMap(({ path, run }) => (run ? { path, run } : []))
      .toSorted((a, b) => Date.parse(b.run.at) - Date.parse(a.run.at))
  }

  /** @throws UsageError for a file in a folder that does not exist, or can't be written */
  async requireWritable(): Promise<void> {
    for (const path of this.#paths)
      await access(dirname(path), constants.W_OK).catch(() => {
        throw new UsageError(`--state: ${path} can't be written. Name a file in a folder that can.`)
      })
  }

  async write(run: Omit<Run, 'at'>): Promise<void> {
    const at = new Date().toISOString()
    for (const path of this.#paths) {
      const runs = { ...(await readRuns(path)), [this.#scope]: { ...run, at } }
      await replaceFile(path, `${JSON.stringify(runs, null, 2)}\n`)
    }
  }
}

/** What is remembered of a file, by its name or its place in the command line. */
export function fileBefore(
  runs: readonly RememberedRun[],
  file: { readonly path: string; readonly index: number },
): FileOfRun | undefined {
  const name = basename(file.path)
  for (const { run } of runs) {
    const atIndex = run.files[file.index]
    const found = [atIndex, ...run.files].find((one) => one?.name === name)
    if (found ?? atIndex) return found ?? atIndex
  }
  return undefined
}

async function readRuns(path: string): Promise<Readonly<Record<string, Run>>> {
  try {
    return requireRuns(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new UsageError(
      `${path}, which says how many rows the last run had, can't be read. Repair it, or remove ` +
        'it if the file to sync is correct.',
    )
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
