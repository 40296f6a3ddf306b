import { hash } from 'node:crypto'
import type { Kind } from './fields.ts'
import type { Row } from './row.ts'
import { anyCase, canonical } from './texts.ts'

/** What the whole input has to be read for, before any of it is sent. */
export interface Survey {
  readonly rows: number
  /** The error of each row with a key that an earlier row has, by the line of the row. */
  readonly repeated: ReadonlyMap<number, string>
  /** Rows that name no group, where rows may do so. */
  readonly withoutGroup: { readonly rows: number; readonly firstLine: number }
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
}

/** Whether records of this kind are visible through their groups only. */
export const hasGroups = (kind: Kind) => kind === 'users' || kind === 'courses'

/** Reads all rows once, and again only when keys seem to be repeated. */
export async function survey(kind: Kind, read: () => AsyncIterable<Row>): Promise<Survey> {
  const withoutGroup = { rows: 0, firstLine: 0 }
  // Numbers, because the keys themselves would take 120 bytes of memory for each row of a large file.
  const digests: number[] = []
  let rows = 0
  for await (const row of read()) {
    rows++
    if (!('body' in row)) continue
    for (const { key } of keysOf(kind, row.body)) digests.push(digestOf(key))
    if (hasGroups(kind) && namesNoGroup(row.body) && withoutGroup.rows++ === 0)
      withoutGroup.firstLine = row.line
  }
  return { rows, repeated: await repeatedRows(kind, read, repeatedIn(digests)), withoutGroup }
}

/** @param suspects digests that more than one key has, equal keys or not */
async function repeatedRows(
  kind: Kind,
  read: () => AsyncIterable<Row>,
  suspects: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const errors = new Map<number, string>()
  if (suspects.size === 0) return errors
  const firstLines = new Map<string, number>()
  for await (const row of read()) {
    if (!('body' in row)) continue
    for (const { field, key } of keysOf(kind, row.body)) {
      if (!suspects.has(digestOf(key))) continue
      const firstLine = firstLines.get(key)
      if (firstLine === undefined) firstLines.set(key, row.line)
      else if (!errors.has(row.line))
        errors.set(row.line, `${field} ${String(row.body[field])} is also in line ${firstLine}.`)
    }
  }
  return errors
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

const DIGEST_BYTES = 6

const digestOf = (key: string) => hash('sha1', key, 'buffer').readUIntBE(0, DIGEST_BYTES)

function repeatedIn(digests: readonly number[]): Set<number> {
  const sorted = Float64Array.from(digests).sort()
  return new Set(sorted.filter((digest, index) => digest === sorted[index - 1]))
}
