import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/generate/paths.ts'
import { EQUIVALENT, equivalentOf, matches } from '../equivalent.ts'
import type { Catch } from '../kill/verdict.ts'
import type { Family } from '../mutant.ts'

interface AnyMutant {
  readonly id: string
  readonly family: Family
}

/** What became of each mutant. */
export class Results {
  readonly #mutants: readonly AnyMutant[]
  readonly #catches = new Map<string, readonly Catch[]>()

  constructor(mutants: readonly AnyMutant[]) {
    this.#mutants = mutants
  }

  get size(): number {
    return this.#mutants.length
  }

  caught({ id }: { id: string }, by: readonly Catch[]): void {
    const before = this.#catches.get(id) ?? []
    this.#catches.set(id, [...before, ...by.filter((one) => before.every((other) => other.by !== one.by))])
  }

  /** Says what survived, writes everything down, and returns the exit code. */
  report(say: (line: string) => void): number {
    const isCaught = ({ id }: AnyMutant) => (this.#catches.get(id) ?? []).length > 0
    const uncaught = this.#mutants.filter((mutant) => !isCaught(mutant))
    const survived = uncaught.filter(({ id }) => !equivalentOf(id))
    const wrong = this.#wronglyEquivalent(isCaught)
    this.#write()
    for (const { id, family } of survived) say(`survived: ${id} (${family})`)
    for (const line of wrong) say(line)
    const equivalent = uncaught.length - survived.length
    say(`${survived.length} survived of ${this.#mutants.length}; ${equivalent} were called equivalent`)
    return survived.length + wrong.length === 0 ? 0 : 1
  }

  #wronglyEquivalent(isCaught: (mutant: AnyMutant) => boolean): string[] {
    return EQUIVALENT.flatMap(({ id }) => {
      const covered = this.#mutants.filter((mutant) => matches(id, mutant.id))
      return covered
        .filter((mutant) => isCaught(mutant))
        .map((mutant) => `called equivalent, and caught: ${mutant.id} (${id})`)
    })
  }

  #write(): void {
    const folder = join(root, '.local/mutants')
    mkdirSync(folder, { recursive: true })
    const rows = this.#mutants.map(({ id, family }) => ({ id, family, catches: this.#catches.get(id) ?? [] }))
    writeFileSync(join(folder, 'results.json'), `${JSON.stringify(rows, null, 1)}\n`)
  }
}
