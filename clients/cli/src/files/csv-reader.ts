import { CsvError, parse } from 'csv-parse/sync'
import { DELIMITERS } from './csv-line.ts'
import { linesOf, type Encoding } from './lines.ts'

/** A record of a CSV file, or why there is none. */
type CsvRecord = {
  /** The line where it begins, counted from 1. */
  readonly line: number
} & ({ readonly cells: readonly string[] } | { readonly error: string })

/** A longer record is treated as a quote that was never closed, so that memory stays bounded. */
const MAX_RECORD_CHARACTERS = 256 * 1024

/**
 * Behind an unreadable record so many lines are read at a time: after a misplaced quote each of thousands of
 * lines may open a record that reaches to the end.
 */
const LINES_AFTER_ERROR = 100

/** Lines of a report that are not part of its table. */
export interface SkippedLines {
  /** Before the names of the columns. */
  readonly before: number
  /** Between the names of the columns and the first row. */
  readonly after: number
}

/** The line by which Excel is told the delimiter. */
const SEP_LINE = /^"?sep=(?<delimiter>[^"])"?$/i

/**
 * The records of a CSV file, read as a stream. Empty lines are skipped, spaces around cells are removed. A
 * quote within a cell that does not begin with one is part of its text. Where a quote makes a record
 * unreadable, the line where it begins is an error, and reading continues at the next line.
 *
 * The lines are split here and parsed in blocks, because csv-parse stops for good at the first unreadable
 * record, discovers one kind of line break only, and counts a CRLF within quotes as two lines.
 *
 * @param skipped lines that are not read; a line `sep=;` is one of those before the names of the columns
 * @param isColumn whether this is the name of a column, which shows which delimiter the file has
 * @param onSkipped called with the cells of each line that is skipped after the names of the columns
 * @throws CsvError when the first record can't be read
 */
export async function* recordsOf(
  path: string,
  encoding: Encoding,
  skipped: SkippedLines,
  isColumn: (name: string) => boolean,
  onSkipped: (cells: readonly string[], line: number) => void = () => undefined,
): AsyncGenerator<CsvRecord> {
  let delimiter: string | undefined
  /** The number of cells of the first record. */
  let width = 0
  /** Lines that are not in a record yet, and the number of lines before them. */
  let waiting: string[] = []
  let before = 0
  /** The number of lines to skip before the next record. */
  let toSkip = 0
  let isAfterError = false
  /** An unfinished record is read again with twice as many characters: so many are missing. */
  let missing = 0
  const skip = () => {
    const count = Math.min(toSkip, waiting.length)
    if (width > 0 && delimiter !== undefined)
      for (const [index, text] of waiting.slice(0, count).entries())
        onSkipped(parseBlock([text], delimiter).records[0]?.cells ?? [], before + index + 1)
    waiting = waiting.slice(count)
    before += count
    toSkip -= count
  }

  for await (const { lines, isLast } of linesOf(path, encoding)) {
    waiting.push(...lines)
    missing -= charactersOf(lines)
    if (missing > 0 && !isLast) continue
    if (delimiter === undefined) {
      if (waiting.length <= skipped.before && !isLast) continue
      const named = SEP_LINE.exec(waiting[0] ?? '')?.groups?.['delimiter']
      toSkip = Math.max(skipped.before, named === undefined ? 0 : 1)
      skip()
      delimiter = named ?? delimiterOf(waiting, isColumn)
    }
    skip()
    for (;;) {
      const block = isAfterError ? waiting.slice(0, LINES_AFTER_ERROR) : waiting
      const isAll = block.length === waiting.length
      const { records, error } = parseBlock(block, delimiter)
      let finished = 0
      for (const { cells, lastLine } of records) {
        const isHeader = width === 0
        width ||= cells.length
        const line = before + 1 + firstFilled(waiting, finished, lastLine)
        yield containsRows(cells, delimiter, width) ? { line, error: WHOLE_ROWS } : { line, cells }
        finished = lastLine
        if (isHeader && skipped.after > 0) {
          toSkip = finished + skipped.after
          break
        }
      }
      if (toSkip > 0) {
        skip()
        if (waiting.length === 0) break
        continue
      }
      if (error === undefined) finished = block.length
      waiting = waiting.slice(finished)
      before += finished
      isAfterError &&= error !== undefined
      if (isAll && !isLast && error !== undefined && isUnfinished(error, waiting)) {
        missing = charactersOf(waiting)
        break
      }
      if (isAll && error === undefined) break
      // The record may end in lines behind the block.
      if (error === undefined || (!isAll && finished > 0)) continue

      const broken = firstFilled(waiting, 0, waiting.length)
      yield { line: before + 1 + broken, error: describeCsvError(error) }
      waiting = waiting.slice(broken + 1)
      before += broken + 1
      isAfterError = true
    }
  }
}

/**
 * Whether a cell has swallowed rows, because a quote is missing or misplaced: a line within it has as many
 * delimiters as a row, or its last line as many as a row has before this cell.
 */
const containsRows = (cells: readonly string[], delimiter: string, width: number): boolean =>
  cells.some((cell, index) => {
    if (!cell.includes('\n')) return false
    const [, ...later] = cell.split('\n').map((line) => line.split(delimiter).length - 1)
    return (
      later.some((count) => count >= Math.max(1, width - 1)) || (index > 0 && (later.at(-1) ?? 0) >= index)
    )
  })

interface Block {
  readonly records: readonly { readonly cells: readonly string[]; readonly lastLine: number }[]
  /** Why the record after the last one can't be read. */
  readonly error?: CsvError
}

function parseBlock(lines: readonly string[], delimiter: string): Block {
  const records: { cells: readonly string[]; lastLine: number }[] = []
  try {
    parse(lines.join('\n'), {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      // Collected here, because the parser returns none when a later record is unreadable.
      on_record: (cells: readonly string[], info) => void records.push({ cells, lastLine: info.lines }),
    })
    return { records }
  } catch (error) {
    if (error instanceof CsvError) return { records, error }
    throw error
  }
}

/** The delimiter that finds most known columns in the first record, or else most cells. */
function delimiterOf(lines: readonly string[], isColumn: (name: string) => boolean): string {
  const candidates = DELIMITERS.map((delimiter) => {
    const cells = parseBlock(lines, delimiter).records[0]?.cells ?? []
    return { delimiter, known: cells.filter(isColumn).length, cells: Math.max(1, cells.length) }
  })
  candidates.sort((one, other) => other.known - one.known || other.cells - one.cells)
  return candidates[0]?.delimiter ?? ','
}

/** Whether the rest of the record may be in lines that are not read yet. */
const isUnfinished = ({ code }: CsvError, lines: readonly string[]) =>
  code === 'CSV_QUOTE_NOT_CLOSED' && charactersOf(lines) < MAX_RECORD_CHARACTERS

/** With their ends, so that many empty lines count too. */
const charactersOf = (lines: readonly string[]) => lines.reduce((sum, { length }) => sum + length + 1, 0)

/** The first line between the two that is not blank: the parser skips blank lines before a record. */
function firstFilled(lines: readonly string[], from: number, to: number): number {
  const index = lines.slice(from, to).findIndex((line) => line.trim() !== '')
  return index === -1 ? to - 1 : from + index
}

const NOT_CLOSED = 'a quote is opened and not closed'
const MISPLACED = 'a quote is in the wrong place; write "" for a quote within a quoted cell'
const WHOLE_ROWS = 'a quoted cell contains the next rows: a quote is missing or in the wrong place'
const REASONS = new Map([
  ['CSV_QUOTE_NOT_CLOSED', NOT_CLOSED],
  ['CSV_MAX_RECORD_SIZE', `${NOT_CLOSED}, or the row is longer than ${MAX_RECORD_CHARACTERS} characters`],
  ['CSV_INVALID_CLOSING_QUOTE', MISPLACED],
  ['CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE', MISPLACED],
])

const describeCsvError = ({ code, message }: CsvError) => REASONS.get(code) ?? message
