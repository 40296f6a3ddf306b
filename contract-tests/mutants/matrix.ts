import { CATCHERS, type Catch, type Catcher } from './kill/verdict.ts'
import { FAMILIES, type Family } from './mutant.ts'

/** What a complete run found, for docs/contract.md. */
export interface Matrix {
  readonly mutants: number
  readonly survived: number
  readonly equivalent: number
  readonly families: Readonly<Partial<Record<Family, Row>>>
}

export interface Row {
  readonly mutants: number
  readonly equivalent: number
  /** How many each of them noticed; one mutant can be noticed by several. */
  readonly noticed: Readonly<Record<Catcher, number>>
}

/** One mutant, and what noticed it. */
export interface Result {
  readonly family: Family
  readonly catches: readonly Catch[]
  readonly equivalent: boolean
}

export function matrixOf(results: readonly Result[]): Matrix {
  const survivors = results.filter(({ catches, equivalent }) => catches.length === 0 && !equivalent)
  return {
    mutants: results.length,
    survived: survivors.length,
    equivalent: results.filter(({ equivalent }) => equivalent).length,
    families: Object.fromEntries(
      FAMILIES.map((family) => [family, rowOf(results.filter((result) => result.family === family))]),
    ),
  }
}

function rowOf(results: readonly Result[]): Row {
  const noticed = (by: Catcher) =>
    results.filter(({ catches }) => catches.some((one) => one.by === by)).length
  return {
    mutants: results.length,
    equivalent: results.filter(({ equivalent }) => equivalent).length,
    noticed: Object.fromEntries(CATCHERS.map((by) => [by, noticed(by)])) as Record<Catcher, number>,
  }
}
