import { coverageFaults } from '../../../testing/response-coverage.ts'
import { contractCheck, declaredResponses, type Exchange } from '../../../testing/contract-check.ts'

const text = { schema: { type: 'string' } }
const contract = {
  paths: {
    '/pets/{id}/': {
      get: {
        operationId: 'getPet',
        responses: {
          200: { $ref: '#/components/responses/Pet' },
          304: {},
          404: { 'x-error-codes': { 'not-found': 404 }, headers: { 'X-Error-Code': text } },
          default: {},
        },
      },
    },
    '/pets/{id}/tricks/': { get: { operationId: 'getTricks', responses: { 204: {} } } },
  },
  components: {
    headers: { ETag: { required: true, schema: { type: 'string' } } },
    responses: {
      Pet: {
        headers: { ETag: { $ref: '#/components/headers/ETag' }, 'X-Count': { schema: { type: 'integer' } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
      },
      PathNotFound: { 'x-error-codes': { 'path-not-found': 404 }, headers: { 'X-Error-Code': text } },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          born: { type: 'string', format: 'date-time' },
          owner: { type: 'object', nullable: true, properties: { name: { type: 'string' } } },
        },
      },
    },
  },
}
const check = contractCheck(contract)
const HEADERS = { 'content-type': 'application/json; charset=utf-8', etag: '"1"' }

type Change = Partial<Omit<Exchange, 'headers'>> & { headers?: Record<string, string> }
const checked = ({ headers = HEADERS, ...more }: Change) =>
  check({
    method: 'GET',
    path: '/pets/7/',
    status: 200,
    body: { name: 'Tom' },
    ...more,
    headers: new Headers(headers),
  })
const error = (code: string) => ({ status: 404, headers: { 'x-error-code': code }, body: undefined })

describe('a response keeps the contract', () => {
  it('with everything declared, and what is required', () => {
    const body = { name: 'Tom', born: '2024-01-15T14:58:41Z', owner: null }
    expect(checked({ body, headers: { ...HEADERS, 'x-count': '3', date: 'today' } })).toEqual({
      breaches: [],
      covered: 'getPet 200',
    })
    expect(checked({ status: 304, headers: {}, body: undefined })).toEqual({
      breaches: [],
      covered: 'getPet 304',
    })
    expect(checked(error('not-found'))).toEqual({ breaches: [], covered: 'getPet 404 not-found' })
    expect(checked({ method: 'HEAD', body: undefined }).breaches).toEqual([])
  })

  it.each([
    ['/api/v2/pets/7?colour=red', 'getPet'],
    ['/pets/7/tricks/', 'getTricks'],
  ])('of the operation that has its path: %s', (path, operation) => {
    expect(checked({ path, status: 204, body: undefined, headers: {} }).covered).toBe(`${operation} 204`)
  })

  it('of no operation, when it says so', () => {
    expect(checked({ path: '/dogs/7/', ...error('path-not-found') })).toEqual({
      breaches: [],
      covered: undefined,
    })
    expect(checked({ path: '/dogs/7/', ...error('not-found') }).breaches).toEqual([
      'the contract has no such operation',
    ])
  })
})

describe('a response breaks the contract', () => {
  const headers = (more: Record<string, string>) => ({ headers: { ...HEADERS, ...more } })
  const body = (more: object) => ({ body: { name: 'Tom', ...more } })
  const noTag = { headers: { 'content-type': 'application/json' } }

  it.each<[string, Change]>([
    ['the status is not declared', { status: 201 }],
    ['the error code gone is not declared', error('gone')],
    ['the header location is not declared', headers({ location: '/' })],
    ['a body of type text/html is not declared', headers({ 'content-type': 'text/html' })],
    ['body must NOT have additional properties: colour', body({ colour: 'grey' })],
    ['body/owner must NOT have additional properties: age', body({ owner: { age: 7 } })],
    ['the header etag is missing', noTag],
    ["body must have required property 'name'", { body: {} }],
    ['the body is missing', { body: undefined }],
    ['the header x-count must be integer', headers({ 'x-count': 'many' })],
    ['body/name must be string', body({ name: 7 })],
    ['body/born must match format "date-time"', body({ born: 'today' })],
  ])('when %s', (breach, response) => {
    expect(checked(response).breaches).toEqual([breach])
  })
})

it('a complete test run receives every declared response, with each error code, and no other', () => {
  const declared = declaredResponses(contract)
  const all = ['getPet 200', 'getPet 304', 'getPet 404 not-found', 'getTricks 204']
  expect(declared).toEqual(all)
  expect(coverageFaults(declared, new Set(all), [])).toEqual([])
  const covered = new Set(declared.slice(1))
  expect(coverageFaults(declared, covered, ['getPet 200'])).toEqual([])
  expect(coverageFaults(declared, covered, [])).toEqual(['getPet 200: declared, but no test receives it'])
  const noExceptions = ['getPet 304', 'getPet 500'].map(
    (response) => `${response}: received or not declared, so remove it from the exceptions`,
  )
  expect(coverageFaults(declared, covered, ['getPet 200', 'getPet 304', 'getPet 500'])).toEqual(noExceptions)
})
