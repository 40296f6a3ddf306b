import { coverageFaults } from '../../../testing/response-coverage.ts'
import { contractCheck, declaredResponses, type Exchange } from '../../../testing/contract-check.ts'

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, owner: { type: 'object', properties: {} } },
}
const contract = {
  paths: {
    '/pets/{id}/': {
      get: {
        operationId: 'getPet',
        responses: {
          200: {
            headers: { ETag: { required: true, schema: {} }, 'X-Count': { schema: { type: 'integer' } } },
            content: { 'application/json': { schema: pet } },
          },
          404: { 'x-error-codes': { 'not-found': 404 }, headers: { 'X-Error-Code': { schema: {} } } },
        },
      },
    },
  },
  components: {
    responses: {
      PathNotFound: {
        'x-error-codes': { 'path-not-found': 404 },
        headers: { 'X-Error-Code': { schema: {} } },
      },
    },
  },
}
const check = contractCheck(contract)
const HEADERS = { 'content-type': 'application/json; charset=utf-8', etag: '"1"' }

type Change = Partial<Omit<Exchange, 'headers'>> & { headers?: Record<string, string> }
const checked = ({ headers = HEADERS, ...more }: Change) => {
  const exchange = { method: 'GET', path: '/pets/7/', status: 200, body: { name: 'Tom' }, ...more }
  return check({ ...exchange, headers: new Headers(headers) })
}
const error = (code: string) => ({ status: 404, headers: { 'x-error-code': code }, body: undefined })

it('a response with everything that is declared keeps the contract and counts as received', () => {
  const whole = { body: { name: 'Tom', owner: {} }, headers: { ...HEADERS, 'x-count': '3', date: 'today' } }
  expect(checked(whole)).toEqual({ breaches: [], covered: 'getPet 200' })
  expect(checked(error('not-found'))).toEqual({ breaches: [], covered: 'getPet 404 not-found' })
  expect(checked({ path: '/dogs/7/', ...error('path-not-found') })).toEqual({
    breaches: [],
    covered: undefined,
  })
})

it.each<[string, Change]>([
  ['the contract has no such operation', { path: '/dogs/7/', ...error('not-found') }],
  ['the status is not declared', { status: 201 }],
  ['the error code gone is not declared', error('gone')],
  ['the header location is not declared', { headers: { ...HEADERS, location: '/' } }],
  ['the header etag is missing', { headers: { 'content-type': 'application/json' } }],
  ['the header x-count must be integer', { headers: { ...HEADERS, 'x-count': 'many' } }],
  ['a body of type text/html is not declared', { headers: { ...HEADERS, 'content-type': 'text/html' } }],
  ['the body is missing', { body: undefined }],
  ["body must have required property 'name'", { body: {} }],
  ['body/owner must NOT have additional properties: age', { body: { name: 'Tom', owner: { age: 7 } } }],
])('a response breaks the contract if %s', (breach, response) => {
  expect(checked(response).breaches).toEqual([breach])
})

it('a complete test run receives every declared response and error code, with listed exceptions', () => {
  const declared = declaredResponses(contract)
  expect(declared).toEqual(['getPet 200', 'getPet 404 not-found'])
  expect(coverageFaults(declared, new Set(['getPet 200']), ['getPet 404 not-found'])).toEqual([])
  expect(coverageFaults(declared, new Set(['getPet 200']), ['getPet 200', 'getPet 500'])).toEqual([
    'getPet 404 not-found: declared, but no test receives it',
    'getPet 200: received or not declared, so remove it from the exceptions',
    'getPet 500: received or not declared, so remove it from the exceptions',
  ])
})
