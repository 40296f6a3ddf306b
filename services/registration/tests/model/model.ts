import type { ErrorCode } from '../../../shared/contract/generated/errors.ts'
import type { Schemas } from '../../../shared/contract/schema.ts'

export type Status = Schemas['RegistrationStatus']

export interface Account {
  readonly id: number
  /** The groups in which the account holds a role of the registration API, subgroups included. */
  readonly scope: readonly number[]
}

export interface Course {
  readonly id: number
  groupIds: readonly number[]
  active: boolean
  deleted: boolean
}

export interface User {
  readonly id: number
  readonly groupIds: Set<number>
  deleted: boolean
}

/** What is compared of a registration. */
export interface Registration {
  readonly id: number
  readonly courseId: number
  readonly userId: number
  statusName: Status
  score: number | null
  completionDate: string | null
}

export type Creation = Pick<Registration, 'courseId' | 'userId'>

/** A success; a rejection is thrown. */
export interface Expected {
  readonly status: number
  readonly body: unknown
  readonly isReplay?: boolean
}

export class Rejected extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

const isOpen = (status: Status): boolean => status === 'Not Started' || status === 'Approved'

/**
 * The life cycle of registrations as the specification describes it, without a database, a network or a second process.
 * Methods return the response that the service has to give. Ids and the first completion date are taken from its response.
 */
export class Model {
  readonly courses: Course[] = []
  readonly users: User[] = []
  readonly registrations: Registration[] = []
  readonly #stored = new Map<
    string,
    { request: string; expected: Expected; created: readonly Registration[] }
  >()

  /** Creates one registration, or a batch; once for each idempotency key. Only a success is stored under the key. */
  create(account: Account, body: Creation | Creation[], key: string | undefined, response: any): Expected {
    const name = `${Array.isArray(body)} ${account.id} ${key}`
    const request = JSON.stringify(body)
    const stored = key === undefined ? undefined : this.#stored.get(name)
    if (stored) {
      if (stored.request !== request) throw new Rejected('idempotency-key-reused')
      for (const registration of stored.created) {
        const reason = this.#outOfScope(account, registration)
        if (reason) throw new Rejected(Array.isArray(body) ? 'forbidden' : reason)
      }
      return { ...stored.expected, isReplay: true }
    }
    const before = this.registrations.length
    const expected = Array.isArray(body)
      ? {
          status: 200,
          body: body.map((item, i) => this.#createItem(account, item, response?.[i]?.registration)),
        }
      : { status: 201, body: this.#createOne(account, body, response) }
    this.#stored.set(name, { request, expected, created: this.registrations.slice(before) })
    return expected
  }

  /** A rejected item leaves the others as they are. */
  #createItem(account: Account, item: Creation, response: unknown) {
    try {
      return { status: 201, registration: this.#createOne(account, item, response) }
    } catch (error) {
      if (error instanceof Rejected) return { code: error.code }
      throw error
    }
  }

  #createOne(account: Account, { courseId, userId }: Creation, response: any): Registration {
    const course = this.courses.find(({ id, deleted }) => id === courseId && !deleted)
    if (!course) throw new Rejected('course-not-found')
    if (!this.users.some(({ id, deleted }) => id === userId && !deleted)) throw new Rejected('user-not-found')
    const reason = this.#outOfScope(account, { courseId, userId })
    if (reason) throw new Rejected(reason)
    if (!course.active) throw new Rejected('course-inactive')
    if (this.#hasOpen({ courseId, userId })) throw new Rejected('already-registered')
    // Ids grow. Any other id equals nothing, so it is a difference.
    const id = response?.id > (this.registrations.at(-1)?.id ?? 0) ? Number(response.id) : NaN
    const statusName = 'Not Started'
    this.registrations.push({ id, courseId, userId, statusName, score: null, completionDate: null })
    return { ...this.registrations.at(-1)! }
  }

  move(account: Account, id: number, to: Status, score: number | undefined, response: any): Expected {
    const registration = this.#requireVisible(account, id)
    if (isOpen(to) && !isOpen(registration.statusName) && this.#hasOpen(registration))
      throw new Rejected('reopen-conflict')
    registration.statusName = to
    registration.score = score ?? registration.score
    if (to === 'Completed') registration.completionDate ??= String(response?.completionDate)
    return { status: 200, body: { ...registration } }
  }

  read(account: Account, id: number): Expected {
    return { status: 200, body: { ...this.#requireVisible(account, id) } }
  }

  list(account: Account, userId: number): Expected {
    const own = this.registrations.filter((registration) => registration.userId === userId)
    const visible = own.filter((one) => this.#isActive(one) && !this.#outOfScope(account, one))
    return { status: 200, body: visible.map((one) => ({ ...one })) }
  }

  #hasOpen({ courseId, userId }: Creation): boolean {
    return this.registrations.some(
      (other) => other.courseId === courseId && other.userId === userId && isOpen(other.statusName),
    )
  }

  #requireVisible(account: Account, id: number): Registration {
    const found = this.registrations.find((registration) => registration.id === id)
    if (!found || !this.#isActive(found)) throw new Rejected('not-registered')
    if (this.#outOfScope(account, found)) throw new Rejected('forbidden')
    return found
  }

  /** Its user and its course are not deleted. */
  #isActive({ courseId, userId }: Creation): boolean {
    return [this.#course(courseId), this.#user(userId)].every((record) => record?.deleted === false)
  }

  /** Why an account may not see a course together with a user; undefined when it may. */
  #outOfScope({ scope }: Account, { courseId, userId }: Creation): ErrorCode | undefined {
    if (!this.#course(courseId)?.groupIds.some((id) => scope.includes(id))) return 'course-out-of-reach'
    return scope.some((id) => this.#user(userId)?.groupIds.has(id)) ? undefined : 'user-out-of-reach'
  }

  #course = (courseId: number) => this.courses.find(({ id }) => id === courseId)
  #user = (userId: number) => this.users.find(({ id }) => id === userId)
}
