import type { Field, Kind } from './fields.ts'
import type { Row } from './row.ts'
import { anyCase, canonical } from './texts.ts'

/** What the whole input has to be read for, before any of it is sent. */
export interface Survey {
  readonly rows: number
  /** Rows that name no group, where rows may do so. */
  readonly withoutGroup: { readonly rows: number; readonly firstLine: number }
  /** Rows with a score that is probably something else. */
  readonly oddScores: { readonly rows: number; readonly firstLine: number }
  /** The names of fields with values that the service sets itself. They are read and not imported. */
  readonly readOnly: readonly string[]
}

type Body = Readonly<Record<string, unknown>>

interface Key {
  readonly field: string
  readonly ignoresCase: boolean
}

/** What identifies a record: no two rows may have the same. */
const KEYS: Readonly<Record<Kind, readonly Key[]>> = {
  users: [
    { field: 'externalId', ignoresCase: false },
    { field: 'loginName', ignoresCase: true },
  ],
  registrations: [{ field: 'externalId', ignoresCase: false }],
  groups: [{ field: 'id', ignoresCase: false }],
  courses: [{ field: 'id', ignoresCase: false }],
  // The service finds repeated rows, so that the memory does not grow with the file.
  history: [],
}

/** Whether records of this kind are visible through their groups only. */
export const hasGroups = (kind: Kind) => kind === 'users' || kind === 'courses'

/** @param fields that a row may have */
export async function survey(kind: Kind, fields: readonly Field[], all: AsyncIterable<Row>): Promise<Survey> {
  const withoutGroup = { rows: 0, firstLine: 0 }
  const oddScores = { rows: 0, firstLine: 0 }
  const notYetFound = new Set(fields.filter(({ readOnly }) => readOnly).map(({ name }) => name))
  const readOnly: string[] = []
  let rows = 0
  for await (const row of all) {
    rows++
    if (!('body' in row)) continue
    if (hasGroups(kind) && namesNoGroup(row.body) && withoutGroup.rows++ === 0)
      withoutGroup.firstLine = row.line
    if (hasOddScore(row.body) && oddScores.rows++ === 0) oddScores.firstLine = row.line
    for (const name of notYetFound)
      if (row.body[name] !== undefined) {
        notYetFound.delete(name)
        readOnly.push(name)
      }
  }
  return { rows, withoutGroup, oddScores, readOnly }
}

/** The service has no scale, but most courses do: another number is often that of another column. */
export const hasOddScore = ({ score }: Body): boolean =>
  typeof score === 'number' && (score < 0 || score > 100)

/** The rows, with those as errors that repeat a key of an earlier row. */
export async function* withoutRepeated(kind: Kind, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const lines = new Map<string, number>()
  for await (const row of rows) {
    if (!('body' in row)) {
      yield row
      continue
    }
    const { line, body } = row
    const keys = keysOf(kind, body)
    const repeated = keys.find(({ key }) => lines.has(key))
    for (const { key } of keys) if (!lines.has(key)) lines.set(key, line)
    if (repeated === undefined) yield row
    else {
      const { field, key } = repeated
      const error = `${field} ${String(body[field])} is also in line ${lines.get(key)}.`
      yield { line, code: 'repeated-row', error }
    }
  }
}

export const namesNoGroup = ({ groupIds }: Body) =>
  groupIds === undefined || (Array.isArray(groupIds) && groupIds.length === 0)

const keysOf = (kind: Kind, body: Body) =>
  KEYS[kind]
    .map(({ field, ignoresCase }) => ({ field, text: comparable(body[field], ignoresCase) }))
    .filter(({ text }) => text !== '')
    .map(({ field, text }) => ({ field, key: `${field}:${text}` }))

/** As the service compares it. */
function comparable(value: unknown, ignoresCase: boolean): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return ignoresCase ? anyCase(value) : canonical(value)
}
