import type { Operation } from '../../../shared/contract/operation.ts'
import { InvalidRequest } from '../../../shared/errors.ts'
import type { Delivery } from '../deliveries/rules.ts'
import { mailComposer, type Wording } from './compose.ts'
import { faultOf } from './template.ts'

/** The e-mail about a made-up registration, by the template that was sent, else the one in use (decision O13). */
export const previewTemplate =
  ({ wording }: { wording: Wording }): Operation<'previewTemplate'> =>
  ({ body }) => {
    const fault = body && faultOf(body)
    if (fault) throw new InvalidRequest(`The template's ${fault}`)
    const { subject, text, html } = mailComposer({ ...wording, ...(body ? { mailTemplate: body } : {}) })(
      EXAMPLE,
    )
    return Promise.resolve({ status: 200, body: { subject, text, html } })
  }

const THEN = new Date('2024-01-15T14:58:41Z')
const EXAMPLE: Delivery = {
  ...{ id: 1, kind: 'automatic', eventId: '', registrationId: 48151, template: 222, to: 'ada@example.org' },
  words: { courseName: 'Fire & Safety', firstName: 'Ada', registeredAt: THEN },
  ...{ requestedAt: THEN, createdAt: THEN, dueAt: THEN, sentAt: null, failedAt: null },
  ...{
    messageId: '',
    status: 'queued',
    attempts: 0,
    unconfirmed: 0,
    lastError: '',
    requestId: '',
    traceparent: '',
  },
}
