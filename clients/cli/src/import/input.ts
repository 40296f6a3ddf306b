import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { checkedEncoding, requireNoWorkbook } from '../files/encoding.ts'
import { endsWithLineBreak, requireText, type Encoding } from '../files/lines.ts'
import { columnMapOf } from './columns.ts'
import { dateFormOf } from './date-form.ts'
import type { Field } from './fields.ts'
import type { RowSource } from './rows.ts'

const FORMATS = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
} as const
type Format = RowSource['format']

/** A file of rows, and how to read it. */
export interface InputOptions {
  readonly file: string
  readonly format: Format | undefined
  readonly encoding: Encoding | undefined
  /** `<column>=<field>` */
  readonly map: readonly string[]
  readonly onlyMapped: boolean
  readonly skipLines: number
  readonly skipLinesAfterHeader: number
  readonly dateFormat: string | undefined
  /** The file for the result of each row; `-` for standard output. */
  readonly results: string | undefined
}

/**
 * Checks everything about a file and its options that does not concern single rows.
 * @param fields that a row may have
 * @throws UsageError
 */
export async function openInput(
  { output, terminal }: Context,
  options: InputOptions,
  fields: readonly Field[],
): Promise<RowSource> {
  const { file } = options
  const path = resolve(terminal.folder, file)
  const found = await stat(path).catch(() => {
    throw new UsageError(`There is no file ${file}.`)
  })
  if (!found.isFile())
    throw new UsageError(
      `${file || '-'} is not a regular file. Write the rows to a file first, because it is read more ` +
        'than once.',
    )
  if (options.results !== undefined && resolve(terminal.folder, options.results) === path)
    throw new UsageError(`results must be another file than ${file}, which it would replace.`)
  await requireNoWorkbook(file, path)
  const format = formatOf(options)
  const map = columnMapOf(options.map, fields, options.onlyMapped)
  const skippedLines = { before: options.skipLines, after: options.skipLinesAfterHeader }
  if (Math.max(skippedLines.before, skippedLines.after) > MAX_SKIPPED)
    throw new UsageError(`skip-lines and skip-lines-after-header can be at most ${MAX_SKIPPED}.`)
  if (format === 'ndjson' && skippedLines.before + skippedLines.after > 0)
    throw new UsageError('skip-lines and skip-lines-after-header are for CSV: NDJSON has no header.')
  const dateForm = options.dateFormat === undefined ? undefined : dateFormOf(options.dateFormat)
  const encoding = await checkedEncoding({ file, path, encoding: options.encoding }, (text) =>
    output.warn(text),
  )
  await requireText({ file, path, encoding, skipped: skippedLines.before })
  const lastRowMayBeShort = await endsWithLineBreak(path, encoding)
  return { path, format, encoding, fields, map, skippedLines, dateForm, now: new Date(), lastRowMayBeShort }
}

/** A report has some lines before its table. These are held in memory. */
const MAX_SKIPPED = 1000

/** Files of spreadsheet programs, which are rejected. */
const WORKBOOKS = ['.xlsx', '.xls', '.xlsm', '.ods', '.numbers']

/** Whether the name is that of a file of rows, or of a spreadsheet. */
export function isRowFile(name: string): boolean {
  const extension = extname(name).toLowerCase()
  return extension in FORMATS || WORKBOOKS.includes(extension)
}

function formatOf({ file, format }: InputOptions): Format {
  const extension = extname(file).toLowerCase()
  const known = format ?? (extension in FORMATS ? FORMATS[extension as keyof typeof FORMATS] : undefined)
  if (known !== undefined) return known
  throw new UsageError(`The name ${file} does not show its format. Give --format csv or --format ndjson.`)
}
