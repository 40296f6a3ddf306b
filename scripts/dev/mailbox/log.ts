import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
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

/**
 * The append-only log of every accepted message, one JSON document per line. `append` resolves once the line is on the
 * disk: only then may the sender be told that the message was taken.
 */
export class MailLog {
  readonly #file: FileHandle
  readonly #entries: Entry[]
  #nextId: number
  #written: Promise<unknown> = Promise.resolve()

  private constructor(file: FileHandle, entries: Entry[]) {
    this.#file = file
    this.#entries = entries
    this.#nextId = (entries.at(-1)?.id ?? 0) + 1
  }

  /** Opens the log and reads back what it holds; half a line at its end was never acknowledged and is cut off. */
  static async open(path: string): Promise<MailLog> {
    mkdirSync(dirname(path), { recursive: true })
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole))
    const lines = whole.split('\n').slice(0, -1)
    return new MailLog(
      await open(path, 'a', 0o600),
      lines.map((line) => JSON.parse(line) as Entry),
    )
  }

  /** Newest first. */
  list({
    to = '',
    offset = 0,
    limit = 100,
  }: { to?: string; offset?: number; limit?: number } = {}): Summary[] {
    const wanted = to.toLowerCase()
    return this.#entries
      .filter((entry) => entry.to.some((address) => address.toLowerCase().includes(wanted)))
      .toReversed()
      .slice(offset, offset + limit)
      .map(({ raw: _raw, ...summary }) => summary)
  }

  get size(): number {
    return this.#entries.length
  }

  read(id: number): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  append(message: Omit<Entry, 'id'>): Promise<Entry> {
    const write = async (): Promise<Entry> => {
      const entry: Entry = { id: this.#nextId++, ...message }
      await this.#file.appendFile(`${JSON.stringify(entry)}\n`)
      await this.#file.sync()
      this.#entries.push(entry)
      return entry
    }
    const mine = this.#written.then(write)
    this.#written = mine.catch(() => undefined)
    return mine
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
