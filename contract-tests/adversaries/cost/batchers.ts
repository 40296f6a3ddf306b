import type DataLoader from 'dataloader'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A call as `services/platform/work/batched.ts` passes it on. */
interface Call {
  readonly item: unknown
  readonly causes: unknown
}

/** What collects the calls of one turn of the event loop. */
export interface Batcher {
  readonly maxBatchSize: number
  /** The last call. */
  seen: Call | undefined
  readonly load: (call: Call) => Promise<unknown>
}

/** Those that services have made, by their file and the name that the code gives them. */
export const batchers = new Map<string, Batcher>()

const SERVICES = join(import.meta.dirname, '../../../services')
const sourceOf = (path: string) => readFileSync(join(SERVICES, path), 'utf8')
const MADE = /(?:(#?\w+)\s*=\s*)?\bbatch(?:ed|ingSingles)\(/

/** Of a batcher that is made there; undefined for another line. */
function nameIn(path: string, line: string): string | undefined {
  const made = MADE.exec(line)
  return made && !/^\s*(\*|export function)/.test(line) ? `${path} ${made[1] ?? 'without a name'}` : undefined
}

/** All that the code of the services makes. */
export const batchersOfCode = (): string[] =>
  readdirSync(SERVICES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/(src|platform)\/|^platform\//.test(path) && path.endsWith('.ts'))
    .filter((path) => !path.endsWith('work/batched.ts') && !path.includes('/tests/'))
    .flatMap((path) =>
      sourceOf(path)
        .split('\n')
        .flatMap((line) => nameIn(path, line) ?? []),
    )

/** Where the code has made a batcher, by the stack of that moment. */
function siteOf(stack = ''): string {
  const places = [...stack.matchAll(/\/services\/(\S+?\.ts):(\d+)/g)]
  const [, path = '', line = '1'] = places.find(([, file]) => !file?.endsWith('work/batched.ts')) ?? []
  return nameIn(path, sourceOf(path).split('\n')[Number(line) - 1] ?? '') ?? `${path}:${line}`
}

/** In place of the class of which each batcher makes one: keeps them. */
export const watched = (Loader: typeof DataLoader) =>
  class extends Loader<Call, unknown> {
    readonly #batcher: Batcher

    constructor(run: DataLoader.BatchLoadFn<Call, unknown>, options: DataLoader.Options<Call, unknown>) {
      super(run, options)
      const { maxBatchSize = Infinity } = options
      this.#batcher = { maxBatchSize, seen: undefined, load: (call) => super.load(call) }
      const name = siteOf(new Error().stack)
      // Of several that one line makes, one that was called.
      if (!batchers.get(name)?.seen) batchers.set(name, this.#batcher)
    }

    override load(call: Call): Promise<unknown> {
      this.#batcher.seen = call
      return super.load(call)
    }
  }
