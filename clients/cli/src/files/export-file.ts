import { open } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { csvLine } from './csv-line.ts'
import { plain } from '../output.ts'

export interface Export {
  /** Without one, standard output. */
  readonly file: string | undefined
  /** By default what the name of the file says, else CSV. */
  readonly format: 'csv' | 'ndjson' | undefined
}

/** Writes records to a file as they come, so lists of any length work. */
export async function exportFile<T extends object>(
  { output, terminal }: Context,
  { file, format }: Export,
  records: AsyncIterable<T>,
  columns: readonly (keyof T & string)[],
): Promise<void> {
  const named = extname(file ?? '')
    .slice(1)
    .toLowerCase()
    .replace('jsonl', 'ndjson')
  const asJson = (format ?? named) === 'ndjson'
  const target = file === undefined ? undefined : await open(resolve(terminal.folder, file), 'w')
  const write = (line: string) => target?.write(`${line}\n`) ?? output.line(line)
  let count = 0
  try {
    if (!asJson) await write(csvLine(columns))
    for await (const record of records) {
      const shown = plain(record) as Record<string, unknown>
      await write(asJson ? JSON.stringify(shown) : csvLine(columns.map((name) => shown[name])))
      count++
    }
  } finally {
    await target?.close()
  }
  output.say(`${count} ${count === 1 ? 'record' : 'records'} written.`)
}
