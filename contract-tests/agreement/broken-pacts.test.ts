import type { Interaction, Pact } from '../pact/pact.ts'
import { disagreements } from './agreement.ts'
import { ourContract } from './ours.ts'

const contract = ourContract()

const CREDENTIAL = { 'X-Api-Key': 'rck_a', 'X-Api-Secret': 'rcs_b' }
const read = {
  description: 'a read',
  request: { method: 'GET', path: '/registrations/48151/', headers: CREDENTIAL },
  response: { status: 200, body: { id: 48151, statusName: 'Approved' } },
}
const create = {
  description: 'a create',
  request: {
    method: 'POST',
    path: '/api/v2/registrations',
    headers: { authorization: 'Bearer a.b' },
    body: { courseId: 210, userEmail: 'ada@example.org' },
  },
  response: { status: 201, headers: { Location: '/registrations/48151/' } },
}
const message = {
  type: 'Asynchronous/Messages',
  description: 'user.changed.v1: somebody has changed',
  contents: { content: { userId: 1007, deleted: false }, contentType: 'application/json' },
}

const pactOf = (interaction: Interaction): Pact => ({
  consumer: { name: 'nightly-sync' },
  provider: { name: 'registration' },
  interactions: [interaction],
})

describe('a pact that asks for what the contract says', () => {
  it.each([
    ['a read that looks at two fields', read],
    ['a create by another server of the contract', create],
    ['a message of which two keys are looked at', message],
    [
      'a request that is meant to be refused',
      { ...create, request: { ...create.request, body: { colour: 'red' } }, response: { status: 400 } },
    ],
    [
      'no credential where that is the point',
      { ...read, request: { ...read.request, headers: {} }, response: { status: 401 } },
    ],
    [
      'a query written as text',
      {
        ...read,
        request: { ...read.request, path: '/registrations/', query: 'limit=2&status=Not%20Started' },
        response: { status: 200, body: [] },
      },
    ],
  ])('is agreed with: %s', (_, interaction) => {
    expect(disagreements(contract, pactOf(interaction))).toEqual([])
  })
})

describe('a pact that relies on what the contract does not say', () => {
  const asking = (request: object): Interaction => ({ ...read, request: { ...read.request, ...request } })
  const creating = (body: object): Interaction => ({ ...create, request: { ...create.request, body } })
  const answered = (response: object): Interaction => ({
    ...read,
    response: { ...read.response, ...response },
  })
  const told = (content: object): Interaction => ({
    ...message,
    contents: { content, contentType: 'application/json' },
  })

  it.each<[string, Interaction, string]>([
    [
      'an operation',
      asking({ path: '/registrations/48151/cancel/' }),
      'no operation GET /registrations/48151/cancel/',
    ],
    ['a method', asking({ method: 'DELETE' }), 'no operation DELETE /registrations/48151/'],
    [
      'a query parameter',
      asking({ query: { expand: ['user'] } }),
      'the query parameter `expand` is not declared',
    ],
    [
      'a header',
      asking({ headers: { ...CREDENTIAL, 'X-Tenant': '7' } }),
      'the header parameter `x-tenant` is not declared',
    ],
    [
      'a path parameter of another type',
      asking({ path: '/registrations/first/' }),
      'the path parameter `id`: must be integer',
    ],
    [
      'a value that is not listed',
      {
        ...asking({ path: '/registrations/', query: { status: ['Open'] } }),
        response: { status: 200, body: [] },
      },
      'the query parameter `status`: must be equal to one of',
    ],
    ['no credential', asking({ headers: {} }), 'send x-api-key and x-api-secret, or authorization'],
    ['a body where there is none', asking({ body: { force: true } }), 'a request body is not declared'],
    [
      'a field of the request',
      creating({ courseId: 210, userId: 7, seat: 'A1' }),
      '`seat` is not declared in the request body',
    ],
    [
      'a field of the request of another type',
      creating({ courseId: '210', userId: 7 }),
      '`courseId` must be integer in the request body',
    ],
    [
      'a missing body',
      { ...create, request: { ...create.request, body: undefined } },
      'a request body is required',
    ],
    ['a status', answered({ status: 418, body: undefined }), 'the status 418 is not declared'],
    [
      'a header of the answer',
      answered({ headers: { 'X-Cache': 'hit' } }),
      'the header `x-cache` of the 200 is not declared',
    ],
    [
      'a field of the answer',
      answered({ body: { id: 1, nickname: 'Ada' } }),
      '`nickname` is not declared in the body of the 200',
    ],
    [
      'a type of the answer',
      answered({ body: { id: 'one' } }),
      '`id` must be integer in the body of the 200',
    ],
    [
      'a value of the answer',
      answered({ body: { statusName: 'Cancelled' } }),
      '`statusName` must be equal to one of the allowed values',
    ],
    [
      'a media type',
      answered({ headers: { 'Content-Type': 'text/csv' }, body: 'id' }),
      'a body of type text/csv is not declared',
    ],
    [
      'a key of a message',
      told({ userId: 1007, email: 'ada@example.org' }),
      '`email` is not declared in the payload',
    ],
    ['a type in a message', told({ userId: '1007' }), '`userId` must be integer in the payload'],
    ['a message', { ...message, description: 'user.vanished.v1' }, 'names one of the messages'],
  ])('is told so: %s', (_, interaction, fault) => {
    const found = disagreements(contract, pactOf(interaction))
    expect(found).toEqual([expect.stringContaining(fault)])
    expect(found[0]).toContain(`nightly-sync → registration, "${interaction.description}"`)
  })

  it('names the field of a required parameter that is gone from a request', () => {
    const resolving: Interaction = {
      description: 'a check',
      request: {
        method: 'POST',
        path: '/internal/credentials/verify/',
        headers: { authorization: 'Bearer t' },
        body: { keyId: 'rck_a' },
      },
      response: { status: 200 },
    }
    expect(disagreements(contract, pactOf(resolving))).toEqual([
      expect.stringContaining('`secret` is missing, and required in the request body'),
    ])
  })

  it('a contract that loses what a pact uses no longer agrees with it', () => {
    const document = structuredClone(contract.document) as any
    delete document.components.schemas.Registration.properties.statusName
    expect(disagreements({ ...contract, document }, pactOf(read))).toEqual([
      expect.stringContaining('`statusName` is not declared in the body of the 200'),
    ])
  })
})
