import { createHash } from 'node:crypto'
import { MailWriter, type MailSettings } from './mail-writer.ts'
import type { StoredMailSettings } from './settings/repository.ts'

/** Writes e-mails with the present settings, or with those of an attempt that is repeated. */
export class MailWriters {
  readonly #settings: MailSettings
  readonly #stored: Pick<StoredMailSettings, 'put' | 'find'>
  readonly #writers: Map<string, MailWriter>
  /** The hash of the present settings. */
  readonly present: string

  constructor(settings: MailSettings, stored: Pick<StoredMailSettings, 'put' | 'find'>) {
    this.#settings = settings
    this.#stored = stored
    this.present = createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
    this.#writers = new Map([[this.present, new MailWriter(settings)]])
  }

  /** Stores the present settings. To be called before an attempt begins. */
  async prepare(): Promise<void> {
    await this.#stored.put(this.present, this.#settings)
  }

  /** @param id the hash of settings; those that a restore has lost are replaced by the present ones */
  async of(id: string): Promise<MailWriter> {
    const known = this.#writers.get(id)
    if (known) return known
    const settings = (await this.#stored.find(id)) ?? this.#settings
    const writer = new MailWriter(settings)
    this.#writers.set(id, writer)
    return writer
  }
}
