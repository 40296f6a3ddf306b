import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { complete } from '../complete.ts'
import type { OpenApiDocument, Operation } from '../document.ts'

/** What is written of an operation by hand, between the rest of the contract. */
function completed(
  operation: object,
  responses: Record<string, object> = {},
): { operation: Operation; document: OpenApiDocument } {
  const bundled = structuredClone(contract) as unknown as OpenApiDocument
  bundled.components.responses = responses
  bundled.paths = { '/things/{id}/': { post: { responses: {}, ...operation } as Operation } }
  const document = complete(bundled)
  return { operation: document.paths['/things/{id}/']!.post!, document }
}
const statusesOf = (operation: object) => Object.keys(completed(operation).operation.responses).join(' ')
const header = (name: string) => ({ name, in: 'header', schema: {} })

describe('what bundling adds to an operation', () => {
  it('asks for the credential of its audience, unless it is public and open', () => {
    const security = (of: object) => completed(of).operation.security
    expect(security({ 'x-audience': 'public' })).toContainEqual({ accountBearer: [] })
    expect(security({ 'x-audience': 'operator' })).toEqual([{ operatorBearer: [] }])
    expect(security({ 'x-audience': 'internal' })).toEqual([{ serviceBearer: [] }])
    expect(security({ 'x-audience': 'public', security: [] })).toEqual([])
    expect(security({ 'x-audience': 'operator', security: [] })).toEqual([{ operatorBearer: [] }])
    expect(security({ 'x-audience': 'public', security: [{ operatorBearer: [] }] })).toHaveLength(2)
  })

  it('gives it the answers of its audience, limiter, body and headers', () => {
    expect(statusesOf({ 'x-audience': 'public', security: [], 'x-rate-limit': 'none' })).toBe(
      '400 500 default',
    )
    expect(statusesOf({ 'x-audience': 'internal', 'x-rate-limit': 'none' })).toBe('400 401 500 503 default')
    expect(statusesOf({ 'x-audience': 'operator', 'x-rate-limit': 'operator', requestBody: {} })).toBe(
      '400 401 413 415 429 500 503 default',
    )
    const parameters = ['If-Match', 'If-None-Match', 'Idempotency-Key'].map(header)
    expect(statusesOf({ 'x-audience': 'public', 'x-rate-limit': 'account', parameters })).toBe(
      '304 400 401 403 409 412 422 429 500 503 default',
    )
  })

  it('leaves what is written', () => {
    const conflict = { $ref: '#/components/responses/RegistrationConflict' }
    const { responses } = completed({
      'x-audience': 'public',
      parameters: [header('Idempotency-Key')],
      responses: { 409: conflict },
    }).operation
    expect(responses).toMatchObject({ 409: conflict, 422: { $ref: '#/components/responses/KeyReused' } })
  })
})

it('fills in the codes of countries and states, "" for unset (R19)', () => {
  const codes = (name: string) => completed({}).document.components.schemas![name] as { enum: string[] }
  expect(codes('Country').enum).toHaveLength(250)
  expect(codes('Country').enum).toEqual(expect.arrayContaining(['', 'US', 'FM', 'DE']))
  expect(codes('State').enum).toHaveLength(61)
  expect(codes('State').enum).toEqual(expect.arrayContaining(['', 'WA', 'PR', 'FM']))
})

it('writes a plain value that has a description of its own in place', () => {
  const { properties } = contract.components.schemas.RegistrationCreate
  expect(properties.courseName).toMatchObject({
    type: 'string',
    maxLength: 255,
    description: expect.stringContaining('exact name'),
  })
})

describe('what bundling adds to an error', () => {
  const answering = (codes: string[]) => {
    const response = { 'x-error-codes': codes, content: { 'application/json': {} } }
    return completed({}, { Refusal: response }).document.components.responses!.Refusal
  }

  it('is the status of each code, and its text', () => {
    expect(answering(['role-missing'])).toEqual({
      'x-error-codes': { 'role-missing': 403 },
      content: { 'application/json': { example: { detail: 'Forbidden' } } },
    })
    expect(answering(['course-inactive', 'user-inactive'])).toMatchObject({
      content: {
        'application/json': {
          examples: { 'user-inactive': { value: { detail: 'The user is not active.' } } },
        },
      },
    })
  })

  it('needs the code in the table', () => {
    expect(() => answering(['teapot'])).toThrow('error-codes.yaml lacks teapot')
  })
})
