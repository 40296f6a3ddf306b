import type { Kind } from './fields.ts'
import type { Row } from './row.ts'

/** What the whole input has to be read for, before any of it is sent. */
export interface Survey {
  readonly rows: number
  /** The error of each row with a key that an earlier row has, by the line of the row. */
  readonly repeated: ReadonlyMap<number, string>
  /** Rows that name no group, where rows may do so. */
  readonly withoutGroup: { readonly rows: number; readonly firstLine: number }
}

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
}

/** The records of which are visible through their groups only. */
export const hasGroups = (kind: Kind) => kind === 'users' || kind === 'courses'

/** Reads all rows once. Needs memory for the keys of all rows, and for nothing else of them. */
export async function survey(kind: Kind, rows: AsyncIterable<Row>): Promise<Survey> {
  const firstLines = KEYS[kind].map((key) => ({ ...key, lines: new Map<string, number>() }))
  const repeated = new Map<number, string>()
  const withoutGroup = { rows: 0, firstLine: 0 }
  let count = 0
  for await (const row of rows) {
    count++
    if (!('body' in row)) continue
    for (const { field, ignoresCase, lines } of firstLines) {
      const key = canonical(row.body[field], ignoresCase)
      if (key === '') continue
      const firstLine = lines.get(key)
      if (firstLine === undefined) lines.set(key, row.line)
      else if (!repeated.has(row.line))
        repeated.set(row.line, `${field} ${String(row.body[field])} is also in line ${firstLine}.`)
    }
    if (hasGroups(kind) && namesNoGroup(row.body) && withoutGroup.rows++ === 0)
      withoutGroup.firstLine = row.line
  }
  return { rows: count, repeated, withoutGroup }
}

/** The rows, with those as errors that repeat a key. */
export async function* withoutRepeated(rows: AsyncIterable<Row>, { repeated }: Survey): AsyncGenerator<Row> {
  for await (const row of rows) {
    const error = repeated.get(row.line)
    yield error === undefined
      ? row
      : { line: row.line, bytesRead: row.bytesRead, code: 'repeated-row', error }
  }
}

export const namesNoGroup = ({ groupIds }: Readonly<Record<string, unknown>>) =>
  groupIds === undefined || (Array.isArray(groupIds) && groupIds.length === 0)

/** As the service compares it. */
function canonical(value: unknown, ignoresCase: boolean): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  const text = value.normalize('NFC').trim()
  return ignoresCase ? text.toLowerCase() : text
}
