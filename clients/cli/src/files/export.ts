import { open } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { counted, jsonText, printable } from '../output.ts'
import { csvLine, type Delimiter } from './csv-line.ts'

interface ExportOptions {
  /** Standard output by default. */
  readonly file: string | undefined
  /** By default that of the file's extension, else CSV. */
  readonly format: 'csv' | 'ndjson' | undefined
  /** Whether CSV begins with a byte-order mark, without which Excel does not read it as UTF-8. */
  readonly bom?: boolean
  /** A comma by default. */
  readonly delimiter?: Delimiter | undefined
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Writes records to a file as they arrive, so lists of any length work. */
export async function exportRecords<T extends object>(
  { output, terminal }: Context,
  { file, format, bom = false, delimiter }: ExportOptions,
  records: AsyncIterable<T>,
  columns: readonly (keyof T & string)[],
): Promise<void> {
  // The command line reads `-` as an empty name.
  if (file === '') throw new UsageError('Give the file a name, or leave it out for standard output.')
  const isNdjson =
    format === undefined ? /^\.(ndjson|jsonl)$/i.test(extname(file ?? '')) : format === 'ndjson'
  if (isNdjson && (bom || delimiter !== undefined))
    throw new UsageError('bom and delimiter are for CSV, and the file is NDJSON. Leave them out.')
  const target = file === undefined ? undefined : await open(resolve(terminal.folder, file), 'w')
  const write = (line: string) => target?.write(`${line}\n`) ?? output.text(`${line}\n`)
  let count = 0
  try {
    if (!isNdjson) await write((bom ? BYTE_ORDER_MARK : '') + csvLine(columns, delimiter))
    for await (const record of records) {
      const fields = printable(record) as Record<string, unknown>
      const cells = columns.map((name) => fields[name])
      await write(isNdjson ? jsonText(fields) : csvLine(cells, delimiter))
      count++
    }
  } finally {
    await target?.close()
  }
  output.info(`${counted(count, 'record')} written.`)
}
