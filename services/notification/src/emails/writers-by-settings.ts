import { createHash } from 'node:crypto'
import { MailWriter, type MailSettings } from './mail-writer.ts'
import type { StoredMailSettings } from './settings/repository.ts'

/** Writes e-mails with the current settings, or with those of an attempt that is repeated. */
export class WritersBySettings {
  readonly #settings: MailSettings
  readonly #stored: Pick<StoredMailSettings, 'put' | 'find'>
  readonly #writers: Map<string, MailWriter>
  /** Of the current settings. */
  readonly currentHash: string

  constructor(settings: MailSettings, stored: Pick<StoredMailSettings, 'put' | 'find'>) {
    this.#settings = settings
    this.#stored = stored
    this.currentHash = createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
    this.#writers = new Map([[this.currentHash, new MailWriter(settings)]])
  }

  /** Stores the current settings. To be called before an attempt begins. */
  async prepare(): Promise<void> {
    await this.#stored.put(this.currentHash, this.#settings)
  }

  /** Reads settings of this hash, which another process may have stored and a restore may have lost. */
  async load(hash: string): Promise<void> {
    if (this.#writers.has(hash)) return
    const settings = (await this.#stored.find(hash)) ?? this.#settings
    this.#writers.set(hash, new MailWriter(settings))
  }

  /** The writer of what {@link load} has read: in place of lost settings, it has the current ones. */
  of(hash: string): MailWriter {
    return this.#writers.get(hash) as MailWriter
  }
}
