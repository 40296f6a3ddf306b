import type { Encoding } from '../files/lines.ts'
import { recordsOf, type SkippedLines } from '../files/csv-reader.ts'
import { withoutProtection } from '../files/formulas.ts'
import { objectsOf } from '../files/ndjson-reader.ts'
import { UsageError } from '../errors.ts'
import { counted, shown } from '../output.ts'
import { columnsOf, isColumn, isHeader, withFieldNames, type Column, type ColumnMap } from './columns.ts'
import { exchanged, NO_DATE, type DateForm } from './date-form.ts'
import { valueOf, type Field } from './fields.ts'
import type { ReadableRow, Row } from './row.ts'
import { isSpreadsheetError } from './texts.ts'

export interface RowSource {
  readonly path: string
  readonly format: 'csv' | 'ndjson'
  readonly encoding: Encoding
  readonly fields: readonly Field[]
  readonly map: ColumnMap
  readonly skippedLines: SkippedLines
  /** Undefined for RFC 3339, as the service takes it. */
  readonly dateForm: DateForm | undefined
  /** Finds dates in the future. */
  readonly now: Date
  /** Whether the last row of a CSV file is complete although it is the shortest. */
  readonly lastRowMayBeShort: boolean
}

/**
 * The rows of a file, read as a stream.
 *
 * @throws UsageError for a header with unknown columns, and when the dates have another form than named
 */
export async function* rowsOf(source: RowSource): AsyncGenerator<Row> {
  const readDates = dateReaderOf(source)
  for await (const row of source.format === 'csv' ? checkedRowsOfCsv(source) : rowsOfNdjson(source))
    yield 'body' in row ? readDates(row) : row
}

/** A date without RFC 3339's T. */
const OTHER_DATE = /^\d{1,4}[-./ ](\d{1,2}|\p{L}{3,10})[-./ ]\d{1,4}(?!\d|T\d)/u

/** Reads the dates of rows: `none` clears a field that can be empty, and leaves out another one. */
function dateReaderOf({ fields, dateForm, now }: RowSource): (row: ReadableRow) => Row {
  const dates = fields.filter(({ type }) => type === 'date')
  const withDayAndMonth = dateForm && exchanged(dateForm)
  const isFuture = (date: string | undefined) => date !== undefined && Date.parse(date) > Number(now)
  const isPast = (date: string | undefined) => date !== undefined && Date.parse(date) <= Number(now)
  let isFirst = true
  return (row) => {
    const faults: Record<string, string> = {}
    const read: Record<string, unknown> = {}
    for (const { name, mayBeEmpty } of dates) {
      const given = row.body[name]
      if (typeof given !== 'string' || given === '') continue
      const at = `Line ${row.line}: ${name} ${shown(given)}`
      if (dateForm === undefined) {
        // The first one decides: the others are errors of their rows.
        if (isFirst && OTHER_DATE.test(given)) throw new UsageError(`${at} ${NEEDS_FORM}`)
        isFirst = false
        continue
      }
      const { form } = dateForm
      const found = dateForm.read(given)
      if (found === undefined && withDayAndMonth?.read(given) !== undefined)
        throw new UsageError(
          `${at} has no month of this number: it is ${withDayAndMonth.form}, not ${form}, so other dates ` +
            'may be read with day and month exchanged. Nothing was changed. Give the right --date-format.',
        )
      if (!MAY_BE_FUTURE.has(name) && isFuture(found) && isPast(withDayAndMonth?.read(given)))
        throw new UsageError(
          `${at} would be in the future as ${form}, and not as ${withDayAndMonth?.form}: other dates may ` +
            'be read with day and month exchanged. Nothing was changed. Give the right --date-format, or ' +
            'correct this date.',
        )
      if (found === undefined) faults[name] = `${name} must be an existing day of the form ${form}.`
      else if (found !== NO_DATE) read[name] = found
      else read[name] = mayBeEmpty ? '' : undefined
    }
    const early = dates.find(({ name, mayBeEmpty }) => mayBeEmpty && isEarly(read[name] ?? row.body[name]))
    if (early)
      return { line: row.line, code: 'invalid-request', error: earlyDate(early.name, row.body[early.name]) }
    if (dateForm === undefined) return row
    const body = Object.fromEntries(
      Object.entries({ ...row.body, ...read }).filter(([, value]) => value !== undefined),
    )
    return { ...row, body, ...(Object.keys(faults).length > 0 && { faults }) }
  }
}

/** An account expires some day; all other dates are of what has happened. */
const MAY_BE_FUTURE = new Set(['expirationDate'])

/** Programs have dates such as 1900-01-01 for "never", with which an account would have expired. */
const isEarly = (date: unknown) => typeof date === 'string' && /^(0|1[0-8]|19[0-4])\d+-\d\d-\d\dT/.test(date)

const earlyDate = (name: string, date: unknown) =>
  `${name} ${shown(String(date))} is before 1950, so it probably stands for no date. Leave the cell empty.`

const NEEDS_FORM =
  'is not a date-time such as 2027-01-31T00:00:00Z. Nothing was changed. Name the form of the dates in ' +
  'this file, such as --date-format dd.MM.yyyy, d.M.yyyy, M/d/yyyy or yyyy-MM-dd.'

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
async function* rowsOfCsv(source: RowSource): AsyncGenerator<CsvRow> {
  const { path, encoding, fields, map, skippedLines } = source
  let header: readonly string[] | undefined
  let columns: readonly Column[] | undefined
  let fieldsOfCells: FieldsOfCells = []
  let fieldNames: readonly string[] = []
  let named = 0
  const records = recordsOf(
    path,
    encoding,
    skippedLines,
    (name) => isColumn(name, map, fields),
    (cells, line) => requireNoRow(cells, line, source),
  )
  for await (const record of records) {
    const { line } = record
    if (columns === undefined) {
      if ('error' in record) throw new UsageError(`Line ${line} does not name the columns: ${record.error}.`)
      columns = columnsOf(record.cells, { line, map, fields })
      fieldsOfCells = fieldsIn(columns)
      fieldNames = fieldsOfCells.map(([{ name }]) => name)
      named = columns.findLastIndex((column) => column !== 'unnamed') + 1
      header = record.cells
      continue
    }
    if (header !== undefined && 'cells' in record && isHeader(record.cells, header))
      throw new UsageError(
        `Line ${line} repeats the names of the columns. Nothing was changed. Give the number of lines ` +
          'between the names and the first row as --skip-lines-after-header.',
      )
    header = undefined
    if ('error' in record) {
      yield { row: unreadable(line, record.error), cells: undefined, columns: named }
      continue
    }
    const cells = record.cells.map((cell) => withoutProtection(cell.trim()))
    if (cells.every((cell) => cell === '')) continue
    const unnamed = cells.findIndex(
      (cell, index) => cell !== '' && (columns?.[index] ?? 'unnamed') === 'unnamed',
    )
    const body = bodyOf(cells, fieldsOfCells)
    const error = unnamed === -1 ? withoutIdentity(body) : withoutColumn(unnamed, cells[unnamed])
    const row = error === undefined ? rowOf({ line, body, columns: fieldNames }) : unreadable(line, error)
    yield { row, cells: cells.length, columns: named }
  }
}

/**
 * A report that leaves out its second header one day would lose its first row without a word, and a sync
 * would remove that person.
 * @throws UsageError for a skipped line with an e-mail address or a date
 */
function requireNoRow(cells: readonly string[], line: number, { dateForm }: RowSource): void {
  const found = cells.find(
    (cell) => EMAIL.test(cell) || DATE_TIME.test(cell) || dateForm?.read(cell) !== undefined,
  )
  if (found !== undefined)
    throw new UsageError(
      `Line ${line}, which --skip-lines-after-header leaves out, looks like a row: it has ${shown(found)}. ` +
        'Nothing was changed. Give the number of lines between the names and the first row.',
    )
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/
const DATE_TIME = /^\d{4}-\d\d-\d\dT/

/** A list of users that includes deleted ones would create them again. */
const rowOf = (row: ReadableRow): Row =>
  /^true$/i.test(String(row.body['deleted']))
    ? { line: row.line, code: 'invalid-request', error: DELETED }
    : row

const DELETED = 'This record is deleted. Remove the row, or its field deleted to create the record again.'

const IDENTIFIER = /externalId$|^loginName$/i
/** Formulas that keep zeros, and the empty values of databases. */
const NO_VALUE = /^(="[^"]*"|NULL|NaN|nan|None)$/

const SHORTENED =
  'is a number that a spreadsheet has shortened; give its column the format Text, and export it again'

/** Whether a spreadsheet has shortened the number by which the row names its person. */
export const isShortened = (row: Row): boolean => 'error' in row && row.error.endsWith(SHORTENED)

/** Why a row identifies no one: several people may share a number that a spreadsheet shows as 1.23457E+11. */
function withoutIdentity(body: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(body).find(
    ([name, value]) => IDENTIFIER.test(name) && /^\d([.,]\d+)?E\+\d+$/i.test(String(value)),
  )
  if (found) return `${found.join(' ')} ${SHORTENED}`
  const empty = Object.entries(body).find(
    ([name, value]) =>
      IDENTIFIER.test(name) && (isSpreadsheetError(String(value)) || NO_VALUE.test(String(value))),
  )
  return empty && `${empty.join(' ')} is what a program writes instead of a value`
}

const withoutColumn = (index: number, text = '') =>
  `cell ${index + 1} (${shown(text, 20)}) is in a column without a name`

function bodyOf(cells: readonly string[], fields: FieldsOfCells): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [field, index] of fields) {
    const text = cells[index] ?? ''
    if (text !== '') body[field.name] = valueOf(field, text)
  }
  if (PERSON_NAMES.some((name) => body[name] !== undefined))
    for (const [{ name }, index] of fields)
      if (PERSON_NAMES.includes(name) && cells[index] === '') body[name] = ''
  return body
}

/** Fields, each with the index of its cell in a row. */
type FieldsOfCells = readonly (readonly [field: Field, index: number])[]

/** The fields that the columns hold. */
const fieldsIn = (columns: readonly Column[]): FieldsOfCells =>
  columns.flatMap((column, index) =>
    column === 'unnamed' ? [] : column.map((field) => [field, index] as const),
  )

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
