import { expectBody } from '../portal.ts'
import type { TestResponse } from '../client.ts'
import { ENTERPRISE, type ScimClient } from './scim.ts'

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

const resourceOf = (person: Person) => ({
  externalId: person.externalId,
  userName: person.userName,
  name: { givenName: person.givenName, familyName: person.familyName },
  emails: [{ value: person.email, type: 'work', primary: true }],
  addresses: person.city === '' ? [] : [{ type: 'work', locality: person.city }],
  active: person.active,
})

const fullNameOf = ({ givenName, familyName }: Person) => `${givenName} ${familyName}`

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

type Change = (
  scim: ScimClient,
  id: string,
  change: { readonly person: Person; readonly changed: readonly (keyof Person)[] },
) => Promise<TestResponse>

/** What a directory sends. */
interface Requests {
  /** How it looks for a person; one without it creates the person, and looks after a conflict. */
  readonly filter?: (person: Person) => string
  /** Reads people by id whom it knows, and creates those again who have come back. */
  readonly readsById?: boolean
  /** Deletes people who have gone; otherwise it deactivates them. */
  readonly deletes: boolean
  readonly resource: (person: Person) => object
  readonly change: Change
}

const byUserName = ({ userName }: Person) => `userName eq "${userName}"`
const replaceBy =
  (resource: (person: Person) => object): Change =>
  (scim, id, { person }) =>
    scim.replace(id, resource(person))

const ofOneLogin = (person: Person) => ({
  ...resourceOf(person),
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  displayName: fullNameOf(person),
  [ENTERPRISE]: { department: 'Research' },
})
const ofJumpCloud = (person: Person) => ({
  ...resourceOf(person),
  displayName: fullNameOf(person),
  phoneNumbers: [{ type: 'work', value: '' }],
  title: '',
})
const ofPingOne = (person: Person) => ({
  ...resourceOf(person),
  name: { ...resourceOf(person).name, formatted: fullNameOf(person) },
  preferredLanguage: 'en',
})
const ofAuthentik = (person: Person) => ({
  ...resourceOf(person),
  name: { ...resourceOf(person).name, formatted: fullNameOf(person) },
  displayName: fullNameOf(person),
  locale: 'en',
  emails: [{ value: person.email, type: 'other', primary: true }],
})

/**
 * Constructed from what the vendors document, not recorded: Entra ID and Okta as Microsoft and Okta publish
 * their requests; PingOne by its filter `username Eq "…"`, and PUT; authentik by its code, which creates
 * first and sends everybody in each cycle. What OneLogin and JumpCloud document leaves details open.
 */
const DIRECTORIES = {
  'Entra ID': {
    filter: ({ externalId }) => `externalId eq "${externalId}"`,
    deletes: true,
    resource: resourceOf,
    change: (scim, id, { person, changed }) =>
      scim.patch(
        id,
        changed.map((field) => {
          const [path, value] = [PATHS[field], person[field]]
          if (value === '') return { op: 'Remove', path }
          const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : value
          return { op: 'Replace', path, value: text }
        }),
      ),
  },
  'Entra ID with the compliant flag': {
    filter: ({ externalId }) => `externalId eq "${externalId}"`,
    deletes: true,
    resource: resourceOf,
    change: (scim, id, { person, changed }) => {
      const value = Object.fromEntries(changed.map((field) => [PATHS[field], person[field]]))
      return scim.patch(id, [{ op: 'replace', value }])
    },
  },
  'Okta with PATCH': {
    filter: byUserName,
    readsById: true,
    deletes: false,
    resource: resourceOf,
    change: (scim, id, { person }) => scim.patch(id, [{ op: 'replace', value: resourceOf(person) }]),
  },
  'Okta with PUT': {
    filter: byUserName,
    readsById: true,
    deletes: false,
    resource: resourceOf,
    change: replaceBy(resourceOf),
  },
  OneLogin: { filter: byUserName, deletes: true, resource: ofOneLogin, change: replaceBy(ofOneLogin) },
  JumpCloud: { filter: byUserName, deletes: false, resource: ofJumpCloud, change: replaceBy(ofJumpCloud) },
  PingOne: {
    filter: ({ userName }) => `username Eq "${userName}"`,
    deletes: true,
    resource: ofPingOne,
    change: replaceBy(ofPingOne),
  },
  authentik: { deletes: true, resource: ofAuthentik, change: replaceBy(ofAuthentik) },
} as const satisfies Readonly<Record<string, Requests>>

/** How a directory sends its requests. */
export type Style = keyof typeof DIRECTORIES
export const STYLES = Object.keys(DIRECTORIES) as Style[]
/** Whether a directory deletes people. */
export const deletes = (style: Style): boolean => DIRECTORIES[style].deletes

/** A directory that provisions people in cycles. */
export class Directory {
  readonly #scim: ScimClient
  readonly #requests: Requests
  /** The ids that it remembers, by external id. */
  readonly #ids = new Map<string, string>()

  constructor(scim: ScimClient, style: Style) {
    this.#scim = scim
    this.#requests = DIRECTORIES[style]
  }

  /** Brings everybody into line, and deletes those who are gone if the directory does so. */
  async cycle(people: readonly Person[]): Promise<void> {
    for (const person of people) await this.#provision(person)
    const gone = [...this.#ids].filter(
      ([externalId]) => !people.some((person) => person.externalId === externalId),
    )
    for (const [externalId, id] of gone) {
      const response = await this.#scim.delete(id)
      // Deleted before, when the response was lost.
      if (response.status !== 404) expectBody(response, 204)
      this.#ids.delete(externalId)
    }
  }

  async #provision(person: Person): Promise<void> {
    const { filter, resource } = this.#requests
    const known = filter ? await this.#lookUp(person, filter(person)) : await this.#known(person)
    if (!known) {
      const created = expectBody(await this.#scim.create(resource(person)), 201)
      this.#ids.set(person.externalId, created.id)
      return
    }
    this.#ids.set(person.externalId, known.id)
    const shown = personIn(known)
    const changed = (Object.keys(PATHS) as (keyof Person)[]).filter((field) => shown[field] !== person[field])
    if (changed.length > 0 || !filter)
      expectBody(await this.#requests.change(this.#scim, known.id, { person, changed }), 200)
  }

  /** Okta reads whom it knows by id, and creates a person again who has come back. */
  async #lookUp({ externalId }: Person, filter: string): Promise<any> {
    const { readsById = false } = this.#requests
    const id = this.#ids.get(externalId)
    if (readsById && id !== undefined) return expectBody(await this.#scim.get(`/Users/${id}`), 200)
    const { Resources } = expectBody(await this.#scim.find(filter), 200)
    // A person who was renamed is known by id only.
    if (Resources.length === 0 && id !== undefined) return this.#scim.read(id)
    return readsById && Resources[0]?.active === false ? undefined : Resources[0]
  }

  /** authentik remembers the ids, and looks only if a create meets a conflict. */
  async #known(person: Person): Promise<any> {
    const id = this.#ids.get(person.externalId)
    if (id !== undefined) return this.#scim.read(id)
    const created = await this.#scim.create(this.#requests.resource(person))
    if (created.status !== 409) return expectBody(created, 201)
    const { Resources } = expectBody(await this.#scim.find(byUserName(person)), 200)
    return Resources[0]
  }
}
