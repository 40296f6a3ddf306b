import type { Registration, User } from '@rollcall/client'
import { anyCase, canonical } from '../../import/texts.ts'

/** The parameters that identify a user, in the order in which the service tries them. */
const PERSON_FIELDS = ['userId', 'userExternalId', 'userEmail'] as const

interface Person {
  readonly userId: number
  readonly externalId: string
  /** Known of members of a group only. */
  readonly email?: string
}

type Body = Readonly<Record<string, unknown>>

/** The people that the sync has read: members of the group, and people with registrations. */
export class People {
  readonly #byId = new Map<number, Person>()
  readonly #byExternalId = new Map<string, Person>()
  readonly #byEmail = new Map<string, Person[]>()

  constructor(members: readonly User[], registrations: readonly Registration[]) {
    for (const { id, externalId, email } of members) this.#add({ userId: id, externalId, email })
    for (const { userId, userExternalId } of registrations) this.#add({ userId, externalId: userExternalId })
  }

  #add(person: Person): void {
    if (this.#byId.has(person.userId)) return
    this.#byId.set(person.userId, person)
    if (person.externalId !== '') this.#byExternalId.set(canonical(person.externalId), person)
    if (person.email === undefined) return
    const key = anyCase(person.email)
    const withEmail = this.#byEmail.get(key)
    if (withEmail) withEmail.push(person)
    else this.#byEmail.set(key, [person])
  }

  /** The person that every parameter of a row names; undefined when only the service can tell. */
  find(body: Body): Person | undefined {
    const [first, ...others] = personFieldsOf(body).map((field) => this.#named(field, body[field]))
    return others.every((other) => other?.userId === first?.userId) ? first : undefined
  }

  #named(field: (typeof PERSON_FIELDS)[number], value: unknown): Person | undefined {
    if (field === 'userId') return typeof value === 'number' ? this.#byId.get(value) : undefined
    if (typeof value !== 'string') return undefined
    if (field === 'userExternalId') return this.#byExternalId.get(canonical(value))
    const found = this.#byEmail.get(anyCase(value))
    return found?.length === 1 ? found[0] : undefined
  }
}

/** The parameters of a row that identify its person, in the order in which they are tried. */
export const personFieldsOf = (body: Body) => PERSON_FIELDS.filter((field) => body[field] !== undefined)

/** The same for two rows that name their person in the same way. */
export const personKeyOf = (body: Body): string =>
  JSON.stringify(
    personFieldsOf(body).map((field) => {
      const text = String(body[field])
      return [field, field === 'userEmail' ? anyCase(text) : canonical(text)]
    }),
  )

/** How a plan names the person of a row. */
export function nameOf(body: Body): string {
  const { userExternalId, userEmail, userId } = body
  const text = userExternalId ?? userEmail
  return typeof text === 'string' ? text : `user ${JSON.stringify(userId)}`
}
