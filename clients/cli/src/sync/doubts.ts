import { linesText, type PlaceOf } from './plan.ts'

/** The lines of rows that may be about the same records. */
export type Lines = readonly number[]

/** Rows that do not say whom they are about, and the records that each of them may be about. */
export interface Doubt<P> {
  readonly lines: Lines
  readonly about: readonly P[]
}

/** A record that is not removed, because the rows in these lines may be about it. */
export interface Held<P> {
  readonly present: P
  /** None if the whole file is not trusted. */
  readonly lines: readonly Lines[]
}

/** Finds the lines of the rows that may be about a record; undefined if there are none. */
export function linesAbout<P>(doubts: readonly Doubt<P>[]): (record: P) => readonly Lines[] | undefined {
  // A broken file has as many doubts as people, and most are about the same ones: these are visited once, and
  // the lines are not copied for each record.
  const found = new Map<P, Lines[]>()
  for (const [about, some] of Map.groupBy(doubts, (doubt) => doubt.about)) {
    const lines = some.flatMap((doubt) => doubt.lines)
    for (const record of lines.length > 0 ? about : []) {
      const before = found.get(record)
      if (before) before.push(lines)
      else found.set(record, [lines])
    }
  }
  return (record) => found.get(record)
}

/** How a plan names a record that is held. */
export const heldName = (name: string, { lines }: Held<unknown>, placeOf: PlaceOf): string =>
  lines.length === 0 ? name : `${name} (${heldBy(lines, placeOf)})`

/**
 * Why a record was kept.
 * @param otherwise the reason if no rows hold it
 */
export const heldDetail = ({ lines }: Held<unknown>, placeOf: PlaceOf, otherwise: string): string =>
  lines.length === 0 ? otherwise : `Not removed, because ${heldBy(lines, placeOf)} may be about it.`

function heldBy(lines: readonly Lines[], placeOf: PlaceOf): string {
  const first = lines[0]?.[0] ?? 0
  const isOne = lines.every((some) => some.every((line) => line === first))
  return `${placeOf(first).text}${isOne ? '' : ' and others'}`
}

/** What a plan says about records that rows hold: how many, and which rows. */
export function heldText<P>(what: string, held: readonly Held<P>[], placeOf: PlaceOf): string {
  const lines = [...new Set(held.flatMap((one) => one.lines))].flat()
  return `${what}, because ${linesText(lines, placeOf)} may be about them.`
}
