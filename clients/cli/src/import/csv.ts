import { parse, type CsvError, type Options } from 'csv-parse'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { UsageFault } from '../faults.ts'
import { valueOf, type Field } from './fields.ts'
import { GUARD } from '../csv-text.ts'
import type { Row } from './row.ts'

/** A larger record is treated as a quote that was never closed, so memory stays bounded. */
const MAX_RECORD_LENGTH = 256 * 1024

/**
 * The rows of a CSV file (RFC 4180), read as a stream. A row with too many or too few cells is an error of
 * its own. So is one with a stray quote; as the parser can't know where that row ends, reading continues at
 * the next line.
 *
 * An empty cell leaves its field out, so an import never clears fields that the file does not know. Spreadsheets of
 * many countries separate by semicolons, which line 1 shows. An apostrophe that keeps a spreadsheet from taking text for
 * a formula (`export`) is not part of the text.
 *
 * @throws UsageFault for a header with unknown fields
 */
export async function* rowsOfCsv(path: string, fields: readonly Field[]): AsyncGenerator<Row> {
  let header: readonly (Field | undefined)[] | undefined
  let from: Place = { offset: 0, line: 0 }
  const delimiter = await delimiterOf(path)
  for (;;) {
    const broken: Broken = { at: undefined }
    for await (const { cells, line, end } of recordsFrom(path, from, broken, delimiter)) {
      if (header === undefined) header = headerOf(cells, fields)
      else yield { end, line, ...readCells(cells, header) }
    }
    if (broken.at === undefined) return
    const { start, end } = await lineAt(path, broken.at)
    yield { line: start.line + 1, end: end.offset, fault: broken.reason ?? 'not readable' }
    from = end
  }
}

/** No name of a column has either. */
async function delimiterOf(path: string): Promise<',' | ';'> {
  const { start, end } = await lineAt(path, { offset: 0, line: 0 })
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(end.offset - start.offset), 0, undefined, start.offset)
    return buffer.includes(';') ? ';' : ','
  } finally {
    await file.close()
  }
}

/** A position between two lines: the bytes and lines before it. */
interface Place {
  readonly offset: number
  readonly line: number
}

interface Broken {
  at: Place | undefined
  reason?: string
}

interface Parsed {
  readonly cells: readonly string[]
  readonly line: number
  readonly end: number
}

/** Records up to the end or to the first that can't be read, which is then in `broken`. */
async function* recordsFrom(
  path: string,
  from: Place,
  broken: Broken,
  delimiter: string,
): AsyncGenerator<Parsed> {
  const input = createReadStream(path, { start: from.offset })
  let last: Place = from
  const options: Options<Parsed, string[]> = {
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD_LENGTH,
    on_record: (cells, info) => {
      if (broken.at) return undefined
      last = { offset: from.offset + info.bytes, line: from.line + info.lines }
      return { cells, line: last.line - lineBreaksIn(cells), end: last.offset }
    },
    on_skip: (fault) => {
      if (broken.at) return
      broken.at = last
      broken.reason = reasonOf(fault)
      stop()
    },
  }
  const parser = parse(options as unknown as Options)
  // Drops the rest of what was read, and reads no more.
  const stop = (): void => {
    input.unpipe(parser)
    parser.end()
  }
  input.on('error', (fault) => parser.destroy(fault))
  try {
    yield* input.pipe(parser) as AsyncIterable<Parsed>
  } finally {
    input.destroy()
  }
}

function headerOf(cells: readonly string[], fields: readonly Field[]): (Field | undefined)[] {
  const named = cells.map((cell) => cell.trim())
  const unknown = named.filter((name) => !fields.some((field) => field.name === name))
  const known = `Columns are: ${fields.map(({ name }) => name).join(', ')}.`
  if (unknown.length > 0) throw new UsageFault(`Unknown columns in line 1: ${unknown.join(', ')}. ${known}`)
  if (new Set(named).size < named.length) throw new UsageFault(`A column in line 1 is named twice. ${known}`)
  return named.map((name) => fields.find((field) => field.name === name))
}

function readCells(cells: readonly string[], header: readonly (Field | undefined)[]) {
  if (cells.length !== header.length)
    return { fault: `${cells.length} cells instead of the ${header.length} that line 1 names` }
  const body: Record<string, unknown> = {}
  for (const [index, field] of header.entries()) {
    const text = cells[index] ?? ''
    if (field && text !== '') body[field.name] = valueOf(field, text.replace(GUARD, ''))
  }
  return { body }
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
}

const NOT_CLOSED = 'a quote is opened and not closed'
const MISPLACED = 'a quote stands where none may be; write "" for a quote within a cell'
const REASONS = new Map([
  ['CSV_QUOTE_NOT_CLOSED', NOT_CLOSED],
  ['CSV_MAX_RECORD_SIZE', NOT_CLOSED],
  ['CSV_INVALID_CLOSING_QUOTE', MISPLACED],
  ['INVALID_OPENING_QUOTE', MISPLACED],
])

function reasonOf(fault: CsvError | undefined): string {
  return REASONS.get(fault?.code ?? '') ?? fault?.message ?? 'not readable'
}

/** The first line after `place` that is not empty. */
async function lineAt(path: string, place: Place): Promise<{ start: Place; end: Place }> {
  const file = await open(path)
  try {
    const chunk = Buffer.alloc(64 * 1024)
    let { offset, line } = place
    let start: Place | undefined
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, offset)
      if (bytesRead === 0) return { start: start ?? place, end: { offset, line: line + 1 } }
      for (const byte of chunk.subarray(0, bytesRead)) {
        if (byte !== LF && byte !== CR) start ??= { offset, line }
        offset++
        if (byte !== LF) continue
        line++
        if (start) return { start, end: { offset, line } }
      }
    }
  } finally {
    await file.close()
  }
}

const LF = 10
const CR = 13
