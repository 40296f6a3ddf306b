import type { Handler } from '../../../platform/contract/operation.ts'
import { inBody, InvalidRequest, NotFound } from '../../../platform/errors.ts'
import type { EmailDeliveries } from './repository.ts'
import { REGISTRATION_CREATED_TEMPLATE_ID } from './rules.ts'
import { parseId } from '../parse-id.ts'
import { MailWriter, type MailSettings, type MailSource } from './mail-writer.ts'
import { templateError, type Template } from './template.ts'

const EXAMPLE: MailSource = {
  messageId: '',
  templateId: REGISTRATION_CREATED_TEMPLATE_ID,
  to: 'ada@example.org',
  registrationId: 48151,
  content: {
    courseName: 'Fire & Safety',
    firstName: 'Ada',
    preferredLanguage: '',
    registeredAt: new Date('2024-01-15T14:58:41Z'),
  },
}

/**
 * The e-mail of a delivery or of an example, in its language or another one, by the template in the request
 * or else the one in use.
 */
export const previewTemplate =
  ({
    deliveries,
    mailSettings,
  }: {
    deliveries: Pick<EmailDeliveries, 'find'>
    mailSettings: MailSettings
  }): Handler<'previewTemplate'> =>
  async ({ body: { template, deliveryId, language } = {} }) => {
    const error = template && templateError(template)
    if (error) throw new InvalidRequest(`The template's ${error}`, inBody('template'))
    const source = deliveryId === undefined ? EXAMPLE : await deliveries.find(parseId(deliveryId))
    if (!source) throw new NotFound()
    const preferredLanguage = language ?? source.content.preferredLanguage
    const present = new MailWriter(mailSettings)
    const writer = template ? new MailWriter(inLanguage(mailSettings, template, preferredLanguage)) : present
    const { subject, text, html } = writer.write({
      ...source,
      content: { ...source.content, preferredLanguage },
    })
    const { languages } = present
    return {
      status: 200,
      body: { language: writer.languageFor(preferredLanguage), languages, subject, text, html },
    }
  }

/** The settings with this template alone. */
const inLanguage = (settings: MailSettings, common: Template, language: string): MailSettings => ({
  ...settings,
  mailTemplates: { common, byLanguage: {}, missing: [] },
  mailLanguage: language === '' ? settings.mailLanguage : language,
})
