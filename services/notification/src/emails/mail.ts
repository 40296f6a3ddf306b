import type { MailFrom } from './address.ts'

/** An e-mail as it is given to the mail server. */
export interface Mail {
  readonly messageId: string
  readonly templateId: number
  readonly from: MailFrom
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
