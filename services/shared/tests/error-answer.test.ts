import type { ErrorCode } from '../contract/generated/errors.ts'
import { describeError } from '../http/error-answer.ts'

describe('what a caller is told of an error (specification §7, decisions S1, S3)', () => {
  it('pairs the four texts of the specification with their statuses (S1)', () => {
    const row = (code: ErrorCode) => describeError({ code, detail: undefined })
    expect(row('invalid-token')).toMatchObject({ status: 401, detail: 'Invalid token.' })
    expect(row('forbidden')).toMatchObject({ status: 403, detail: 'Forbidden' })
    expect(row('too-many-requests')).toMatchObject({ status: 429, detail: 'Too many requests' })
    expect(row('not-registered')).toMatchObject({ status: 404, detail: 'Not registered for this course.' })
    expect(row('not-found')).toMatchObject({ status: 404, detail: 'Not found.' })
  })

  it('takes the text of the error itself where that names a field or a record (S3, R9)', () => {
    const holder = {
      code: 'registration-external-id-taken',
      detail: 'Registration 12 has this externalId.',
    } as const
    expect(describeError(holder)).toEqual({ status: 409, ...holder })
  })
})
