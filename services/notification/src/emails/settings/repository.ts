import type { Connection } from 'mongoose'
import { insert } from '../../../../platform/store/insert.ts'
import type { MailSettings } from '../mail-writer.ts'
import { mailSettingsModel, type MailSettingsModel } from './record.ts'

/** The settings with which e-mails were written, so that an attempt can be repeated after an upgrade. */
export class StoredMailSettings {
  readonly #model: MailSettingsModel

  constructor(connection: Connection) {
    this.#model = mailSettingsModel(connection)
  }

  /** Safe to repeat. */
  async put(id: string, settings: MailSettings): Promise<void> {
    await insert(this.#model, [{ _id: id, settings }])
  }

  async find(id: string): Promise<MailSettings | undefined> {
    return (await this.#model.findById(id).lean())?.settings
  }
}
