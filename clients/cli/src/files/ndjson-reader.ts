import { UsageError } from '../errors.ts'
import { LF, linesOf, type Encoding } from './lines.ts'

/** A longer row would be larger than a batch, which the service rejects as a whole. */
const MAX_ROW_CHARACTERS = 256 * 1024

/** An object of an NDJSON file, or why there is none. */
export type NdjsonRecord = {
  /** Its line, counted from 1. */
  readonly line: number
} & ({ readonly object: Readonly<Record<string, unknown>> } | { readonly error: string })

/**
 * The objects of a file with one JSON object in each line, read as a stream. Blank lines are skipped.
 *
 * @throws UsageError for a JSON array
 */
export async function* objectsOf(path: string, encoding: Encoding): AsyncGenerator<NdjsonRecord> {
  let line = 0
  let isFirst = true
  for await (const { lines } of linesOf(path, encoding, { lineBreak: LF }))
    for (const text of lines) {
      line++
      if (text.trim() === '') continue
      if (isFirst && text.trimStart().startsWith('['))
        throw new UsageError(
          `Line ${line} begins a JSON array. Write each object in a line of its own, for example with ` +
            `jq -c '.[]'.`,
        )
      isFirst = false
      yield { line, ...parsed(text) }
    }
}

function parsed(text: string): { object: Record<string, unknown> } | { error: string } {
  if (text.length > MAX_ROW_CHARACTERS) return { error: `longer than ${MAX_ROW_CHARACTERS} characters` }
  try {
    const value: unknown = JSON.parse(text)
    if (isNested(value)) return { error: 'a value is nested more than two levels deep' }
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { object: value as Record<string, unknown> }
    return { error: 'not a JSON object' }
  } catch (error) {
    return { error: `not JSON: ${(error as Error).message}` }
  }
}

/** The service rejects a batch with a deeply nested row as a whole. No field is nested so deeply. */
const isNested = (value: unknown): boolean =>
  valuesOf(value).some((field) => valuesOf(field).some((inner) => valuesOf(inner).length > 0))

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []
