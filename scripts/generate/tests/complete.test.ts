import contract from '../../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import { complete } from '../complete.ts'
import type { OpenApiDocument, Operation } from '../document.ts'

/** An operation and a response as written by hand, between the rest of the contract. */
function completed(operation: object, response: object = {}): OpenApiDocument {
  const bundled = structuredClone(contract) as unknown as OpenApiDocument
  bundled.components.responses = { CommandError: response }
  bundled.paths = { '/things/{id}/': { post: { responses: {}, ...operation } as Operation } }
  return complete(bundled)
}

it('asks for the credential of its audience, unless an operation is public and open', () => {
  const security = (of: object) => completed(of).paths['/things/{id}/']!.post!.security
  expect(security({ 'x-audience': 'public', security: [] })).toEqual([])
  expect(security({ 'x-audience': 'operator', security: [] })).toEqual([{ operatorBearer: [] }])
  expect(security({ 'x-audience': 'public', security: [{ operatorBearer: [] }] })).toHaveLength(2)
})

it('needs the code of an error in the table', () => {
  const rejection = { 'x-error-codes': ['teapot'], content: { 'application/json': {} } }
  expect(() => completed({}, rejection)).toThrow('error-codes.yaml lacks teapot')
})
