import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { complete } from '../complete.ts'
import type { OpenApiDocument, Operation } from '../../../local/contract/document.ts'

/** The contract with only this operation and this response, completed. */
function completed(operation: object, response: object = {}, method: 'get' | 'post' = 'post'): Operation {
  const bundled = structuredClone(contract) as unknown as OpenApiDocument
  bundled.components.responses = { CommandError: response }
  bundled.paths = { '/things/{id}/': { [method]: { responses: {}, ...operation } as Operation } }
  return complete(bundled).paths['/things/{id}/']![method]!
}

it('an operation requires the credential of its audience, unless it is public and needs none', () => {
  const security = (of: object) => completed(of).security
  expect(security({ 'x-audience': 'public', security: [] })).toEqual([])
  expect(security({ 'x-audience': 'operator', security: [] })).toEqual([{ operatorBearer: [] }])
  expect(security({ 'x-audience': 'public', security: [{ operatorBearer: [] }] })).toHaveLength(2)
})

it('a read whose response has an ETag needs the parameter If-None-Match', () => {
  const responses = { 200: { description: 'A thing', headers: { ETag: {} } } }
  const read = (parameters: object[]) =>
    completed({ operationId: 'getThing', 'x-audience': 'operator', parameters, responses }, {}, 'get')
      .responses
  expect(() => read([])).toThrow('getThing returns an ETag, so it needs the parameter IfNoneMatch')
  expect(read([{ name: 'If-None-Match', in: 'header' }])).toHaveProperty('304')
})

it('each response of a deprecated operation has its days, which are a year apart at least', () => {
  const ofSunset = (sunset: object) => {
    const document = structuredClone(contract) as unknown as OpenApiDocument
    // The statuses of the codes have been added already.
    for (const response of Object.values(document.components.responses ?? {}))
      Reflect.deleteProperty(response as object, 'x-error-codes')
    const operation = document.paths['/registrations/']!.post!
    Object.assign(operation, { deprecated: true, 'x-deprecated-since': '2027-01-01', ...sunset })
    return Object.values(complete(document).paths['/registrations/']!.post!.responses)
  }
  const header = expect.objectContaining({ $ref: expect.stringContaining('#/components/headers/') })
  for (const response of ofSunset({ 'x-sunset': '2028-01-01' }))
    expect(response).toMatchObject({ headers: { Deprecation: header, Sunset: header } })
  expect(() => ofSunset({ 'x-sunset': '2027-12-31' })).toThrow('needs an x-sunset at least 12 months after')
  for (const wrong of [{}, { 'x-sunset': '2028' }, { 'x-sunset': '2028-01-01', deprecated: false }])
    expect(() => ofSunset(wrong)).toThrow('needs deprecated: true, and days')
})

it('a response with an error code that is not in error-codes.yaml is rejected', () => {
  const rejection = { 'x-error-codes': ['teapot'], content: { 'application/json': {} } }
  expect(() => completed({}, rejection)).toThrow('error-codes.yaml lacks teapot')
})
