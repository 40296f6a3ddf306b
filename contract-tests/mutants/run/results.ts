import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/generate/paths.ts'
import { EQUIVALENT, equivalentOf, matches, type Equivalent } from '../equivalent.ts'
import type { Catch } from '../kill/verdict.ts'
import { matrixOf, type Matrix, type Result } from '../matrix.ts'
import type { Family } from '../mutant.ts'

interface AnyMutant {
  readonly id: string
  readonly family: Family
}

const FOLDER = join(root, '.local/mutants')
const fileOf = (digest: string): string => join(FOLDER, `results-${digest}.json`)

type Row = AnyMutant & Result

function known(digest: string): Row[] {
  const file = fileOf(digest)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : []
}

/** What became of each mutant. */
export class Results {
  readonly #mutants: readonly AnyMutant[]
  readonly #catches = new Map<string, readonly Catch[]>()

  readonly #equivalents: readonly Equivalent[]

  constructor(mutants: readonly AnyMutant[], equivalents = EQUIVALENT) {
    this.#mutants = mutants
    this.#equivalents = equivalents
  }

  /** What a run before found out with the same sources, so that only what it left is tried again. */
  recall(digest: string): void {
    for (const { id, catches } of known(digest)) if (catches.length > 0) this.caught({ id }, catches)
  }

  get size(): number {
    return this.#mutants.length
  }

  caught({ id }: { id: string }, by: readonly Catch[]): void {
    const before = this.#catches.get(id) ?? []
    this.#catches.set(id, [...before, ...by.filter((one) => before.every((other) => other.by !== one.by))])
  }

  /** Those of them that nothing has caught yet. */
  left<M extends { readonly id: string }>(mutants: readonly M[]): M[] {
    return mutants.filter(({ id }) => (this.#catches.get(id) ?? []).length === 0)
  }

  get matrix(): Matrix {
    return matrixOf(this.#rows())
  }

  /** What is wrong: a mutant that survived, or an entry of the list of equivalents that is not one. */
  faults(): string[] {
    const rows = this.#rows()
    const survived = rows.filter(({ catches, equivalent }) => catches.length === 0 && !equivalent)
    const caught = rows.filter(({ catches }) => catches.length > 0)
    return [
      ...survived.map(({ id, family }) => `survived: ${id} (${family})`),
      ...caught.flatMap(({ id }) => {
        const entry = equivalentOf(id, this.#equivalents)
        return entry ? [`called equivalent (${entry.id}), and caught: ${id}`] : []
      }),
    ]
  }

  /** Entries of the list that no mutant bears out. */
  static stale(mutants: readonly { readonly id: string }[]): string[] {
    return EQUIVALENT.filter(({ id }) => !mutants.some((mutant) => matches(id, mutant.id))).map(
      ({ id }) => `there is no mutant ${id} to be called equivalent`,
    )
  }

  /** Everything that was found out, for a closer look and for `recall`. Returns where. */
  write(digest: string): string {
    mkdirSync(FOLDER, { recursive: true })
    const rows = this.#rows()
    const mine = new Set(rows.map(({ id }) => id))
    const others = known(digest).filter(({ id }) => !mine.has(id))
    writeFileSync(fileOf(digest), `${JSON.stringify([...rows, ...others], null, 1)}\n`)
    return fileOf(digest)
  }

  #rows(): Row[] {
    return this.#mutants.map(({ id, family }) => {
      const catches = this.#catches.get(id) ?? []
      return {
        id,
        family,
        catches,
        equivalent: catches.length === 0 && equivalentOf(id, this.#equivalents) !== undefined,
      }
    })
  }
}
