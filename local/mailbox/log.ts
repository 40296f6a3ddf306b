import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

/** An accepted message in the log. */
export interface Entry {
  readonly id: number
  /** The Message-ID header, with its angle brackets. */
  readonly messageId: string
  /** The recipients of the envelope, which may differ from its headers. */
  readonly to: readonly string[]
  readonly subject: string
  readonly at: string
  /** The message itself, byte for byte (each character is one byte). */
  readonly raw: string
}

/** A log of every accepted message, one JSON document a line. */
export class MailLog {
  readonly #path: string
  readonly #entries: Entry[]

  /** Reads the log; an incomplete last line was not acknowledged and is cut off. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true })
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole))
    this.#path = path
    this.#entries = whole
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Entry)
  }

  /** Newest first. */
  list({ to = '', offset = 0, limit = 100 }): Omit<Entry, 'raw'>[] {
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

  /** Returns once the message is on the disk: only then may it be acknowledged. */
  append(message: Omit<Entry, 'id'>): Entry {
    const entry = { id: (this.#entries.at(-1)?.id ?? 0) + 1, ...message }
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
    this.#entries.push(entry)
    return entry
  }
}
