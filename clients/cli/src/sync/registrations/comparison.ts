import type { Registration } from '@rollcall/client'
import type { SyncResult } from '../plan.ts'
import type { People } from './people.ts'
import type { DesiredRegistration } from './desired-registrations.ts'

export const isOpen = ({ statusName }: Pick<Registration, 'statusName'>): boolean =>
  statusName === 'Not Started' || statusName === 'Approved'

/** Also one that was moved on since it was completed. */
const isCompleted = ({ statusName, completionDate }: Registration) =>
  statusName === 'Completed' || completionDate !== null

/** A desired registration, and the one that exists for it. */
export interface Matched {
  readonly desired: DesiredRegistration
  readonly registration: Registration | undefined
}

interface Scope {
  /** Every registration for the courses of the file. */
  readonly registrations: readonly Registration[]
  /** The ids of the users of the group; undefined without a group. */
  readonly members: ReadonlySet<number> | undefined
  readonly people: People
  /** Register people who have completed the course again. */
  readonly again: boolean
}

/** Compares what a file asks for with the registrations that are there. */
export class Comparison {
  readonly register: DesiredRegistration[] = []
  readonly unchanged: Matched[] = []
  readonly completed: Matched[] = []
  readonly outsideGroup: DesiredRegistration[] = []
  readonly failed: SyncResult[] = []
  /** Desired registrations of people that only the service can find. */
  readonly unknown: DesiredRegistration[] = []
  readonly #scope: Scope
  readonly #existing: ReadonlyMap<string, Registration[]>
  readonly #byId: ReadonlyMap<number, Registration>
  /** The line that asks for a person and a course. */
  readonly #claims = new Map<string, number>()
  readonly #kept = new Set<number>()

  constructor(allDesired: readonly DesiredRegistration[], scope: Scope) {
    this.#scope = scope
    this.#existing = Map.groupBy(scope.registrations, ({ courseId, userId }) => keyOf(courseId, userId))
    this.#byId = new Map(scope.registrations.map((registration) => [registration.id, registration]))
    for (const desired of allDesired) {
      const person = scope.people.find(desired.body)
      if (person) this.place(desired, person.userId)
      else this.unknown.push(desired)
    }
  }

  /** Decides what becomes of a desired registration whose person is known. */
  place(desired: DesiredRegistration, userId: number): void {
    const { members, again } = this.#scope
    const { line, course } = desired
    const key = keyOf(course.id, userId)
    const earlier = this.#claims.get(key)
    if (members && !members.has(userId)) this.outsideGroup.push(desired)
    else if (earlier !== undefined)
      this.failed.push({
        line,
        ok: false,
        courseId: course.id,
        code: 'repeated-row',
        detail: `Line ${earlier} has the same person and course.`,
      })
    else {
      this.#claims.set(key, line)
      const existing = this.#existing.get(key) ?? []
      const open = existing.find(isOpen)
      const completed = existing.find(isCompleted)
      if (open) this.unchanged.push({ desired, registration: open })
      else if (completed && !again) this.completed.push({ desired, registration: completed })
      else this.register.push(desired)
    }
  }

  /** Decides what becomes of a desired registration for which the service has found an open registration. */
  placeExisting(desired: DesiredRegistration, registrationId: number | undefined): void {
    const registration = registrationId === undefined ? undefined : this.#byId.get(registrationId)
    if (registration) this.place(desired, registration.userId)
    else this.unchanged.push({ desired, registration })
  }

  /** A registration that the service has found for a desired registration is not withdrawn. */
  keep(registrationId: number | undefined): void {
    if (registrationId !== undefined) this.#kept.add(registrationId)
  }

  /** Open registrations in scope that could be withdrawn. */
  get open(): Registration[] {
    const { registrations, members } = this.#scope
    return registrations.filter(
      (registration) => isOpen(registration) && (!members || members.has(registration.userId)),
    )
  }

  /** Open registrations of people that the file does not list for that course. */
  get withdraw(): Registration[] {
    return this.open.filter(
      ({ id, courseId, userId }) => !this.#claims.has(keyOf(courseId, userId)) && !this.#kept.has(id),
    )
  }
}

const keyOf = (courseId: number, userId: number) => `${courseId}:${userId}`
