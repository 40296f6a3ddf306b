import type { Operation } from '../../../shared/contract/operation.ts'
import { InvalidRequest } from '../../../shared/errors.ts'
import { TEMPLATE_222 } from '../deliveries/rules.ts'
import { MailComposer, type MailSettings, type MailSource } from './compose.ts'
import { templateError } from './template.ts'

const EXAMPLE: MailSource = {
  messageId: '',
  template: TEMPLATE_222,
  to: 'ada@example.org',
  registrationId: 48151,
  content: {
    courseName: 'Fire & Safety',
    firstName: 'Ada',
    registeredAt: new Date('2024-01-15T14:58:41Z'),
  },
}

/** The e-mail about an example registration, by the template in the request or else the one in use. */
export const previewTemplate =
  ({ mailSettings }: { mailSettings: MailSettings }): Operation<'previewTemplate'> =>
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
