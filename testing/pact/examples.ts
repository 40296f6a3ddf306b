import { MatchersV3 } from '@pact-foundation/pact'

/** The examples that a consumer's tests use instead of the values of provider states. */
export const EXAMPLES = {
  keyId: 'rck_a1B2c3D4e5F6g7H8',
  secret: 'rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000',
  idempotencyKey: '7f3c2b1e-enrol-2291',
  nextCursor: 'YWZ0ZXI6NDgxNTE',
  registrationId: 48151,
  registrationExternalId: 'enrolment-2291',
  registrationEtag: '"fe-6ClDABhhhE8tCjBIqvxpmF0yYOw"',
  courseId: 210,
  courseName: 'Fire safety',
  courseExternalId: 'provider-88',
  userId: 1007,
  userExternalId: 'hr-20931',
  userEmail: 'ada@example.org',
  userEtag: '"1c2-6ClDABhhhE8tCjBIqvxpmF0yYOw"',
  newLoginName: 'grace',
  newEmail: 'grace@example.org',
  newExternalId: 'hr-20932',
  takenLoginName: 'charles',
  takenExternalId: 'hr-20933',
  groupId: 12,
  webhookEndpointId: 7,
  webhookDeliveryId: 9120,
} as const

type ExampleName = keyof typeof EXAMPLES

/** A value of a provider state; the example in the consumer's test. */
export const from = (name: ExampleName) =>
  MatchersV3.fromProviderState<string | number>(`\${${name}}`, EXAMPLES[name])

/** An argument as text, with `${name}` for the value of a state. */
export function inText(value: any): string {
  if (value instanceof Date) return value.toISOString()
  return String(value?.expression ?? value)
}

/** A text with values of states: `text('for-${userExternalId}')`. */
export function text(template: string) {
  const example = template.replace(/\$\{(\w+)\}/g, (_, name: ExampleName) => String(EXAMPLES[name]))
  return example === template ? template : MatchersV3.fromProviderState(template, example)
}
