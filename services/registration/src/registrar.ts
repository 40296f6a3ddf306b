import { randomUUID } from 'node:crypto'
import type { Clock } from '../../shared/clock.ts'
import {
  DomainError,
  IdentifiersDisagree,
  InvalidRequest,
  resultOf,
  type Result,
} from '../../shared/errors.ts'
import type { Reach } from '../../shared/http/account.ts'
import type { Event } from '../../shared/messaging/event.ts'
import type { Trace } from '../../shared/trace.ts'
import { isVisible, requireVisible } from './domain/access.ts'
import type { StoredCourse } from './domain/course.ts'
import { requireEligible } from './domain/eligibility.ts'
import { AlreadyRegistered, ExternalIdTaken, UserAmbiguous, UserNotFound } from './domain/errors.ts'
import {
  COURSE_PARAMETERS,
  identifyCourse,
  USER_PARAMETERS,
  type CourseParameter,
  type UserParameter,
} from './domain/identification.ts'
import { begin, isActive, type Actor, type Registration } from './domain/registration.ts'
import { copyOf, type User } from './domain/user.ts'
import type { Courses } from './store/courses.ts'
import type { AddOutcome, NewRegistration, Registrations } from './store/registrations.ts'
import type { UserCopies } from './store/user-copies.ts'
import type { UserAnswer, Users } from './users.ts'
import type { Pending } from '../../shared/messaging/outbox.ts'

/** What a caller asks for: specification §4.1.1. */
export interface RegistrationRequest {
  readonly courseId?: number
  readonly courseName?: string
  readonly courseExternalId?: string
  readonly userId?: number
  readonly userExternalId?: string
  readonly userEmail?: string
  readonly externalId?: string
}

export interface Registered {
  readonly registration: Registration
  readonly resolvedBy: { readonly course: CourseParameter; readonly user: UserParameter }
  /** An earlier try with the same id had written it already. */
  readonly repeated: boolean
}

/** Who asks, and how. */
export interface Asking {
  readonly by: Actor
  readonly reach: Reach
  readonly strict: boolean
  readonly trace: Trace
}

/** Publishes what was stored, see the relay. */
export interface Announcer {
  ready(): boolean
  offer(pending: Pending): void
}

interface Deps {
  courses: Courses
  users: Users
  registrations: Registrations
  userCopies: UserCopies
  announcer: Announcer
  clock: Clock
}

/** A request that may be carried out. */
interface Eligible extends Registered {
  readonly user: User
}

/**
 * Registers users for courses, one or many at a time by the same steps: identify → access → eligibility → write
 * (decision A5). What can't be done is a result of its own; only a server that is away stops the whole.
 */
export class Registrar {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * @param ids one for each request; nothing else ever uses them
   * @param repeated an earlier try with these ids may have got as far as writing: what is there is the result
   */
  async register(
    requests: readonly RegistrationRequest[],
    ids: readonly number[],
    asking: Asking,
    repeated = false,
  ): Promise<Result<Registered>[]> {
    const already = repeated ? await this.#written(ids) : new Map<number, Registration>()
    const checked = await this.#check(requests, ids, asking, already)
    const toWrite = checked.filter(isEligible).filter(({ repeated }) => !repeated)
    const refused = await this.#write(toWrite, asking)
    return checked.map((result) =>
      result instanceof DomainError ? result : (refused.get(result.registration.id) ?? result),
    )
  }

  /** Runs every check and writes nothing: the registrations as they would be, or the exact rejections (decision R11). */
  async preview(requests: readonly RegistrationRequest[], asking: Asking): Promise<Result<Registered>[]> {
    const checked = await this.#check(
      requests,
      requests.map(() => 0),
      asking,
      new Map(),
    )
    const seen = { pairs: new Set<string>(), externalIds: new Set<string>() }
    const results: Result<Registered>[] = []
    for (const result of checked)
      results.push(isEligible(result) ? await this.#conflict(result, asking, seen) : result)
    return results
  }

  /** The first duplicate that a write would meet, in the store or earlier in the same batch. */
  async #conflict(
    eligible: Eligible,
    { reach }: Asking,
    seen: { pairs: Set<string>; externalIds: Set<string> },
  ): Promise<Result<Registered>> {
    const { course, user, externalId } = eligible.registration
    const pair = `${user.userId}:${course.id}`
    if (
      seen.pairs.has(pair) ||
      (await this.#deps.registrations.findOpen(user.userId, course.id)) !== undefined
    )
      return new AlreadyRegistered()
    if (externalId !== '') {
      const holder = await this.#deps.registrations.findByExternalId(externalId)
      if (holder || seen.externalIds.has(externalId)) return externalIdTaken(holder, reach)
    }
    seen.pairs.add(pair)
    seen.externalIds.add(externalId)
    return eligible
  }

  /** Everything up to the write, for all requests at once: a few reads and one call, however many there are. */
  async #check(
    requests: readonly RegistrationRequest[],
    ids: readonly number[],
    asking: Asking,
    already: ReadonlyMap<number, Registration>,
  ): Promise<Result<Eligible>[]> {
    const faults = requests.map(missingParameter)
    const complete = requests.filter((_, i) => !faults[i])
    const [courses, users] = await Promise.allSettled([
      this.#deps.courses.matching(complete),
      complete.length > 0
        ? this.#deps.users.resolve(complete.map(userPart), asking.strict, asking.trace)
        : [],
    ])
    if (courses.status === 'rejected') throw courses.reason
    const index = indexCourses(courses.value)
    const now = this.#deps.clock.now()
    let next = 0
    return requests.map((request, i) => {
      const fault = faults[i]
      if (fault) return fault
      const position = next++
      return resultOf(() => {
        const course = identifyCourse(index(request), asking.strict)
        // A course that can't be identified is the caller's fault even while users can't be asked for.
        if (users.status === 'rejected') throw users.reason
        const answer = users.value[position] as UserAnswer
        const { user, by } = requireUser(answer)
        requireVisible(course.record, user, asking.reach)
        const resolvedBy = { course: course.by, user: by }
        const id = ids[i] as number
        const written = already.get(id)
        if (written) return { registration: written, user, resolvedBy, repeated: true }
        requireEligible(course.record, user, now)
        const { externalId = '' } = request
        const registration = begin(id, course.record, copyOf(user), externalId, asking.by, now)
        return { registration, user, resolvedBy, repeated: false }
      })
    })
  }

  async #written(ids: readonly number[]): Promise<Map<number, Registration>> {
    const found = await this.#deps.registrations.findMany(ids)
    return new Map(found.map((registration) => [registration.id, registration]))
  }

  /** Writes what is eligible; the refusals come back by id. */
  async #write(eligible: readonly Eligible[], asking: Asking): Promise<Map<number, DomainError>> {
    if (eligible.length === 0) return new Map()
    const { announcer } = this.#deps
    const created = eligible.map(({ registration, user }) => ({
      registration,
      event: createdEvent(registration, user, asking.trace),
    }))
    const leased = announcer.ready()
    const outcomes = await this.#deps.registrations.add(created, leased)
    const added = created.filter((_, i) => outcomes[i] === 'added')
    if (leased)
      for (const { registration, event } of added) announcer.offer({ recordId: registration.id, event })
    await this.#catchUp(added.map(({ registration }) => registration))

    const refused = new Map<number, DomainError>()
    for (const [i, outcome] of outcomes.entries()) {
      const { registration } = created[i] as NewRegistration
      if (outcome === 'added') continue
      const later = created.slice(i + 1).map((other) => other.registration.id)
      refused.set(registration.id, await this.#refusal(outcome, registration, later, asking))
    }
    return refused
  }

  /**
   * Which of two taken keys an index reports first is chance: looked up, in the order of a preview (decision R11).
   * @param later ids of the same batch that were written after this one was refused
   */
  async #refusal(
    outcome: Exclude<AddOutcome, 'added'>,
    { user, course, externalId }: Registration,
    later: readonly number[],
    { reach }: Asking,
  ): Promise<DomainError> {
    const { registrations } = this.#deps
    if (outcome === 'already-registered') return new AlreadyRegistered()
    const open = await registrations.findOpen(user.userId, course.id)
    if (open !== undefined && !later.includes(open)) return new AlreadyRegistered()
    return externalIdTaken(await registrations.findByExternalId(externalId), reach)
  }

  /**
   * The copies in a new registration may have been overtaken between the check and the insert, and the message that
   * told of it may have come too early to find the registration: look once more, after the insert (design, "The way of
   * one registration", step 5).
   */
  async #catchUp(added: readonly Registration[]): Promise<void> {
    if (added.length === 0) return
    const { courses, userCopies, registrations, clock } = this.#deps
    const [newestUsers, newestCourses] = await Promise.all([
      userCopies.findMany(distinct(added.map(({ user }) => user.userId))),
      courses.findMany(distinct(added.map(({ course }) => course.id))),
    ])
    const now = clock.now()
    const overtakenUsers = newestUsers.filter((newest) =>
      added.some(({ user }) => user.userId === newest.userId && user.version < newest.version),
    )
    const overtakenCourses = newestCourses.filter((newest) =>
      added.some(({ course }) => course.id === newest.id && course.version < newest.version),
    )
    await Promise.all([
      registrations.copyUsers(overtakenUsers, now),
      ...overtakenCourses.map((course) => registrations.copyCourse(course, now)),
    ])
  }
}

const isEligible = (result: Result<Eligible>): result is Eligible => !(result instanceof DomainError)
const distinct = (ids: readonly number[]) => [...new Set(ids)]

/** At least one course and one user parameter (decision R4). */
export function missingParameter(request: RegistrationRequest): InvalidRequest | undefined {
  const missing = (names: readonly (keyof RegistrationRequest)[]) =>
    names.every((name) => request[name] === undefined)
  if (missing(COURSE_PARAMETERS))
    return new InvalidRequest(`One of ${COURSE_PARAMETERS.join(', ')} is required.`)
  if (missing(USER_PARAMETERS)) return new InvalidRequest(`One of ${USER_PARAMETERS.join(', ')} is required.`)
  return undefined
}

function userPart({ userId, userExternalId, userEmail }: RegistrationRequest) {
  return {
    ...(userId === undefined ? {} : { userId }),
    ...(userExternalId === undefined ? {} : { userExternalId }),
    ...(userEmail === undefined ? {} : { userEmail }),
  }
}

function requireUser(answer: UserAnswer): { user: User; by: UserParameter } {
  switch (answer.code) {
    case 'resolved':
      return answer
    case 'user-not-found':
      throw new UserNotFound()
    case 'user-ambiguous':
      throw new UserAmbiguous()
    case 'identifiers-disagree':
      throw new IdentifiersDisagree()
  }
}

/** Looks the courses of one request up among those that were read for all of them. */
function indexCourses(courses: readonly StoredCourse[]) {
  const groupBy = (key: (course: StoredCourse) => number | string) => Map.groupBy(courses, key)
  const tables = {
    courseId: groupBy(({ id }) => id),
    courseName: groupBy(({ name }) => name),
    courseExternalId: groupBy(({ externalId }) => externalId),
  }
  return (request: RegistrationRequest): Partial<Record<CourseParameter, StoredCourse[]>> => {
    const supplied = COURSE_PARAMETERS.filter((name) => request[name] !== undefined)
    return Object.fromEntries(supplied.map((name) => [name, tables[name].get(request[name] as never) ?? []]))
  }
}

/** The detail names the holder when the account may see it (decision R9). */
function externalIdTaken(holder: Registration | undefined, reach: Reach): ExternalIdTaken {
  const visible = holder && isActive(holder) && isVisible(holder.course, holder.user, reach)
  return visible
    ? new ExternalIdTaken(`Registration ${holder.id} has this externalId. Choose another one.`)
    : new ExternalIdTaken()
}

function createdEvent(
  { id, course, externalId, createdAt }: Registration,
  user: User,
  trace: Trace,
): Event<'registration.created.v1'> {
  const at = createdAt.toISOString()
  return {
    type: 'registration.created.v1',
    trace,
    payload: {
      eventId: randomUUID(),
      occurredAt: at,
      registrationId: id,
      courseId: course.id,
      courseName: course.name,
      userId: user.id,
      userEmail: user.email,
      userFirstName: user.firstName,
      userLastName: user.lastName,
      createdDate: at,
      externalId,
    },
  }
}
