import type { Connection, Model } from 'mongoose'
import type { MailSettings } from '../mail-writer.ts'
import { recordSchema } from '../../../../platform/store/record-schema.ts'

/** Settings as stored, by their hash. */
interface MailSettingsRecord {
  _id: string
  settings: MailSettings
}

export type MailSettingsModel = Model<MailSettingsRecord>

export function mailSettingsModel(connection: Connection): MailSettingsModel {
  const schema = recordSchema<MailSettingsRecord>()
  return connection.model<MailSettingsRecord>('MailSettings', schema, 'mailSettings')
}
