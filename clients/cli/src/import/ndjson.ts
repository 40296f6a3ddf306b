import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Row } from './row.ts'

/** The rows of a file with a JSON object in each line, read as a stream. */
export async function* rowsOfNdjson(path: string): AsyncGenerator<Row> {
  const input = createReadStream(path)
  const lines = createInterface({ input, crlfDelay: Infinity })
  const failure = new Promise<never>((_, reject) => input.once('error', reject))
  failure.catch(() => undefined) // handled below
  let line = 0
  try {
    const iterator = lines[Symbol.asyncIterator]()
    for (;;) {
      const next = await Promise.race([iterator.next(), failure])
      if (next.done === true) return
      line++
      if (next.value.trim() !== '') yield { line, end: input.bytesRead, ...read(next.value) }
    }
  } finally {
    lines.close()
    input.destroy()
  }
}

function read(text: string) {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return { body: body as Record<string, unknown> }
    return { fault: 'not a JSON object' }
  } catch (fault) {
    return { fault: `not JSON: ${(fault as Error).message}` }
  }
}
