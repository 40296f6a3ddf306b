import { errors, type ErrorCode } from '../../../shared/contract/generated/errors.ts'
import type { Schemas } from '../../../shared/contract/schema.ts'

export type Status = Schemas['RegistrationStatus']

export interface Account {
  readonly id: number
  readonly name: string
  /** The groups in which the account holds a role of the registration API, subgroups included. */
  readonly scope: readonly number[]
}

export interface Course {
  readonly id: number
  readonly name: string
  readonly groupIds: readonly number[]
  readonly active: boolean
  readonly deleted: boolean
}

export interface User {
  readonly id: number
  readonly email: string
  readonly externalId: string
  readonly groupIds: Set<number>
  deleted: boolean
}

export interface Registration {
  readonly id: number
  readonly courseId: number
  readonly user: User
  readonly externalId: string
  readonly createdDate: string
  status: Status
  completionDate: string | null
  score: number | null
  readonly history: object[]
}

export interface CreateRequest {
  readonly courseId: number
  readonly userId?: number
  readonly userEmail?: string
  readonly externalId?: string
}

export type CreateBody = CreateRequest | readonly CreateRequest[]

export interface CreateOptions {
  readonly idempotencyKey?: string | undefined
  readonly validateOnly: boolean
}

/** What is compared of a response. A header that is not named must be absent. */
export interface Expected {
  readonly status: number
  readonly code: string | null
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

interface Performed {
  readonly response: Expected
  /** What the response shows. */
  readonly registrations: readonly Registration[]
}

export class Rejected extends Error {
  readonly code: ErrorCode
  readonly detail: unknown
  /** The registration in the way; undefined also for one that a dry run has not stored. */
  readonly existingId: number | undefined

  constructor(code: ErrorCode, detail: unknown = errors[code].detail, existing?: Registration) {
    super(code)
    this.code = code
    this.detail = detail
    this.existingId = existing?.id || undefined
  }
}

const success = (status: number, body: unknown, headers: Record<string, string> = {}): Expected => ({
  status,
  code: null,
  body,
  headers,
})

const isOpen = (status: Status): boolean => status === 'Not Started' || status === 'Approved'

/**
 * The life cycle of registrations as the specification describes it, without a database, a network or a second process.
 * Methods return the response that the service has to give. Ids are taken from the response of the service; `now` is the
 * second in which it responds.
 */
export class Model {
  readonly accounts: readonly Account[]
  readonly courses = new Map<number, Course>()
  readonly users: User[] = []
  readonly registrations: Registration[] = []
  readonly #stored = new Map<string, Performed & { readonly request: string }>()

  constructor(accounts: readonly Account[]) {
    this.accounts = accounts
  }

  create(account: Account, body: CreateBody, options: CreateOptions, response: any, now: string): Expected {
    return this.#once(account, body, options, () =>
      body instanceof Array
        ? this.#createBatch(account, body, options, response, now)
        : this.#createOne(account, body, options, response, now),
    )
  }

  #createOne(
    account: Account,
    request: CreateRequest,
    options: CreateOptions,
    response: unknown,
    now: string,
  ): Performed {
    const { registration, resolvedBy } = this.#evaluate(account, request, [], response, options, now)
    const body = this.#present(registration)
    const headers = { 'x-resolved-by': resolvedBy }
    if (options.validateOnly) return { registrations: [], response: success(200, body, headers) }
    this.registrations.push(registration)
    const location = `/registrations/${registration.id}/`
    return { registrations: [registration], response: success(201, body, { ...headers, location }) }
  }

  /** As many creates, one after the other. A rejected item leaves the others as they are. */
  #createBatch(
    account: Account,
    requests: readonly CreateRequest[],
    options: CreateOptions,
    response: any,
    now: string,
  ): Performed {
    const accepted: Registration[] = []
    const results = requests.map((request, index) => {
      try {
        const before = options.validateOnly ? accepted : []
        const item = response?.[index]?.registration
        const { registration } = this.#evaluate(account, request, before, item, options, now)
        accepted.push(registration)
        if (!options.validateOnly) this.registrations.push(registration)
        return { index, status: options.validateOnly ? 200 : 201, registration: this.#present(registration) }
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        const { code, detail, existingId } = error
        return { index, status: errors[code].status, code, detail, existingId }
      }
    })
    return { registrations: accepted, response: success(200, results) }
  }

  /** Runs a create once for each idempotency key. Only successful responses are stored. */
  #once(
    account: Account,
    body: CreateBody,
    { idempotencyKey, validateOnly }: CreateOptions,
    perform: () => Performed,
  ): Expected {
    if (idempotencyKey === undefined || validateOnly) return perform().response
    const isBatch = Array.isArray(body)
    const name = `${isBatch} ${account.id} ${idempotencyKey}`
    const stored = this.#stored.get(name)
    if (!stored) {
      const performed = { request: JSON.stringify(body), ...perform() }
      this.#stored.set(name, performed)
      return performed.response
    }
    if (stored.request !== JSON.stringify(body)) throw new Rejected('idempotency-key-reused')
    for (const { courseId, user } of stored.registrations) {
      const outOfScope = this.#outOfScope(account, courseId, user)
      if (outOfScope) throw new Rejected(isBatch ? 'forbidden' : outOfScope)
    }
    const headers = { ...stored.response.headers, 'idempotent-replayed': 'true' }
    return { ...stored.response, headers }
  }

  /** Identifies course and user, then checks scope, eligibility and uniqueness, in this order. */
  #evaluate(
    account: Account,
    { courseId, userId, userEmail, externalId = '' }: CreateRequest,
    /** Registrations of the same batch that a dry run has not stored. */
    before: readonly Registration[],
    response: unknown,
    { validateOnly }: CreateOptions,
    now: string,
  ) {
    const course = this.courses.get(courseId)
    if (!course || course.deleted) throw new Rejected('course-not-found')
    const present = this.users.filter(({ deleted }) => !deleted)
    const byId = present.find(({ id }) => id === userId)
    const byEmail = present.find(({ email }) => email === userEmail?.toLowerCase())
    const user = byId ?? byEmail
    if (!user) throw new Rejected('user-not-found')
    const outOfScope = this.#outOfScope(account, courseId, user)
    if (outOfScope) throw new Rejected(outOfScope)
    if (!course.active) throw new Rejected('course-inactive')
    const open = [...this.registrations, ...before].find((other) => isOpenFor(other, user, courseId))
    if (open) throw new Rejected('already-registered', undefined, open)
    this.#requireFreeExternalId(account, externalId, before)
    const registration: Registration = {
      id: validateOnly ? 0 : this.#newId(response),
      courseId,
      user,
      externalId,
      createdDate: now,
      status: 'Not Started',
      completionDate: null,
      score: null,
      history: [],
    }
    addToHistory(registration, account, now, { from: null, to: 'Not Started', score: null, success: null })
    return { registration, resolvedBy: `course=courseId; user=${byId ? 'userId' : 'userEmail'}` }
  }

  /** The holder of the external id is named to accounts that may see it. */
  #requireFreeExternalId(account: Account, externalId: string, before: readonly Registration[]): void {
    if (externalId === '') return
    const code = 'registration-external-id-taken'
    const holder = this.registrations.find((registration) => registration.externalId === externalId)
    if (holder && this.#isVisible(account, holder))
      throw new Rejected(code, `Registration ${holder.id} has this externalId. Choose another one.`, holder)
    if (holder || before.some((registration) => registration.externalId === externalId))
      throw new Rejected(code)
  }

  /** Ids grow. Any other id equals nothing, so it is a difference. */
  #newId(response: unknown): number {
    const { id } = (response ?? {}) as { id?: unknown }
    return typeof id === 'number' && id > (this.registrations.at(-1)?.id ?? 0) ? id : NaN
  }

  move(
    account: Account,
    target: Partial<Registration>,
    to: Status,
    completion: { score?: number; success?: boolean },
    now: string,
  ): Expected {
    const registration = this.#requireVisible(account, target)
    const { status: from, user, courseId } = registration
    const score = completion.score ?? registration.score
    if (from !== to || score !== registration.score) {
      const reopens = isOpen(to) && !isOpen(from)
      if (reopens && this.registrations.some((other) => isOpenFor(other, user, courseId)))
        throw new Rejected('reopen-conflict')
      registration.status = to
      registration.score = score
      if (to === 'Completed') registration.completionDate ??= now
      addToHistory(registration, account, now, { from, to, score, success: completion.success ?? null })
    }
    return success(200, this.#present(registration))
  }

  read(account: Account, target: Partial<Registration>): Expected {
    return success(200, this.#present(this.#requireVisible(account, target)))
  }

  history(account: Account, target: Partial<Registration>): Expected {
    return success(200, this.#requireVisible(account, target).history)
  }

  list(account: Account, userId?: number): Expected {
    const visible = this.registrations
      .filter((registration) => this.#isVisible(account, registration))
      .filter(({ user }) => userId === undefined || user.id === userId)
      .sort((a, b) => a.id - b.id)
    const body = visible.map((registration) => this.#present(registration))
    return success(200, body)
  }

  #requireVisible(account: Account, { id, externalId }: Partial<Registration>): Registration {
    const found = this.registrations.find((registration) =>
      externalId === undefined ? registration.id === id : registration.externalId === externalId,
    )
    if (!found || !this.#isActive(found)) throw new Rejected('not-registered')
    if (this.#outOfScope(account, found.courseId, found.user)) throw new Rejected('forbidden')
    return found
  }

  #isVisible(account: Account, registration: Registration): boolean {
    const { courseId, user } = registration
    return this.#isActive(registration) && !this.#outOfScope(account, courseId, user)
  }

  /** Its user and its course are not deleted. */
  #isActive({ courseId, user }: Registration): boolean {
    return !user.deleted && this.courses.get(courseId)?.deleted === false
  }

  /** Why an account may not see a course together with a user; undefined when it may. */
  #outOfScope({ scope }: Account, courseId: number, user: User): ErrorCode | undefined {
    if (!this.courses.get(courseId)?.groupIds.some((id) => scope.includes(id))) return 'course-out-of-reach'
    return scope.some((id) => user.groupIds.has(id)) ? undefined : 'user-out-of-reach'
  }

  #present({ user, status, history: _, ...registration }: Registration) {
    return {
      ...registration,
      courseName: this.courses.get(registration.courseId)?.name,
      registrationDate: registration.createdDate,
      statusName: status,
      userExternalId: user.externalId,
      userId: user.id,
    }
  }
}

const isOpenFor = (registration: Registration, user: User, courseId: number): boolean =>
  registration.user === user && registration.courseId === courseId && isOpen(registration.status)

function addToHistory(
  { history }: Registration,
  { id, name }: Account,
  now: string,
  change: { from: Status | null; to: Status; score: number | null; success: boolean | null },
): void {
  history.push({ at: now, by: id, byName: name, ...change })
}
