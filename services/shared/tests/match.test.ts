import { catalogue } from '../contract/generated/catalogue.ts'
import { DomainError } from '../errors.ts'
import { MethodNotAllowed, Router } from '../http/match.ts'

const routes = Object.entries(catalogue).map(([id, { method, path }]) => ({ id, method, path }))
/** The result does not depend on the order in which the contract lists its paths. */
const routers = [routes, [...routes].reverse()].map((ordered) => new Router(ordered, { versioned: true }))

function found(method: string, path: string): string {
  const ids = routers.map((router) => {
    try {
      return router.match(method, path).operation.id
    } catch (error) {
      return error instanceof DomainError ? error.code : String(error)
    }
  })
  expect(ids[0]).toBe(ids[1])
  return ids[0] as string
}

describe('the operation of a path', () => {
  it.each(['notification', 'history', 'approve', 'batch', 'external', 'a%2Fb'])(
    'lets the literal segment win, so the external id %s works (B7, beyond the specification)',
    (externalId) => {
      expect(found('GET', `/registrations/external/${externalId}/`)).toBe('getRegistrationByExternalId')
      for (const move of ['approve', 'complete', 'withdraw'])
        expect(found('POST', `/registrations/external/${externalId}/${move}/`)).toBe(
          `${move}RegistrationByExternalId`,
        )
      expect(found('GET', `/users/external_id/${externalId}/`)).toBe('getUserByExternalId')
    },
  )

  it('finds every operation of the contract at its own path', () => {
    for (const { id, method, path } of routes)
      expect([id, found(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '17'))]).toEqual([id, id])
  })

  it('takes both path forms, with or without the trailing slash (S9)', () => {
    for (const prefix of ['', '/api/v2']) {
      expect(found('GET', `${prefix}/openapi.json`)).toBe('getContract')
      for (const slash of ['', '/']) {
        expect(found('GET', `${prefix}/users/17${slash}`)).toBe('getUser')
        expect(found('POST', `${prefix}/registrations${slash}`)).toBe('createRegistration')
        expect(found('GET', `${prefix}/registrations/17/history${slash}`)).toBe('getRegistrationHistory')
      }
    }
  })

  it('takes HEAD where it takes GET (S4)', () => {
    expect(found('HEAD', '/users/17/')).toBe('getUser')
    expect(found('HEAD', '/registrations/batch/')).toBe('method-not-allowed')
  })

  it.each([
    ['DELETE', '/registrations/17/', 'GET, HEAD'],
    ['PATCH', '/users/', 'GET, HEAD, POST'],
    ['GET', '/registrations/batch/', 'POST'],
    ['OPTIONS', '/users/external_id/x/', 'DELETE, GET, HEAD, PATCH, POST, PUT'],
  ])('names for %s %s the methods that are allowed (S4)', (method, path, allow) => {
    for (const router of routers)
      expect(() => router.match(method, path)).toThrow(new MethodNotAllowed(allow))
    expect(found(method, path)).toBe('method-not-allowed')
  })

  it.each([
    '/',
    '/nowhere/',
    '/users//',
    '/users/external_id//',
    '/registrations/1/2/3/4/',
    '/api/v2',
    '/api/v2/',
    '/api/v1/users/',
    '//users/',
    '*',
  ])('finds no operation at %s (S4)', (path) => {
    expect(found('GET', path)).toBe('path-not-found')
  })
})
