import { MatchersV3 } from '@pact-foundation/pact'

export const { boolean, eachLike: many, integer, nullValue, number, regex, string } = MatchersV3

/** Dates in responses. */
export const DATE = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$'
/** Dates in messages, in milliseconds. */
export const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$'
export const date = (example = '2024-01-15T14:58:41Z') => regex(DATE, example)
export const exactly = (text: string) => regex(`^${text}$`, text)

/** A registration as specification §2.1 has it; `fields` replace some of the matchers. */
export const registration = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: integer(48151),
  courseId: integer(210),
  courseName: string('Fire safety'),
  createdDate: date(),
  registrationDate: date(),
  completionDate: nullValue(),
  statusName: exactly('Not Started'),
  externalId: string('enrolment-2291'),
  userExternalId: string('hr-20931'),
  userId: number(1007),
  score: nullValue(),
  ...fields,
})

/** A user as specification §2.2 has it. */
export const user = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: integer(1007),
  address: string('1 Analytical Way'),
  address2: string('Flat 2'),
  city: string('Seattle'),
  country: regex('^([A-Z]{2})?$', 'US'),
  createdDate: date(),
  email: regex('^\\S+@\\S+$', 'ada@example.org'),
  expirationDate: regex(`^$|${DATE}`, '2030-01-01T00:00:00Z'),
  externalId: string('hr-20931'),
  firstName: string('Ada'),
  lastName: string('Byron'),
  loginName: string('ada'),
  state: regex('^([A-Z]{2})?$', 'WA'),
  updatedDate: date(),
  zip: string('98101'),
  ovFormWithInput12: string('Engine'),
  workSettingsOtherSpecify: string('Remote'),
  workSettingsPrivateIndustryExcept: string('true'),
  ...fields,
})

/** A course, as callers see it. */
export const course = () => ({
  id: integer(210),
  name: string('Fire safety'),
  externalId: string('provider-88'),
  groupIds: many(integer(12)),
  active: boolean(true),
  published: boolean(true),
  requiresRegistration: boolean(true),
  eventBased: boolean(false),
})

/** Whether a parent is shown depends on the scope. */
export const group = () => ({ id: integer(12), name: string('Operations') })

export const receipt = (status: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  status: exactly(status),
  attempts: integer(1),
  sentAt: nullValue(),
  ...fields,
})

export const historyEntry = (fields: Readonly<Record<string, unknown>> = {}) => ({
  at: date(),
  by: integer(3),
  byName: string('HR sync'),
  from: nullValue(),
  to: exactly('Not Started'),
  score: nullValue(),
  success: nullValue(),
  ...fields,
})

/** An enabled webhook endpoint, without its secret. */
export const webhookEndpoint = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: integer(7),
  url: string('https://hr.example.com/rollcall'),
  events: many(string('user.created')),
  description: string('HR sync'),
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  pausedUntil: null,
  secretUsable: true,
  createdAt: date(),
  ...fields,
})

/** An event that has reached its receiver. */
export const webhookDelivery = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: integer(9120),
  eventId: string('0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a13'),
  eventType: exactly('user.created'),
  recordId: integer(1007),
  status: exactly('delivered'),
  attempts: integer(1),
  lastResponseStatus: 204,
  lastDurationMs: integer(87),
  lastError: null,
  occurredAt: date(),
  deliveredAt: date(),
  nextAttemptAt: null,
  ...fields,
})

/** Headers of every other success, and of rejections. */
export const UNLIMITED = { 'X-Request-Id': regex('.+', '0b6e4f3a-3f5e-4c7e-9d2b-8f1f2a6f5c11') }
const LIMIT = {
  RateLimit: regex('^"default";r=\\d+;t=\\d+$', '"default";r=599;t=60'),
  'RateLimit-Policy': regex('^"default";q=\\d+;w=\\d+$', '"default";q=600;w=60'),
}

/** Headers of every success of an operation that counts against a limit. */
export const LIMITED = { ...UNLIMITED, ...LIMIT }
export const ETAG = { ETag: regex('^"\\S+"$', '"fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"') }
export const created = (location: string, example: string) => ({
  ...LIMITED,
  ...ETAG,
  Location: regex(location, example),
})
export const PREVIEWED = {
  ...LIMITED,
  'Preference-Applied': regex('validate-only', 'validate-only'),
  Vary: regex('Prefer', 'Prefer'),
}
/** Headers of a page that is not the last, with a total count. */
export const PAGED = {
  ...LIMITED,
  Link: regex('^<\\?[^>]*cursor=[^>]*>; rel="next"$', '<?limit=1&cursor=YWZ0ZXI6NDgxNTE>; rel="next"'),
  'X-Total-Count': regex('^\\d+$', '2'),
  'Preference-Applied': regex('count=exact', 'count=exact'),
  Vary: regex('Prefer', 'Prefer'),
}
