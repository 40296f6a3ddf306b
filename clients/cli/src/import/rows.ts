import type { Encoding } from '../files/lines.ts'
import { recordsOf } from '../files/csv-reader.ts'
import { withoutProtection } from '../files/formulas.ts'
import { objectsOf } from '../files/ndjson-reader.ts'
import { UsageError } from '../errors.ts'
import { columnsOf, isColumn, withFieldNames, type Column, type ColumnMap } from './columns.ts'
import { valueOf, type Field } from './fields.ts'
import type { ReadableRow, Row } from './row.ts'

export interface RowSource {
  readonly path: string
  readonly format: 'csv' | 'ndjson'
  readonly encoding: Encoding
  readonly fields: readonly Field[]
  readonly map: ColumnMap
}

/** The rows of a file, read as a stream. @throws UsageError for a header with unknown columns */
export const rowsOf = (source: RowSource): AsyncGenerator<Row> =>
  source.format === 'csv' ? rowsOfCsv(source) : rowsOfNdjson(source)

/**
 * The first record names the columns. An empty cell leaves its field out. For users that keeps the present
 * value; groups and courses are replaced, so the field gets its default.
 */
async function* rowsOfCsv({ path, encoding, fields, map }: RowSource): AsyncGenerator<Row> {
  let columns: readonly Column[] | undefined
  for await (const record of recordsOf(path, encoding, (name) => isColumn(name, map, fields))) {
    const { line } = record
    if (columns === undefined) {
      if ('error' in record) throw new UsageError(`Line ${line} does not name the columns: ${record.error}.`)
      columns = columnsOf(record.cells, { line, map, fields })
      continue
    }
    if ('error' in record) {
      yield { line, code: 'unreadable-row', error: record.error }
      continue
    }
    const cells = record.cells.map((cell) => withoutProtection(cell.trim()))
    if (cells.every((cell) => cell === '')) continue
    const unnamed = cells.findIndex(
      (cell, index) => cell !== '' && (columns?.[index] ?? 'unnamed') === 'unnamed',
    )
    const body = bodyOf(cells, columns)
    const error = unnamed === -1 ? shortened(body) : withoutColumn(unnamed, cells[unnamed])
    yield error === undefined ? rowOf({ line, body }) : { line, code: 'unreadable-row', error }
  }
}

/** A list of users that includes deleted ones would create them again. */
const rowOf = ({ line, body }: ReadableRow): Row =>
  /^true$/i.test(String(body['deleted'])) ? { line, code: 'invalid-request', error: DELETED } : { line, body }

const DELETED = 'This record is deleted. Remove the row, or its field deleted to create the record again.'

const IDENTIFIER = /externalId$|^loginName$/i

/** Why a row identifies no one: several people may share a number that a spreadsheet shows as 1.23457E+11. */
function shortened(body: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(body).find(
    ([name, value]) => IDENTIFIER.test(name) && /^\d([.,]\d+)?E\+\d+$/i.test(String(value)),
  )
  return (
    found &&
    `${found.join(' ')} is a number that a spreadsheet has shortened; give its column the format Text, ` +
      'and export it again'
  )
}

const withoutColumn = (index: number, text = '') =>
  `cell ${index + 1} (${text.slice(0, 20)}) is in a column without a name`

function bodyOf(cells: readonly string[], columns: readonly Column[]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? ''
    if (typeof column === 'object' && text !== '') body[column.name] = valueOf(column, text)
  }
  return body
}

async function* rowsOfNdjson({ path, encoding, map }: RowSource): AsyncGenerator<Row> {
  for await (const record of objectsOf(path, encoding)) {
    const { line } = record
    yield 'error' in record
      ? { line, code: 'unreadable-row', error: record.error }
      : rowOf({ line, body: withFieldNames(record.object, map) })
  }
}
