import { kindOf, type Call, type Tag, type Target } from './calls.ts'
import type { ModelRegistration, State } from './state.ts'

export const COURSES = 5
/** In every group and never changed: shows whether the registration side has heard of a changed user. */
export const PROBE = COURSES
/** Groups that a sequence may make. */
export const OWN_GROUPS = 2
export const NO_SUCH_ID = 9_000_000_000

export interface Pointer {
  readonly external: boolean
  readonly index: number
}

/** Which tag a request carries: that of its own record, or of any other. */
export type TagChoice = 'own' | number | undefined

/** A call whose key and tags are still choices. */
export type OpenCall = Omit<Call, 'key' | 'ifMatch' | 'ifNoneMatch'> & {
  readonly key?: number | undefined
  readonly ifMatch?: TagChoice
  readonly ifNoneMatch?: TagChoice
}

export const chosen = <T>(name: (k: number) => T, k: number | undefined): T | undefined =>
  k === undefined ? undefined : name(k)

/** What a sequence has so far. Sequences share a portal: names and numbers are of one run. */
export class World {
  readonly run: number
  readonly state: State
  /** The last ETag that each record was answered with. */
  readonly tags = {
    registrations: new Map<number, Tag>(),
    users: new Map<number, Tag>(),
    courses: new Map<number, Tag>(),
  }

  constructor(run: number, state: State) {
    this.run = run
    this.state = state
  }

  courseId = (k: number) => (k > PROBE ? NO_SUCH_ID + k : 1_000_000 + this.run * 10 + k)
  courseName = (k: number) => `Course ${this.run}-${k}`
  courseExternalId = (k: number) => `C-${this.run}-${k}`
  ownGroup = (k: number) => 1_000 + this.run * OWN_GROUPS + k
  loginName = (k: number) => `login-${this.run}-${k}`
  email = (k: number) => `user-${k}@run-${this.run}.example.org`
  userExternalId = (k: number) => `U-${this.run}-${k}`
  /** Literal segments of paths are external ids like any other (B7). */
  externalId = (k: number) => `${['x', 'batch/', 'history ', 'ü%'][k % 4]}${this.run}-${k}`

  userId = (k: number) => this.state.users[k % (this.state.users.length + 1)]?.id ?? NO_SUCH_ID
  registrationId = (k: number) => this.registrationAt(k)?.id ?? NO_SUCH_ID

  /** The newest come first. */
  registrationAt(k: number): ModelRegistration | undefined {
    const { registrations } = this.state
    return registrations[registrations.length - 1 - (k % (registrations.length + 1))]
  }

  /** By external id: one that a registration has, or one that maybe none has. */
  registration({ external, index }: Pointer): Target {
    if (!external) return { id: this.registrationId(index) }
    const named = this.state.registrations.filter(({ externalId }) => externalId !== '')
    return { externalId: named[index % (named.length + 1)]?.externalId ?? this.externalId(index % 4) }
  }

  user({ external, index }: Pointer): Target {
    if (!external) return { id: this.userId(index) }
    const held = this.state.users.map(({ fields }) => fields['externalId'] ?? '').filter((id) => id !== '')
    return { externalId: held[index % (held.length + 1)] ?? this.userExternalId(index % 7) }
  }

  complete({ key, ifMatch, ifNoneMatch, ...call }: OpenCall): Call {
    return {
      ...call,
      key: chosen((k) => `key-${this.run}-${k}`, key),
      ifMatch: this.#tag(call, ifMatch),
      ifNoneMatch: this.#tag(call, ifNoneMatch),
    }
  }

  #tag(call: Call, choice: TagChoice): Tag | undefined {
    const kind = kindOf(call)
    const { registrationId, userId, courseId, state } = this
    const user = state.user(call.target)
    // Some changes tell no date: until one is shown it is not known what the user shows.
    if (choice === undefined || (kind === 'users' && user?.updatedDate === undefined)) return undefined
    const own = { registrations: state.registration(call.target), users: user, courses: call.target }
    const other = { registrations: registrationId, users: userId, courses: courseId }
    const id = choice === 'own' ? own[kind]?.id : other[kind](choice)
    return id === undefined ? undefined : this.tags[kind].get(id)
  }
}
