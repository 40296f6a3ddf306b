import type { WholeContract } from '../contract.ts'
import { applied } from '../mutant.ts'
import { contractMutants } from './derive.ts'
import { handlerMutants } from './handlers.ts'
import { serializerMutants } from './serializers.ts'

/** A contract with one of everything. */
const contract = {
  document: {
    openapi: '3.0.3',
    info: { version: '1.0.0', description: '' },
    tags: [{ name: 'user' }],
    'x-roles': { reader: 'Reader', writer: 'Writer' },
    paths: {
      '/pets/{id}/': {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        post: {
          operationId: 'changePet',
          tags: ['user'],
          'x-audience': 'public',
          'x-roles': ['writer'],
          'x-rate-limit': 'account',
          'x-body-limit': 100,
          security: [{ key: [] }, { bearer: [] }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/PetInput' } } },
          },
          responses: {
            200: { $ref: '#/components/responses/Pet' },
            404: { $ref: '#/components/responses/NotFound' },
          },
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } } },
      headers: { Location: { required: true, schema: { type: 'string' } } },
      schemas: {
        PetInput: {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: {
            name: { type: 'string', maxLength: 20 },
            kind: { type: 'string', enum: ['cat', 'dog'] },
          },
        },
        Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
      responses: {
        Pet: {
          headers: { Location: { $ref: '#/components/headers/Location' } },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        NotFound: { 'x-error-codes': { 'not-found': 404 } },
      },
    },
  },
  events: {
    'pet.changed.v1': { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
} as unknown as WholeContract

const ids = (family: string) =>
  contractMutants(contract)
    .filter((mutant) => mutant.family === family)
    .map(({ id }) => id)

describe('the mutants of a contract', () => {
  it.each<[string, string[]]>([
    [
      'operation',
      [
        'changePet:drop',
        'changePet:method',
        'changePet:path',
        'changePet.body:drop',
        'changePet.body:optional',
      ],
    ],
    [
      'access',
      [
        'changePet.x-audience:change',
        'changePet.x-rate-limit:change',
        'changePet.x-roles.writer:drop',
        'changePet.x-roles.reader:add',
        'changePet.x-body-limit:looser',
        'changePet.x-body-limit:tighter',
        'changePet.security.0:drop',
        'changePet.security.1:drop',
        'scheme key:change',
        'scheme bearer:change',
        'x-roles.reader:rename',
        'x-roles.writer:rename',
      ],
    ],
    ['parameter', ['/pets/{id}/ parameter Id:drop', 'parameter Id:rename', 'parameter Id:retype']],
    [
      'field',
      [
        ...['drop', 'rename', 'retype', 'optional'].map((kind) => `PetInput.name:${kind}`),
        ...['drop', 'rename', 'retype', 'required'].map((kind) => `PetInput.kind:${kind}`),
        ...['drop', 'rename', 'retype', 'optional'].map((kind) => `Pet.name:${kind}`),
      ],
    ],
    ['enum value', ['PetInput.kind="cat":drop', 'PetInput.kind="dog":drop', 'PetInput.kind.enum:open']],
    [
      'limit',
      [
        'PetInput.additionalProperties:open',
        'PetInput.name.maxLength:drop',
        'PetInput.name.maxLength:looser',
        'PetInput.name.maxLength:tighter',
        'parameter Id.minimum:drop',
        'parameter Id.minimum:looser',
        'parameter Id.minimum:tighter',
      ],
    ],
    ['status', ['changePet 200:drop', 'changePet 404:drop']],
    [
      'answer',
      [
        'answer Pet Location:drop',
        'answer Pet application/json:drop',
        'header Location:retype',
        'header Location:optional',
      ],
    ],
    ['error code', ['NotFound not-found:drop', 'NotFound not-found:change']],
    ['message key', ['drop', 'rename', 'retype', 'optional'].map((kind) => `pet.changed.v1.name:${kind}`)],
  ])('are these for each %s', (family, expected) => {
    expect(ids(family)).toEqual(expected)
  })

  it('concern the operations, or the messages, that lead to their place', () => {
    const concerns = Object.fromEntries(contractMutants(contract).map(({ id, concerns }) => [id, concerns]))
    expect(concerns['Pet.name:drop']).toEqual(['changePet'])
    expect(concerns['header Location:retype']).toEqual(['changePet'])
    expect(concerns['pet.changed.v1.name:drop']).toEqual(['pet.changed.v1'])
  })

  it('change the contract, each in a way of its own, and leave the original alone', () => {
    const before = JSON.stringify(contract)
    const changed = contractMutants(contract).map((mutant) => JSON.stringify(applied(contract, mutant)))
    expect(new Set([before, ...changed]).size).toBe(changed.length + 1)
    expect(JSON.stringify(contract)).toBe(before)
  })

  it('have names of their own', () => {
    const all = [...contractMutants(contract), ...handlerMutants(contract), ...serializerMutants(contract)]
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })
})

it('a handler goes wrong in its status, each of its headers, its body and each field', () => {
  expect(handlerMutants(contract).map(({ id }) => id)).toEqual([
    'changePet answers 200:change',
    'changePet answers 200 Location:drop',
    'changePet answers 200 Location:change',
    'changePet answers 200 body:drop',
    ...['drop', 'rename', 'retype', 'change'].map((kind) => `changePet answers 200 name:${kind}`),
  ])
})

it('a serializer goes wrong in each key, and in what travels beside the payload', () => {
  expect(serializerMutants(contract).map(({ id }) => id)).toEqual([
    ...['drop', 'rename', 'retype', 'change'].map((kind) => `pet.changed.v1 is sent name:${kind}`),
    ...['messageId', 'type', 'contentType', 'traceparent', 'x-request-id'].flatMap((key) => [
      `pet.changed.v1 is sent with ${key}:drop`,
      `pet.changed.v1 is sent with ${key}:change`,
    ]),
  ])
})
