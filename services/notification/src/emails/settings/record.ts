import { Schema, type Connection, type Model } from 'mongoose'
import type { MailSettings } from '../mail-writer.ts'

/** Settings as stored, by their hash. */
interface MailSettingsRecord {
  _id: string
  settings: MailSettings
}

export type MailSettingsModel = Model<MailSettingsRecord>

export function mailSettingsModel(connection: Connection): MailSettingsModel {
  const schema = new Schema<MailSettingsRecord>(
    { _id: String, settings: { type: Schema.Types.Mixed, required: true } },
    { versionKey: false, minimize: false },
  )
  return connection.model<MailSettingsRecord>('MailSettings', schema, 'mailSettings')
}
