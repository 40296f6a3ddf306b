import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { checkedEncoding, type EncodingDoubt } from '../files/encoding.ts'
import { endsWithLineBreak, requireText, type Encoding } from '../files/lines.ts'
import { columnMapOf } from './columns.ts'
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
  /** The file for the result of each row; `-` for standard output. */
  readonly results: string | undefined
}

/**
 * Checks everything about a file and its options that does not concern single rows.
 * @param fields that a row may have
 * @param rejectDoubt throws where a file may not be read in the encoding that was named
 * @throws UsageError
 */
export async function openInput(
  { output, terminal }: Context,
  options: InputOptions,
  fields: readonly Field[],
  rejectDoubt?: (found: EncodingDoubt) => void,
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
  const format = formatOf(options)
  const map = columnMapOf(options.map, fields)
  const encoding = await checkedEncoding({ file, path, encoding: options.encoding }, (found) => {
    rejectDoubt?.(found)
    output.warn(
      `${file} is probably UTF-8, not ${found.encoding}: leave out --encoding, or names may be garbled.`,
    )
  })
  await requireText(file, path, encoding)
  const lastRowMayBeShort = await endsWithLineBreak(path, encoding)
  return { path, format, encoding, fields, map, lastRowMayBeShort }
}

function formatOf({ file, format }: InputOptions): Format {
  const extension = extname(file).toLowerCase()
  const known = format ?? (extension in FORMATS ? FORMATS[extension as keyof typeof FORMATS] : undefined)
  if (known !== undefined) return known
  throw new UsageError(`The name ${file} does not show its format. Give --format csv or --format ndjson.`)
}
