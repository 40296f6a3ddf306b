import { linesText, type PlaceOf } from './plan.ts'

/** Rows that do not say whom they are about, and the records that each of them may be about. */
export interface Doubt<P> {
  readonly lines: readonly number[]
  readonly about: readonly P[]
}

/** A record that is not removed, because the rows in these lines may be about it. */
export interface Held<P> {
  readonly present: P
  /** None if the whole file is not trusted. */
  readonly lines: readonly number[]
}

/** Finds the lines of the rows that may be about a record; undefined if there are none. */
export function linesAbout<P>(doubts: readonly Doubt<P>[]): (record: P) => readonly number[] | undefined {
  const found = new Map<P, Set<readonly number[]>>()
  for (const { lines, about } of doubts)
    for (const record of lines.length > 0 ? about : [])
      found.set(record, (found.get(record) ?? new Set()).add(lines))
  return (record) => {
    const [lines, ...more] = found.get(record) ?? []
    return more.length > 0 && lines ? [...new Set([lines, ...more].flat())] : lines
  }
}

/** How a plan names a record that is held. */
export const heldName = (name: string, { lines }: Held<unknown>, placeOf: PlaceOf): string =>
  lines.length === 0 ? name : `${name} (${heldBy(lines, placeOf)})`

/** Why the result of a record is that it was kept, if rows hold it. */
export const heldDetail = ({ lines }: Held<unknown>, placeOf: PlaceOf): { detail?: string } =>
  lines.length === 0 ? {} : { detail: `Not removed, because of ${heldBy(lines, placeOf)}: see the plan.` }

const heldBy = ([first = 0, ...more]: readonly number[], placeOf: PlaceOf) =>
  `${placeOf(first).text}${more.length > 0 ? ` and ${more.length} more` : ''}`

/** What a plan says about records that rows hold: how many, and which rows. */
export function heldText<P>(what: string, held: readonly Held<P>[], placeOf: PlaceOf): string {
  // Many records are held by the same rows.
  const lines = [...new Set(held.map((one) => one.lines))].flat()
  return `${what}, because ${linesText(lines, placeOf)} may be about them.`
}
