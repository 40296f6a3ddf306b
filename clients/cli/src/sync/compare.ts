import { inFileOrder } from '../import/row.ts'
import type { Held, Lines } from './doubts.ts'

/** Something that a row of the file asks for. */
interface Desired {
  readonly line: number
}

interface Sides<D extends Desired, P> {
  readonly desired: readonly D[]
  /** The existing records by their keys. */
  readonly present: ReadonlyMap<string, P>
  /** The key of the record that is asked for, also of one that does not exist yet. */
  readonly keyOf: (desired: D) => string
  readonly isUpToDate: (desired: D, present: P) => boolean
  /** Keys of records that are not removed, although no row asks for them. */
  readonly named?: ReadonlySet<string>
  readonly isRemovable: (present: P) => boolean
  /** The lines of the rows that keep a record from being removed; undefined if nothing does. */
  readonly heldBy: (present: P) => readonly Lines[] | undefined
}

/** What is asked for, and the record that exists for it. */
export interface Pair<D, P> {
  readonly desired: D
  readonly present: P
}

export interface Comparison<D, P> {
  /** Asked for, and not there. */
  readonly create: readonly D[]
  /** There, with other values. */
  readonly change: readonly Pair<D, P>[]
  /** There, with the same values. */
  readonly keep: readonly Pair<D, P>[]
  /** There, and not asked for. */
  readonly remove: readonly P[]
  /** The same, but left as they are in this run. */
  readonly held: readonly Held<P>[]
  /** Asked for by an earlier line, too. */
  readonly repeated: readonly Repeated<D>[]
}

/** Compares what a file asks for with the records that exist. The results are in the order of the file. */
export function compare<D extends Desired, P>(sides: Sides<D, P>): Comparison<D, P> {
  const { desired, present, keyOf, isUpToDate, named = new Set(), isRemovable, heldBy } = sides
  const { first, repeated } = distinct(inFileOrder(desired), (one) => [keyOf(one)])
  const create: D[] = []
  const change: Pair<D, P>[] = []
  const keep: Pair<D, P>[] = []
  for (const one of first) {
    const record = present.get(keyOf(one))
    if (record === undefined) create.push(one)
    else if (isUpToDate(one, record)) keep.push({ desired: one, present: record })
    else change.push({ desired: one, present: record })
  }
  const asked = new Set(first.map(keyOf))
  const missing = [...present]
    .filter(([key]) => !asked.has(key) && !named.has(key))
    .map(([, record]) => record)
  const removable = missing.filter(isRemovable)
  const remove: P[] = []
  const held: Held<P>[] = []
  for (const record of removable) {
    const lines = heldBy(record)
    if (lines === undefined) remove.push(record)
    else held.push({ present: record, lines })
  }
  return { create, change, keep, remove, held, repeated }
}

/** An item with a key that an earlier line has. */
export interface Repeated<T> {
  readonly item: T
  readonly earlierLine: number
}

/** Separates the items with a key that an earlier item has. */
export function distinct<T extends Desired>(items: readonly T[], keysOf: (item: T) => readonly string[]) {
  const lines = new Map<string, number>()
  const first: T[] = []
  const repeated: Repeated<T>[] = []
  for (const item of items) {
    const keys = keysOf(item)
    const earlierLine = keys.map((key) => lines.get(key)).find((line) => line !== undefined)
    if (earlierLine !== undefined) {
      repeated.push({ item, earlierLine })
      continue
    }
    first.push(item)
    for (const key of keys) lines.set(key, item.line)
  }
  return { first, repeated }
}
