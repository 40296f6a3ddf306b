import type { Handler } from '../../../platform/contract/operation.ts'
import { inBody, InvalidRequest, NotFound } from '../../../platform/errors.ts'
import type { EmailDeliveries } from './repository.ts'
import { REGISTRATION_CREATED_TEMPLATE_ID } from './rules.ts'
import { parseId } from '../parse-id.ts'
import { MailWriter, type MailSettings, type MailSource } from './mail-writer.ts'
import { templateError } from './template.ts'

const EXAMPLE: MailSource = {
  messageId: '',
  templateId: REGISTRATION_CREATED_TEMPLATE_ID,
  to: 'ada@example.org',
  registrationId: 48151,
  content: {
    courseName: 'Fire & Safety',
    firstName: 'Ada',
    registeredAt: new Date('2024-01-15T14:58:41Z'),
  },
}

/** The e-mail of a delivery or of an example, by the template in the request or else the one in use. */
export const previewTemplate =
  ({
    deliveries,
    mailSettings,
  }: {
    deliveries: Pick<EmailDeliveries, 'find'>
    mailSettings: MailSettings
  }): Handler<'previewTemplate'> =>
  async ({ body: { template, deliveryId } = {} }) => {
    const error = template && templateError(template)
    if (error) throw new InvalidRequest(`The template's ${error}`, inBody('template'))
    const source = deliveryId === undefined ? EXAMPLE : await deliveries.find(parseId(deliveryId))
    if (!source) throw new NotFound()
    const writer = new MailWriter({ ...mailSettings, ...(template && { mailTemplate: template }) })
    const { subject, text, html } = writer.write(source)
    return { status: 200, body: { subject, text, html } }
  }
