import type { Encoding } from '../files/lines.ts'
import { recordsOf } from '../files/csv-reader.ts'
import { withoutProtection } from '../files/formulas.ts'
import { objectsOf } from '../files/ndjson-reader.ts'
import { UsageError } from '../errors.ts'
import { counted } from '../output.ts'
import { columnsOf, isColumn, withFieldNames, type Column, type ColumnMap } from './columns.ts'
import { valueOf, type Field } from './fields.ts'
import type { ReadableRow, Row } from './row.ts'

export interface RowSource {
  readonly path: string
  readonly format: 'csv' | 'ndjson'
  readonly encoding: Encoding
  readonly fields: readonly Field[]
  readonly map: ColumnMap
  /** Whether the last row of a CSV file is complete although it is the shortest. */
  readonly lastRowMayBeShort: boolean
}

/** The rows of a file, read as a stream. @throws UsageError for a header with unknown columns */
export const rowsOf = (source: RowSource): AsyncGenerator<Row> =>
  source.format === 'csv' ? checkedRowsOfCsv(source) : rowsOfNdjson(source)

/** A row of a CSV file, and the shape of the file. */
interface CsvRow {
  readonly row: Row
  /** The number of its cells; undefined if they can't be read. */
  readonly cells: number | undefined
  /** The number of columns with a name. */
  readonly columns: number
}

/**
 * The last row is an error if it has fewer cells than every row before it: the file was probably cut there,
 * perhaps within a cell. Programs that leave out empty cells at the end write short rows elsewhere too.
 */
async function* checkedRowsOfCsv(source: RowSource): AsyncGenerator<Row> {
  let fewestCells = Infinity
  let last: CsvRow | undefined
  for await (const row of rowsOfCsv(source)) {
    if (last !== undefined) {
      yield last.row
      fewestCells = Math.min(fewestCells, last.cells ?? Infinity)
    }
    last = row
  }
  if (last === undefined) return
  const { row, cells = Infinity, columns } = last
  const isCut = !source.lastRowMayBeShort && cells < Math.min(fewestCells, columns)
  yield isCut ? unreadable(row.line, cutAfter(cells, columns)) : row
}

const unreadable = (line: number, error: string): Row => ({ line, code: 'unreadable-row', error })

const cutAfter = (cells: number, columns: number) =>
  `The last row has ${counted(cells, 'cell')}, and the header ${columns}: the file may have been cut. ` +
  'If the row is complete, add separators for its empty cells.'

/**
 * The first record names the columns. An empty cell leaves its field out. For users that keeps the present
 * value, except for one of the two names; groups and courses are replaced, so the field gets its default.
 */
async function* rowsOfCsv({ path, encoding, fields, map }: RowSource): AsyncGenerator<CsvRow> {
  let columns: readonly Column[] | undefined
  let fieldNames: readonly string[] = []
  let named = 0
  for await (const record of recordsOf(path, encoding, (name) => isColumn(name, map, fields))) {
    const { line } = record
    if (columns === undefined) {
      if ('error' in record) throw new UsageError(`Line ${line} does not name the columns: ${record.error}.`)
      columns = columnsOf(record.cells, { line, map, fields })
      fieldNames = columns.flatMap((column) => (typeof column === 'object' ? [column.name] : []))
      named = columns.findLastIndex((column) => column !== 'unnamed') + 1
      continue
    }
    if ('error' in record) {
      yield { row: unreadable(line, record.error), cells: undefined, columns: named }
      continue
    }
    const cells = record.cells.map((cell) => withoutProtection(cell.trim()))
    if (cells.every((cell) => cell === '')) continue
    const unnamed = cells.findIndex(
      (cell, index) => cell !== '' && (columns?.[index] ?? 'unnamed') === 'unnamed',
    )
    const body = bodyOf(cells, columns)
    const error = unnamed === -1 ? withoutIdentity(body) : withoutColumn(unnamed, cells[unnamed])
    const row = error === undefined ? rowOf({ line, body, columns: fieldNames }) : unreadable(line, error)
    yield { row, cells: cells.length, columns: named }
  }
}

/** A list of users that includes deleted ones would create them again. */
const rowOf = (row: ReadableRow): Row =>
  /^true$/i.test(String(row.body['deleted']))
    ? { line: row.line, code: 'invalid-request', error: DELETED }
    : row

const DELETED = 'This record is deleted. Remove the row, or its field deleted to create the record again.'

const IDENTIFIER = /externalId$|^loginName$/i
/** Errors of spreadsheets, formulas that keep zeros, and the empty values of databases. */
const NO_VALUE = /^(#(N\/A|REF!|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!)|="[^"]*"|NULL|NaN|nan|None)$/

/** Why a row identifies no one: several people may share a number that a spreadsheet shows as 1.23457E+11. */
function withoutIdentity(body: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(body).find(
    ([name, value]) => IDENTIFIER.test(name) && /^\d([.,]\d+)?E\+\d+$/i.test(String(value)),
  )
  if (found)
    return (
      `${found.join(' ')} is a number that a spreadsheet has shortened; give its column the format Text, ` +
      'and export it again'
    )
  const empty = Object.entries(body).find(
    ([name, value]) => IDENTIFIER.test(name) && NO_VALUE.test(String(value)),
  )
  return empty && `${empty.join(' ')} is what a program writes instead of a value`
}

const withoutColumn = (index: number, text = '') =>
  `cell ${index + 1} (${text.slice(0, 20)}) is in a column without a name`

function bodyOf(cells: readonly string[], columns: readonly Column[]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? ''
    if (typeof column === 'object' && text !== '') body[column.name] = valueOf(column, text)
  }
  if (PERSON_NAMES.some((name) => body[name] !== undefined))
    for (const [index, column] of columns.entries())
      if (typeof column === 'object' && PERSON_NAMES.includes(column.name) && cells[index] === '')
        body[column.name] = ''
  return body
}

/** An empty cell beside the other name says that the person has one. A row that ends before it may be cut. */
const PERSON_NAMES = ['firstName', 'lastName']

async function* rowsOfNdjson({ path, encoding, map }: RowSource): AsyncGenerator<Row> {
  for await (const record of objectsOf(path, encoding)) {
    const { line } = record
    yield 'error' in record
      ? unreadable(line, record.error)
      : rowOf({ line, body: withFieldNames(record.object, map) })
  }
}
