import { expectBody } from '../portal.ts'
import type { Client, TestResponse } from '../client.ts'

export const EXTENSION = 'urn:ietf:params:scim:schemas:extension:rollcall:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A client that sends SCIM as directories do, and checks the media type of every response. */
export function scimClient(api: Client) {
  const send = async (method: string, path: string, body?: unknown, headers = {}): Promise<TestResponse> => {
    const response = await api.send(method, `/scim/v2${path}`, body, {
      'content-type': 'application/scim+json; charset=utf-8',
      accept: 'application/scim+json',
      ...headers,
    })
    const type = response.headers.get('content-type')
    if (response.body !== undefined && type !== 'application/scim+json')
      throw new Error(`${method} ${path} returned a body of type ${type}`)
    return response
  }
  const read = async (id: string) => expectBody(await send('GET', `/Users/${id}`), 200)
  const find = (filter: string) => send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  const create = (resource: object) => send('POST', '/Users', { schemas: [USER], ...resource })
  return {
    send,
    read,
    find,
    create,
    /** A new user. */
    created: async (fields: Record<string, unknown> = {}) => expectBody(await create(aPerson(fields)), 201),
    /** The ids of the users that match. */
    found: async (filter: string): Promise<string[]> =>
      expectBody(await find(filter), 200).Resources.map(({ id }: { id: string }) => id),
    /** Nothing of this user has changed; a change that is published has another version. */
    expectUnchanged: async (user: { id: string }) => expect(await read(user.id)).toEqual(user),
    get: (path: string, headers?: object) => send('GET', path, undefined, headers),
    replace: (id: string, resource: object, headers?: object) =>
      send('PUT', `/Users/${id}`, { schemas: [USER], id, ...resource }, headers),
    patch: (id: string, operations: readonly object[], headers?: object) =>
      send('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: operations }, headers),
    patchGroup: (id: number | string, operations: readonly object[]) =>
      send('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations: operations }),
    delete: (id: string, headers?: object) => send('DELETE', `/Users/${id}`, undefined, headers),
  }
}

export type ScimClient = ReturnType<typeof scimClient>

let lastNumber = 0

/** A resource with a `userName` and an `externalId` that no other has. */
export function aPerson(fields: Record<string, unknown> = {}) {
  const number = ++lastNumber
  return {
    externalId: `00u${number}`,
    userName: `person${number}@example.org`,
    name: { givenName: 'Ada', familyName: `Byron ${number}` },
    emails: [{ value: `person${number}@example.org`, type: 'work', primary: true }],
    active: true,
    ...fields,
  }
}

/** The response to a create or a change that would make two users of one. */
export function expectConflict(response: TestResponse): TestResponse {
  expect(response).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } })
  return response
}
