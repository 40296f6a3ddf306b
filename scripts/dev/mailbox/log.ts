import { createReadStream, existsSync, mkdirSync, truncateSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** One accepted message as the log holds it. */
export interface Entry {
  readonly id: number
  /** The Message-ID header, with its angle brackets. */
  readonly messageId: string
  /** The recipients of the envelope: where it was really sent, whatever its headers say. */
  readonly to: readonly string[]
  readonly subject: string
  readonly at: string
  /** The message itself, byte for byte (each character is one byte). */
  readonly raw: string
}

export type Summary = Omit<Entry, 'raw'>

interface Place {
  readonly offset: number
  readonly length: number
}

const NEWLINE = 0x0a

/**
 * The append-only log of every accepted message, one JSON document per line. `append` resolves once the line is on the
 * disk: only then may the sender be told that the message was taken.
 */
export class MailLog {
  readonly #file: FileHandle
  readonly #entries: Summary[] = []
  readonly #places: Place[] = []
  #end = 0
  #waiting: { line: Buffer; entry: Entry; done: (entry: Entry) => void; failed: (fault: unknown) => void }[] =
    []
  #nextId = 1
  #writing = false

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Opens the log and reads back what it holds; half a line at its end was never acknowledged and is cut off. */
  static async open(path: string): Promise<MailLog> {
    mkdirSync(dirname(path), { recursive: true })
    const lines = existsSync(path) ? await readLines(path) : []
    const whole = lines.reduce((sum, line) => sum + line.length + 1, 0)
    if (existsSync(path)) truncateSync(path, whole)
    const log = new MailLog(await open(path, 'a+', 0o600))
    for (const line of lines) log.#remember(JSON.parse(line.toString('utf8')) as Entry, line.length + 1)
    log.#nextId = (log.#entries.at(-1)?.id ?? 0) + 1
    return log
  }

  /** Newest first. */
  list({ to, offset = 0, limit = 100 }: { to?: string; offset?: number; limit?: number } = {}): Summary[] {
    const wanted = to?.toLowerCase()
    const hits =
      wanted === undefined
        ? this.#entries
        : this.#entries.filter((entry) => entry.to.some((address) => address.toLowerCase().includes(wanted)))
    return hits.toReversed().slice(offset, offset + limit)
  }

  get size(): number {
    return this.#entries.length
  }

  async read(id: number): Promise<Entry | undefined> {
    const index = this.#entries.findIndex((entry) => entry.id === id)
    const place = this.#places[index]
    if (place === undefined) return undefined
    const line = Buffer.alloc(place.length)
    await this.#file.read(line, 0, place.length, place.offset)
    return JSON.parse(line.toString('utf8')) as Entry
  }

  append(message: Omit<Entry, 'id'>): Promise<Entry> {
    const entry: Entry = { id: this.#nextId++, ...message }
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    return new Promise((done, failed) => {
      this.#waiting.push({ line, entry, done, failed })
      void this.#flush()
    })
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /** Messages that arrive while the disk is busy share the next write and its one sync. */
  async #flush(): Promise<void> {
    if (this.#writing) return
    this.#writing = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#file.appendFile(Buffer.concat(batch.map(({ line }) => line)))
        await this.#file.sync()
        for (const { entry, line, done } of batch) {
          this.#remember(entry, line.length)
          done(entry)
        }
      } catch (fault) {
        for (const { failed } of batch) failed(fault)
      }
    }
    this.#writing = false
  }

  #remember({ raw: _raw, ...summary }: Entry, length: number): void {
    this.#entries.push(summary)
    this.#places.push({ offset: this.#end, length })
    this.#end += length
  }
}

/** The complete lines of a file, without their newlines. */
async function readLines(path: string): Promise<Buffer[]> {
  const lines: Buffer[] = []
  let rest: Buffer[] = []
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      lines.push(Buffer.concat([...rest, chunk.subarray(from, at)]))
      rest = []
      from = at + 1
    }
    rest.push(chunk.subarray(from))
  }
  return lines
}
