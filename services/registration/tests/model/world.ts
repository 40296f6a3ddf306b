import type { Tag, Target } from './calls.ts'
import type { ModelRegistration } from './records.ts'
import type { State } from './state.ts'

export const COURSES = 5
/** In every group and never changed: shows whether the registration side has heard of a changed user. */
export const PROBE = COURSES
/** Groups that a sequence may make. */
export const OWN_GROUPS = 2
export const NO_SUCH_ID = 9_000_000_000

/** What a sequence has so far. */
export class World {
  /** Sequences share a portal: names and numbers are of one run. */
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
}

export const courseId = ({ run }: World, k: number) => (k > PROBE ? NO_SUCH_ID + k : 1_000_000 + run * 10 + k)
export const courseName = ({ run }: World, k: number) => `Course ${run}-${k}`
export const courseExternalId = ({ run }: World, k: number) => `C-${run}-${k}`
export const ownGroup = ({ run }: World, k: number) => 1_000 + run * OWN_GROUPS + k
export const loginName = ({ run }: World, k: number) => `login-${run}-${k}`
export const email = ({ run }: World, k: number) => `user-${k}@run-${run}.example.org`
export const userExternalId = ({ run }: World, k: number) => `U-${run}-${k}`
export const keyIn = ({ run }: World, k: number | undefined) =>
  k === undefined ? undefined : `key-${run}-${k}`
/** Literal segments of paths are external ids like any other (B7). */
export const externalId = ({ run }: World, k: number) =>
  `${['x', 'batch/', 'history ', 'ü%'][k % 4]}${run}-${k}`

export const userId = ({ state: { users } }: World, k: number) =>
  users[k % (users.length + 1)]?.id ?? NO_SUCH_ID

/** The newest come first. */
export const registrationAt = ({ state: { registrations } }: World, k: number) =>
  registrations[registrations.length - 1 - (k % (registrations.length + 1))]
export const registrationId = (world: World, k: number) => registrationAt(world, k)?.id ?? NO_SUCH_ID

export interface Pointer {
  readonly external: boolean
  readonly index: number
}

/** By external id: one that a registration has, or one that maybe none has. */
export function registrationIn(world: World, { external, index }: Pointer): Target {
  if (!external) return { id: registrationId(world, index) }
  const named = world.state.registrations.filter(({ externalId }) => externalId !== '')
  return { externalId: named[index % (named.length + 1)]?.externalId ?? externalId(world, index % 4) }
}
export function userIn(world: World, { external, index }: Pointer): Target {
  if (!external) return { id: userId(world, index) }
  const held = world.state.users.map(({ fields }) => fields['externalId'] ?? '').filter((id) => id !== '')
  return { externalId: held[index % (held.length + 1)] ?? userExternalId(world, index % 7) }
}
/** By the external id where it has one. */
export const pointingAt = ({ id, externalId }: ModelRegistration, external: boolean): Target =>
  external && externalId !== '' ? { externalId } : { id }

/** Which tag a request carries: that of its own record, or of any other. */
export type TagChoice = 'own' | number | undefined

export function registrationTag(world: World, target: Target, choice: TagChoice): Tag | undefined {
  const id = choice === 'own' ? world.state.registration(target)?.id : registrationIdOr(world, choice)
  return id === undefined ? undefined : world.tags.registrations.get(id)
}

export const courseTag = (world: World, id: number, choice: TagChoice): Tag | undefined =>
  choice === undefined ? undefined : world.tags.courses.get(choice === 'own' ? id : courseId(world, choice))

const registrationIdOr = (world: World, k: number | undefined) =>
  k === undefined ? undefined : registrationId(world, k)

/** None while it is not known what the user shows: some changes tell no date. */
export function userTag(world: World, target: Target, choice: TagChoice): Tag | undefined {
  const user = world.state.user(target)
  if (choice === undefined || user?.updatedDate === undefined) return undefined
  return world.tags.users.get(choice === 'own' ? user.id : userId(world, choice))
}
