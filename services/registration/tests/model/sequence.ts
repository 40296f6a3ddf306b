import fc from 'fast-check'
import { renderDateTime } from '../../../shared/time.ts'
import { errors } from '../../../shared/contract/generated/errors.ts'
import type { Client } from '../../../../testing/client.ts'
import { eventually } from '../../../../testing/eventually.ts'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  BATCH,
  CALLER,
  expectBody,
  NORTH,
  NORTH_SCHOOL,
  ROOT,
  SOUTH,
  type Portal,
} from '../../../../testing/registration/portal.ts'
import { Model, Rejected, type Account, type Expected, type Registration, type User } from './model.ts'

export const GROUPS = [NORTH, NORTH_SCHOOL, SOUTH]
/** The first course is in every group and never changes. */
const COURSES = 3
const USERS = 3
export const NO_SUCH_ID = 9_000_000_000
/** A changed user reaches the registration service by a message. Longer than promised, for a busy machine. */
const MAX_ARRIVAL_MS = 30_000

/** An account for everything, one for a part of the tree, and one with two grants in different parts. */
const ACCOUNTS = [
  {
    grants: [
      { role: ATTENDANCE, groupId: ROOT },
      { role: ADMINISTRATOR, groupId: ROOT },
    ],
    scope: [ROOT, NORTH, NORTH_SCHOOL, SOUTH],
  },
  { grants: [{ role: BATCH, groupId: NORTH }], scope: [NORTH, NORTH_SCHOOL] },
  {
    grants: [
      { role: ATTENDANCE, groupId: NORTH_SCHOOL },
      { role: BATCH, groupId: SOUTH },
    ],
    scope: [NORTH_SCHOOL, SOUTH],
  },
]

/** Stands still while a request is handled, so that the model knows every date. A second passes between requests. */
export class SteppingClock {
  #now = new Date(Math.floor(Date.now() / 1000) * 1000)
  now = (): Date => this.#now
  tick(): void {
    this.#now = new Date(this.#now.getTime() + 1000)
  }
}

/** The services on which sequences run, one after the other. */
export interface Stage {
  readonly portal: Portal
  readonly clock: SteppingClock
  readonly accounts: readonly Account[]
  readonly clients: readonly { readonly api: Client; readonly users: Client }[]
  /** How many sequences have run. */
  runs: number
}

export async function createStage(portal: Portal, clock: SteppingClock): Promise<Stage> {
  const clients = await Promise.all(ACCOUNTS.map(({ grants }) => portal.anAccount(grants)))
  const accounts = clients.map(({ id }, i) => ({ id, name: CALLER, scope: ACCOUNTS[i]?.scope ?? [] }))
  return { portal, clock, accounts, clients, runs: 0 }
}

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What the model says to a request, given the body of the real response. */
type Rule = (account: Account, body: unknown, now: string) => Expected

/** One sequence of operations, sent to the services and to the model. Its courses and users are its own. */
export class Sequence {
  readonly model: Model
  readonly #stage: Stage
  readonly #run: number
  readonly #began: string

  constructor(stage: Stage) {
    this.#stage = stage
    this.#run = ++stage.runs
    this.#began = stage.clock.now().toISOString()
    this.model = new Model(stage.accounts)
  }

  async prepare(): Promise<void> {
    for (let k = 0; k < COURSES; k++) await this.putCourse(k, { active: true, groupIds: GROUPS })
    for (let k = 0; k < USERS; k++) {
      const email = this.email(k)
      const groupIds = [GROUPS[k] as number]
      const { id, externalId } = await this.#stage.portal.aUser({ email, groupIds })
      this.model.users.push({ id, email, externalId, groupIds: new Set(groupIds), deleted: false })
      // Shows when a change of the user has reached the registration service.
      const body = { courseId: this.courseId(0), userId: id }
      const request: Request = { method: 'POST', path: '/registrations/', body }
      await this.compare(0, request, (account, seen, now) =>
        this.model.create(account, body, { validateOnly: false }, seen, now),
      )
    }
  }

  courseId = (k: number): number => (k < COURSES ? 1_000_000 + this.#run * 10 + k : NO_SUCH_ID)
  userId = (k: number): number => this.model.users[k]?.id ?? NO_SUCH_ID
  email = (k: number): string => `user-${k}@run-${this.#run}.example.org`
  externalId = (k: number): string => `enrolment/${this.#run}-${k}`
  idempotencyKey = (k: number): string => `key-${this.#run}-${k}`

  /** A registration of this sequence, the newest first; undefined for one that does not exist. */
  registration(k: number, withExternalId = false): Registration | undefined {
    const some = this.model.registrations.filter(({ externalId }) => !withExternalId || externalId !== '')
    return some[some.length - 1 - (k % (some.length + 1))]
  }

  /** Sends a request to the service. @throws when the response is not the one that the model gives */
  async compare(accountIndex: number, request: Request, rule: Rule): Promise<void> {
    this.#stage.clock.tick()
    await this.#compareNow(accountIndex, request, rule)
  }

  async #compareNow(accountIndex: number, request: Request, rule: Rule): Promise<void> {
    const { clients, accounts, clock } = this.#stage
    const { method, path, body, headers } = request
    const client = clients[accountIndex]?.api as Client
    const response = await client.send(method, path, body, headers)
    // On a busy machine a server may take too long. What was done is not known, so the sequence says nothing.
    fc.pre(response.status !== 503)
    const account = accounts[accountIndex] as Account
    const expected = expectedOf(() => rule(account, response.body, renderDateTime(clock.now())))
    const header = (name: string) => response.headers.get(name) ?? undefined
    expect({
      request,
      status: response.status,
      code: header('x-error-code') ?? null,
      body: response.body,
      headers: {
        location: header('location'),
        'x-resolved-by': header('x-resolved-by'),
        'idempotent-replayed': header('idempotent-replayed'),
        'x-existing-id': header('x-existing-id'),
      },
    }).toEqual({ request, ...expected })
  }

  /** Compares the list of an account, of all users or of one. No time passes. */
  list(accountIndex: number, user?: User): Promise<void> {
    const filter = user ? `&user_id=${user.id}` : ''
    const request: Request = { method: 'GET', path: `/registrations/?created_after=${this.#began}${filter}` }
    return this.#compareNow(accountIndex, request, (account) => this.model.list(account, user?.id))
  }

  async putCourse(k: number, fields: { active: boolean; groupIds: readonly number[] }): Promise<void> {
    const id = this.courseId(k)
    const course = { ...fields, name: `Course ${id}`, externalId: '' }
    const known = this.model.courses.get(id)?.deleted === false
    this.#stage.clock.tick()
    expectBody(
      await this.#stage.portal.operator.courses.put(`/admin/courses/${id}/`, course),
      known ? 200 : 201,
    )
    this.model.courses.set(id, { ...course, id, deleted: false })
  }

  async deleteCourse(k: number): Promise<void> {
    const course = this.model.courses.get(this.courseId(k))
    if (!course || course.deleted) return
    this.#stage.clock.tick()
    expectBody(await this.#stage.portal.operator.courses.delete(`/admin/courses/${course.id}/`), 204)
    this.model.courses.set(course.id, { ...course, deleted: true })
  }

  /** Takes a user out of one of the user's own groups, or puts the user into any group. */
  async changeMember(k: number, leaves: boolean, group: number): Promise<void> {
    const user = this.model.users[k]
    if (!user || user.deleted || (leaves && user.groupIds.size === 0)) return
    const groupIds = leaves ? [...user.groupIds] : GROUPS
    const groupId = groupIds[group % groupIds.length] as number
    const path = `/admin/groups/${groupId}/members/${user.id}/`
    expectBody(await this.#stage.portal.operator.users[leaves ? 'delete' : 'put'](path), 204)
    user.groupIds[leaves ? 'delete' : 'add'](groupId)
    await this.#arrival(user)
  }

  async deleteUser(k: number): Promise<void> {
    const user = this.model.users[k]
    if (!user || user.deleted) return
    const deleted = await this.#stage.clients[0]?.users.delete(`/users/${user.id}/`)
    expect(deleted?.status).toBe(user.groupIds.size > 0 ? 204 : 403)
    user.deleted = deleted?.status === 204
    await this.#arrival(user)
  }

  /** Waits until every account sees a changed user's registrations as the model does. */
  async #arrival(user: User): Promise<void> {
    for (const i of this.#stage.accounts.keys()) await eventually(() => this.list(i, user), MAX_ARRIVAL_MS)
  }

  /** At the end: the list of every account, and every history. */
  async compareAll(): Promise<void> {
    for (const i of this.#stage.accounts.keys()) await this.list(i)
    for (const { id } of this.model.registrations)
      await this.#compareNow(0, { method: 'GET', path: `/registrations/${id}/history/` }, (account) =>
        this.model.history(account, { id }),
      )
  }
}

function expectedOf(rule: () => Expected): Expected {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const { code, detail, existingId } = error
    const headers = existingId === undefined ? {} : { 'x-existing-id': String(existingId) }
    return { status: errors[code].status, code, body: { detail }, headers }
  }
}
