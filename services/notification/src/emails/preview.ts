import type { Handler } from '../../../platform/contract/operation.ts'
import { InvalidRequest, NotFound } from '../../../platform/errors.ts'
import type { Deliveries } from './repository.ts'
import { REGISTRATION_CREATED_TEMPLATE_ID } from './rules.ts'
import { parseId } from '../parse-id.ts'
import { MailComposer, type MailSettings, type MailSource } from './compose.ts'
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

/** The e-mail of a delivery, by the template in use. */
export const previewDelivery =
  ({
    deliveries,
    mailSettings,
  }: {
    deliveries: Pick<Deliveries, 'find'>
    mailSettings: MailSettings
  }): Handler<'previewDelivery'> =>
  async ({ path }) => {
    const delivery = await deliveries.find(parseId(path.id))
    if (!delivery) throw new NotFound()
    const { subject, text, html } = new MailComposer(mailSettings).compose(delivery)
    return { status: 200, body: { subject, text, html } }
  }

/** The e-mail about an example registration, by the template in the request or else the one in use. */
export const previewTemplate =
  ({ mailSettings }: { mailSettings: MailSettings }): Handler<'previewTemplate'> =>
  ({ body }) => {
    const error = body && templateError(body)
    if (error) throw new InvalidRequest(`The template's ${error}`)
    const composer = new MailComposer({
      ...mailSettings,
      mailTemplate: body ?? mailSettings.mailTemplate,
    })
    const { subject, text, html } = composer.compose(EXAMPLE)
    return Promise.resolve({ status: 200, body: { subject, text, html } })
  }
