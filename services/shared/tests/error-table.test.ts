import document from '../contract/generated/openapi.json' with { type: 'json' }
import { errorStatuses } from '../contract/generated/catalogue.ts'
import { describeError, ERROR_TABLE, type ErrorCode } from '../http/error-table.ts'

interface ErrorResponse {
  'x-error-codes'?: Record<string, number>
  content?: Record<string, { example?: Example; examples?: Record<string, { value: Example }> }>
}
interface Example {
  detail?: string
}

/** The texts that the contract shows for a code, wherever it shows them. */
function textsInContract(): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>()
  const shows = (code: string, example: Example | undefined) => {
    if (example?.detail === undefined) return
    texts.set(code, (texts.get(code) ?? new Set()).add(example.detail))
  }
  for (const response of Object.values(document.components.responses) as ErrorResponse[]) {
    const codes = Object.keys(response['x-error-codes'] ?? {})
    const json = response.content?.['application/json']
    if (codes.length === 1) shows(codes[0] as string, json?.example)
    for (const code of codes) shows(code, json?.examples?.[code]?.value)
  }
  return texts
}

describe('the error table (specification §7, decisions S1, S3, S4)', () => {
  it('has exactly the codes of the contract, each with its status', () => {
    const statuses = Object.fromEntries(
      Object.entries(ERROR_TABLE).map(([code, { status }]) => [code, status]),
    )
    expect(statuses).toEqual(errorStatuses)
  })

  const fixed = Object.entries(ERROR_TABLE).filter(([, { detail }]) => detail !== undefined)
  it.each(fixed)('says of %s what the contract shows', (code, { detail }) => {
    expect([...(textsInContract().get(code) ?? [])]).toEqual([detail])
  })

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
