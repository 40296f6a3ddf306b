import {
  NO_FAILURES,
  type EmailDelivery,
  type NewEmailDelivery,
} from '../../services/notification/src/emails/rules.ts'

export const NOW = new Date('2024-01-15T15:00:00Z')

/** A new delivery. */
export const aNewDelivery = (fields: Partial<NewEmailDelivery> = {}): NewEmailDelivery => ({
  kind: 'automatic',
  eventId: '0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a11',
  userId: 1007,
  registrationId: 48151,
  templateId: 222,
  to: 'ada@example.org',
  content: {
    courseName: 'Fire safety',
    firstName: 'Ada',
    preferredLanguage: '',
    registeredAt: new Date('2024-01-15T14:58:41Z'),
  },
  requestedAt: NOW,
  createdAt: NOW,
  requestId: 'call-1',
  traceparent: '',
  ...fields,
})

/** A delivery whose first attempt has begun. */
export const aDelivery = (fields: Partial<EmailDelivery> = {}): EmailDelivery => ({
  ...aNewDelivery(),
  id: 7,
  messageId: '<id@rollcall.example>',
  status: 'sending',
  attempts: 1,
  ...NO_FAILURES,
  dueAt: NOW,
  lastError: '',
  errorClass: '',
  failedAt: null,
  sentAt: null,
  resentAt: null,
  erased: false,
  ...fields,
})
