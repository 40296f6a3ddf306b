import type { Contract } from '../agreement/contract.ts'
import { breaches } from './conformance.ts'
import type { Exchange, RecordedAnswer } from './exchange.ts'
import { unpromised } from './promises.ts'

const contract = {
  events: {},
  document: {
    servers: [{ url: '/' }],
    paths: {
      '/pets/{id}/': {
        get: {
          operationId: 'getPet',
          responses: {
            200: {
              headers: {
                ETag: { required: true, schema: { type: 'string' } },
                Vary: { schema: { type: 'string' } },
              },
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Pet' },
                },
              },
            },
            404: {
              'x-error-codes': { 'not-found': 404 },
              headers: { 'X-Error-Code': { schema: { type: 'string' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, born: { type: 'string' }, owner: { type: 'string' } },
        },
      },
      responses: { PathNotFound: { 'x-error-codes': { 'path-not-found': 404 } } },
    },
  },
} as unknown as Contract
const known = new Set(['etag', 'vary', 'location', 'x-error-code'])

const asked = (answer: Partial<RecordedAnswer>, operationId = 'getPet', path = '/pets/7/'): Exchange => ({
  operationId,
  origin: 'examples',
  at: 0,
  request: { method: 'GET', path, query: {}, headers: {} },
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json', etag: '"1"' },
    body: { name: 'Tom' },
    ...answer,
  },
})
const breachesOf = (exchange: Exchange) => breaches(contract, known, exchange)

describe('an answer breaches the contract', () => {
  it('not when everything in it is declared, and what is promised is there', () => {
    expect(breachesOf(asked({}))).toEqual([])
    expect(
      breachesOf(asked({ headers: { 'content-type': 'application/json', etag: '"1"', date: 'today' } })),
    ).toEqual([])
  })

  it.each<[string, Partial<RecordedAnswer>, string]>([
    ['a status', { status: 201 }, 'the status 201 is not declared'],
    [
      'a header',
      { headers: { 'content-type': 'application/json', etag: '"1"', location: '/pets/7/' } },
      'the header `location` of the 200 is not declared',
    ],
    ['a field', { body: { name: 'Tom', colour: 'grey' } }, '`colour` is not declared in the body of the 200'],
    [
      'an error code',
      { status: 404, headers: { 'x-error-code': 'gone' }, body: undefined },
      'the code gone of the 404 is not declared',
    ],
  ])('with %s that is not declared', (_, answer, fault) => {
    expect(breachesOf(asked(answer))).toEqual([fault])
  })

  it.each<[string, Partial<RecordedAnswer>, string]>([
    [
      'a header',
      { headers: { 'content-type': 'application/json' } },
      'the header `ETag` of the 200 is missing, and required',
    ],
    ['a field', { body: {} }, '`name` is missing, and required in the body of the 200'],
    ['its body', { body: undefined }, 'the 200 has no body'],
  ])('without %s that is promised', (_, answer, fault) => {
    expect(breachesOf(asked(answer))).toEqual([fault])
  })

  it('when no operation gives it, unless it is the answer for that', () => {
    const nowhere = { status: 404, headers: { 'x-error-code': 'path-not-found' }, body: undefined }
    expect(breachesOf(asked(nowhere, 'getDog', '/dogs/7/'))).toEqual([
      'the contract has no operation GET /dogs/7/',
    ])
    expect(breachesOf(asked({ ...nowhere, headers: {} }, 'PathNotFound', '/dogs/7/'))).toEqual([])
  })
})

describe('the contract promises less than the system keeps', () => {
  const answered = (...bodies: object[]) =>
    unpromised(
      contract,
      bodies.map((body) => asked({ body })),
    )

  it('when every answer has what is called optional', () => {
    expect(answered({ name: 'Tom', owner: 'Ada' }, { name: 'Tim', owner: 'Bob' })).toEqual([
      'Pet.owner is optional, and every answer has it',
    ])
    const varying = asked({ headers: { 'content-type': 'application/json', etag: '"1"', vary: 'Prefer' } })
    expect(unpromised(contract, [varying, varying])).toEqual([
      'header Vary is optional, and every answer has it',
    ])
  })

  it('when a text is always a date, and not said to be one', () => {
    expect(answered({ name: '2024-01-15T14:58:41Z' }, { name: '2024-01-15T14:58:42Z' })).toEqual([
      'Pet.name is a date-time in every answer, and not said to be one',
    ])
  })

  it('not when some answer is without it, or when there is one answer alone', () => {
    expect(answered({ name: 'Tom', owner: 'Ada' }, { name: 'Tim' })).toEqual([])
    expect(answered({ name: 'Tom', owner: 'Ada' })).toEqual([])
  })
})
