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

/** A person as a directory knows it. */
export interface Person {
  readonly externalId: string
  readonly userName: string
  readonly givenName: string
  readonly familyName: string
  readonly email: string
  readonly city: string
  readonly active: boolean
}

/** How a directory sends its requests. */
export const STYLES = [
  'Entra ID',
  'Entra ID with the compliant flag',
  'Okta with PATCH',
  'Okta with PUT',
] as const
export type Style = (typeof STYLES)[number]

const resourceOf = (person: Person) => ({
  externalId: person.externalId,
  userName: person.userName,
  name: { givenName: person.givenName, familyName: person.familyName },
  emails: [{ value: person.email, type: 'work', primary: true }],
  addresses: person.city === '' ? [] : [{ type: 'work', locality: person.city }],
  active: person.active,
})

/** What a resource says of a person. */
export const personIn = (user: any): Person => ({
  externalId: user.externalId ?? '',
  userName: user.userName,
  givenName: user.name.givenName,
  familyName: user.name.familyName,
  email: user.emails[0].value,
  city: user.addresses?.[0]?.locality ?? '',
  active: user.active,
})

const PATHS: Readonly<Record<keyof Person, string>> = {
  externalId: 'externalId',
  userName: 'userName',
  givenName: 'name.givenName',
  familyName: 'name.familyName',
  email: 'emails[type eq "work"].value',
  city: 'addresses[type eq "work"].locality',
  active: 'active',
}

/** A directory that provisions people in cycles, with the requests that Microsoft and Okta document. */
export class Directory {
  readonly #scim: ScimClient
  readonly #style: Style
  /** The ids that it remembers, by external id. */
  readonly #ids = new Map<string, string>()
  /** The requests that change something. */
  writes = 0

  constructor(scim: ScimClient, style: Style) {
    this.#scim = scim
    this.#style = style
  }

  /** Brings everybody into line, and deletes those who are gone if the directory does so. */
  async cycle(people: readonly Person[]): Promise<void> {
    for (const person of people) await this.#provision(person)
    const gone = [...this.#ids].filter(
      ([externalId]) => !people.some((person) => person.externalId === externalId),
    )
    for (const [externalId, id] of gone) {
      const response = await this.#write(() => this.#scim.delete(id))
      // Deleted before, when the response was lost.
      if (response.status !== 404) expectBody(response, 204)
      this.#ids.delete(externalId)
    }
  }

  /** Forgets a person, so that the next cycle creates it again. */
  forget(externalId: string): void {
    this.#ids.delete(externalId)
  }

  async #provision(person: Person): Promise<void> {
    const known = await this.#lookUp(person)
    if (!known) {
      const created = expectBody(await this.#write(() => this.#scim.create(resourceOf(person))), 201)
      this.#ids.set(person.externalId, created.id)
      return
    }
    this.#ids.set(person.externalId, known.id)
    const shown = personIn(known)
    const changed = (Object.keys(PATHS) as (keyof Person)[]).filter((field) => shown[field] !== person[field])
    if (changed.length > 0) expectBody(await this.#write(() => this.#change(known.id, person, changed)), 200)
  }

  /** Entra ID looks everybody up by the matching attribute; Okta reads whom it knows by id. */
  async #lookUp({ externalId, userName }: Person): Promise<any> {
    const id = this.#ids.get(externalId)
    if (this.#isOkta && id !== undefined) return expectBody(await this.#scim.get(`/Users/${id}`), 200)
    const filter = this.#isOkta ? `userName eq "${userName}"` : `externalId eq "${externalId}"`
    const { Resources } = expectBody(await this.#scim.find(filter), 200)
    // Okta creates a person again who has come back.
    return this.#isOkta && Resources[0]?.active === false ? undefined : Resources[0]
  }

  #change(id: string, person: Person, changed: readonly (keyof Person)[]): Promise<TestResponse> {
    const pairs = changed.map((field) => [PATHS[field], person[field]] as const)
    switch (this.#style) {
      case 'Entra ID':
        return this.#scim.patch(
          id,
          pairs.map(([path, value]) =>
            value === ''
              ? { op: 'Remove', path }
              : {
                  op: 'Replace',
                  path,
                  value: typeof value === 'boolean' ? (value ? 'True' : 'False') : value,
                },
          ),
        )
      case 'Entra ID with the compliant flag':
        return this.#scim.patch(id, [{ op: 'replace', value: Object.fromEntries(pairs) }])
      case 'Okta with PATCH':
        return this.#scim.patch(id, [{ op: 'replace', value: resourceOf(person) }])
      case 'Okta with PUT':
        return this.#scim.replace(id, resourceOf(person))
    }
  }

  get #isOkta(): boolean {
    return this.#style.startsWith('Okta')
  }

  #write(request: () => Promise<TestResponse>): Promise<TestResponse> {
    this.writes++
    return request()
  }
}
