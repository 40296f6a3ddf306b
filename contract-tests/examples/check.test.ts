import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { AnswerCheck, differences, faultsAgainstExample } from './check.ts'
import { exampled } from './examples.ts'
import type { Answer } from './send.ts'

const document = contract as unknown as OpenApiDocument
const operation = exampled(document).find(({ id }) => id === 'getRegistration')!
const shown = operation.shown().find(({ status }) => status === 200)!
const example = shown.example as Record<string, unknown>

const answer = (body: unknown, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers: new Headers({ 'x-request-id': 'r', ...headers }),
  type: 'application/json',
  text: JSON.stringify(body),
  body,
})

describe('an answer against its example', () => {
  it('may differ in the dates of the run, and in an id where the counter stands elsewhere', () => {
    const now = { ...example, createdDate: new Date().toISOString() }
    expect(faultsAgainstExample(shown, answer(now))).toEqual([])
    expect(faultsAgainstExample(shown, answer({ ...now, id: 9 }), { otherId: true })).toEqual([])
  })

  it.each<[string, unknown, string]>([
    [
      'another value',
      { ...example, statusName: 'Approved' },
      'body/statusName is "Approved", the example has "Not Started"',
    ],
    ['another type', { ...example, userId: '1007' }, 'body/userId is "1007", the example has 1007'],
    ['a date of long ago', { ...example, createdDate: '2001-01-15T14:58:41Z' }, 'body/createdDate is'],
    ['another id', { ...example, id: 9 }, 'body/id is 9, the example has 48151'],
    ['no id', { ...example, id: 0 }, 'body/id is 0, the example has 48151'],
    [
      'a date where none is',
      { ...example, completionDate: '2024-01-15T14:58:41Z' },
      'body/completionDate is',
    ],
    ['no date where one is', { ...example, createdDate: '' }, 'body/createdDate is "", the example has'],
    ['one field more', { ...example, note: '' }, 'body/note is not in the example'],
    ['another number of items', [], 'body is [], the example has {'],
  ])('is refused with %s', (_, body, fault) => {
    expect(faultsAgainstExample(shown, answer(body)).join('\n')).toContain(fault)
  })

  it('may differ in what is made by chance, and not in its length', () => {
    const keyId = 'rck_a1B2c3D4e5F6g7H8'
    expect(differences({ keyId }, { keyId: 'rck_0000000000000000' }, 'body')).toEqual([])
    expect(differences({ keyId }, { keyId: `${keyId}0` }, 'body')).toHaveLength(1)
  })

  it('is refused with another status or code', () => {
    const forbidden = { ...answer({}), status: 403, headers: new Headers({ 'x-error-code': 'forbidden' }) }
    expect(faultsAgainstExample(shown, forbidden)).toEqual(['answered 403 forbidden {}, not 200 '])
  })

  it('may have more where the example is a part', () => {
    expect(
      differences({ info: { title: 'Rollcall' } }, { info: { title: 'Rollcall', version: '2' } }, '', {
        part: true,
      }),
    ).toEqual([])
  })
})

describe('an answer against its response', () => {
  const check = new AnswerCheck(document)
  const response = operation.response(200)!

  it('passes with what the contract declares', () => {
    expect(check.againstResponse(response, answer(example, { etag: '"x"' }))).toEqual([])
  })

  it.each<[string, Answer, string]>([
    ['a header that is not declared', answer(example, { link: '<x>' }), 'header link is not declared'],
    [
      'a required header missing',
      { ...answer(example), headers: new Headers() },
      'header x-request-id is missing',
    ],
    [
      'a body of another type',
      { ...answer(example), type: 'text/html' },
      'the contract declares no body of text/html',
    ],
    ['no body', { ...answer(undefined), type: undefined }, 'there is no body'],
    ['a body that its schema refuses', answer({}), "body must have required property 'id'"],
  ])('is refused with %s', (_, wrong, fault) => {
    expect(check.againstResponse(response, wrong)).toContain(fault)
  })
})
