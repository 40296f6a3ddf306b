import fc from 'fast-check'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  BATCH,
  expectBody,
  NORTH,
  NORTH_SCHOOL,
  ROOT,
  SOUTH,
  startPortal,
  type Portal,
} from '../../../testing/registration/portal.ts'
import { errors, type ErrorCode } from '../../platform/contract/generated/errors.ts'
import type { Schemas } from '../../platform/contract/schema.ts'

/** `npm run check -- sequences` runs more. Only then a failure is shortened, which can take an hour. */
const asked = process.env['MODEL_RUNS']
const runs = Number(asked ?? 2)
/** Every portal has its own seed: the one that is printed last repeats a failure as the first. */
const firstSeed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2_000_000_000)
/** Sequences on one portal. A new portal for the next ones keeps lists and queries quick. */
const RUNS_PER_PORTAL = 50
const MAX_MS = 7_200_000
/** A changed user reaches the registration service by a message. Longer than promised, for a busy machine. */
const MAX_ARRIVAL_MS = 30_000

const GROUPS = [NORTH, NORTH_SCHOOL, SOUTH]
/** The groups of the courses of a sequence. All accounts can see the first one. */
const COURSES = [GROUPS, [NORTH], [NORTH_SCHOOL, SOUTH]]
const NO_SUCH_ID = 9_000_000_000
/** An account for everything, one for a part of the tree, and one with two grants in different parts. */
const ACCOUNTS = [
  { grants: [ATTENDANCE, ADMINISTRATOR].map((role) => ({ role, groupId: ROOT })), scope: [ROOT, ...GROUPS] },
  { grants: [{ role: BATCH, groupId: NORTH }], scope: [NORTH, NORTH_SCHOOL] },
  {
    grants: [
      { role: ATTENDANCE, groupId: NORTH_SCHOOL },
      { role: BATCH, groupId: SOUTH },
    ],
    scope: [NORTH_SCHOOL, SOUTH],
  },
]

interface Course {
  readonly id: number
  readonly groupIds: readonly number[]
}
interface User {
  readonly id: number
  readonly groupIds: Set<number>
  deleted: boolean
}
/** What is compared of a registration. */
interface Registration {
  readonly id: number
  readonly courseId: number
  readonly userId: number
  statusName: Schemas['RegistrationStatus']
  score: number | null
  completionDate: string | null
}
type Creation = Pick<Registration, 'courseId' | 'userId'>

/** A success; a rejection is thrown. */
interface Expected {
  readonly status: number
  readonly body: unknown
  readonly isReplay?: boolean
}

class Rejected extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

const isOpen = ({ statusName }: Pick<Registration, 'statusName'>) =>
  statusName === 'Not Started' || statusName === 'Approved'

/**
 * The life cycle of registrations as the specification describes it, without a database, a network or a
 * second process. Methods return the response that the service has to give. Ids and the first completion date
 * are taken from its response.
 */
class Model {
  readonly courses: Course[] = []
  readonly users: User[] = []
  readonly registrations: Registration[] = []
  readonly #imported = new Map<string, Registration>()
  readonly #stored = new Map<string, { request: string; created: Registration; expected: Expected }>()

  /** Only a success is stored under the idempotency key. */
  create(scope: readonly number[], creation: Creation, key: string | undefined, response: any): Expected {
    const request = JSON.stringify(creation)
    const stored = key === undefined ? undefined : this.#stored.get(key)
    if (stored) {
      if (stored.request !== request) throw new Rejected('idempotency-key-reused')
      this.#requireCourseAndUserInScope(scope, stored.created)
      return { ...stored.expected, isReplay: true }
    }
    const { courseId, userId } = creation
    if (!this.courses.some(({ id }) => id === courseId)) throw new Rejected('course-not-found')
    if (!this.users.some(({ id, deleted }) => id === userId && !deleted)) throw new Rejected('user-not-found')
    this.#requireCourseAndUserInScope(scope, creation)
    if (this.#hasOpen(creation)) throw new Rejected('already-registered')
    // Ids grow. Any other id equals nothing, so it is a difference.
    const id = response?.id > (this.registrations.at(-1)?.id ?? 0) ? Number(response.id) : NaN
    const statusName = 'Not Started'
    const created: Registration = { id, courseId, userId, statusName, score: null, completionDate: null }
    this.registrations.push(created)
    const expected = { status: 201, body: { ...created } }
    if (key !== undefined) this.#stored.set(key, { request, created, expected })
    return expected
  }

  /** By an operator. An item that was imported before, or tells what is finished already, changes nothing. */
  import(item: Creation & Pick<Registration, 'statusName' | 'completionDate'>, response: any): Expected {
    const { courseId, userId, statusName, completionDate } = item
    if (!this.courses.some(({ id }) => id === courseId)) throw new Rejected('course-not-found')
    if (!this.users.some(({ id, deleted }) => id === userId && !deleted)) throw new Rejected('user-not-found')
    const key = JSON.stringify(item)
    const earlier = this.#imported.get(key) ?? this.#finishedAs(item)
    if (earlier) return { status: 200, body: { ...earlier } }
    if (this.#hasOpen(item)) throw new Rejected(isOpen(item) ? 'already-registered' : 'registration-open')
    const id = response?.id > (this.registrations.at(-1)?.id ?? 0) ? Number(response.id) : NaN
    const imported: Registration = { id, courseId, userId, statusName, score: null, completionDate }
    this.registrations.push(imported)
    this.#imported.set(key, imported)
    return { status: 201, body: { ...imported } }
  }

  /** What was imported, and has become what this item says: all items have the same registration date. */
  #finishedAs(item: Parameters<Model['import']>[0]): Registration | undefined {
    if (isOpen(item)) return undefined
    const fields = ['courseId', 'userId', 'statusName', 'completionDate'] as const
    return [...this.#imported.values()].find((one) => fields.every((name) => one[name] === item[name]))
  }

  move(
    scope: readonly number[],
    id: number,
    to: Registration['statusName'],
    score: number | undefined,
    response: any,
  ): Expected {
    const registration = this.#requireVisible(scope, id)
    if (isOpen({ statusName: to }) && !isOpen(registration) && this.#hasOpen(registration))
      throw new Rejected('reopen-conflict')
    registration.statusName = to
    registration.score = score ?? registration.score
    if (to === 'Completed') registration.completionDate ??= String(response?.completionDate)
    return { status: 200, body: { ...registration } }
  }

  read(scope: readonly number[], id: number): Expected {
    return { status: 200, body: { ...this.#requireVisible(scope, id) } }
  }

  list(scope: readonly number[], userId: number): Expected {
    const own = this.registrations.filter((registration) => registration.userId === userId)
    const visible = own.filter((one) => this.#isActive(one) && !this.#outOfScope(scope, one))
    return { status: 200, body: visible.map((one) => ({ ...one })) }
  }

  #hasOpen({ courseId, userId }: Creation): boolean {
    return this.registrations.some(
      (other) => other.courseId === courseId && other.userId === userId && isOpen(other),
    )
  }

  #requireVisible(scope: readonly number[], id: number): Registration {
    const found = this.registrations.find((registration) => registration.id === id)
    if (!found || !this.#isActive(found)) throw new Rejected('not-registered')
    if (this.#outOfScope(scope, found)) throw new Rejected('forbidden')
    return found
  }

  #isActive = ({ userId }: Creation) => this.users.some(({ id, deleted }) => id === userId && !deleted)

  /** Why an account may not see a course together with a user; undefined when it may. */
  #outOfScope(scope: readonly number[], { courseId, userId }: Creation): ErrorCode | undefined {
    const [course, user] = [
      this.courses.find(({ id }) => id === courseId),
      this.users.find(({ id }) => id === userId),
    ]
    if (!course?.groupIds.some((id) => scope.includes(id))) return 'course-out-of-reach'
    return scope.some((id) => user?.groupIds.has(id)) ? undefined : 'user-out-of-reach'
  }

  #requireCourseAndUserInScope(scope: readonly number[], creation: Creation): void {
    const reason = this.#outOfScope(scope, creation)
    if (reason) throw new Rejected(reason)
  }
}

/** The services, and who calls them. */
interface Real {
  readonly portal: Portal
  readonly callers: readonly {
    readonly scope: readonly number[]
    readonly api: Client
    readonly users: Client
  }[]
}

async function createReal(portal: Portal): Promise<Real> {
  const callers = ACCOUNTS.map(async ({ grants, scope }) => ({ scope, ...(await portal.anAccount(grants)) }))
  return { portal, callers: await Promise.all(callers) }
}

/** A sequence begins with its own courses and users. */
async function prepare(real: Real): Promise<Model> {
  const model = new Model()
  for (const groupIds of COURSES)
    model.courses.push({ id: (await real.portal.aCourse({ groupIds })).id, groupIds })
  for (const groupId of GROUPS) {
    const { id } = await real.portal.aUser({ groupIds: [groupId] })
    model.users.push({ id, groupIds: new Set([groupId]), deleted: false })
    // Shows when a change of the user has reached the registration service.
    await create(model, real, 0, { courseId: model.courses[0]!.id, userId: id })
  }
  return model
}

/** Sends a request to the service. @throws when the response is not the one that the model gives */
async function compare(
  { callers }: Real,
  caller: number,
  request: { method: 'GET' | 'POST'; path: string; body?: unknown; headers?: Record<string, string> },
  rule: (scope: readonly number[], body: unknown) => Expected,
): Promise<void> {
  const { scope, api } = callers[caller]!
  const response = await api.send(request.method, request.path, request.body, request.headers)
  // On a busy machine a server may take too long. What was done is not known, so the sequence says nothing.
  fc.pre(response.status !== 503)
  const code = response.headers.get('x-error-code')
  expect({
    request,
    status: response.status,
    code,
    body: code === null ? shown(response.body) : null,
    isReplay: response.headers.has('idempotent-replayed'),
  }).toEqual({ request, code: null, isReplay: false, ...expected(() => rule(scope, response.body)) })
}

function expected(rule: () => Expected) {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return { status: errors[error.code].status, code: error.code, body: null }
  }
}

/** What the model knows of a response. */
function shown(body: any): unknown {
  if (Array.isArray(body)) return body.map(shown)
  const { id, courseId, userId, statusName, score, completionDate } = body
  return { id, courseId, userId, statusName, score, completionDate }
}

function create(model: Model, real: Real, caller: number, body: Creation, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const request = { method: 'POST', path: '/registrations/', body, headers } as const
  return compare(real, caller, request, (scope, response) =>
    model.create(scope, body, key && `${caller} ${key}`, response),
  )
}

const list = (model: Model, real: Real, caller: number, { id }: User) =>
  compare(real, caller, { method: 'GET', path: `/registrations/?user_id=${id}` }, (scope) =>
    model.list(scope, id),
  )

/** Waits until every account sees a changed user's registrations as the model does. */
async function arrival(model: Model, real: Real, user: User): Promise<void> {
  for (const caller of ACCOUNTS.keys())
    await eventually(() => list(model, real, caller, user), MAX_ARRIVAL_MS)
}

/**
 * One operation of a sequence. Its choices name records by position, so that it means something in every
 * sequence.
 */
function command<C>(
  name: string,
  choices: { [K in keyof C]: fc.Arbitrary<C[K]> },
  run: (model: Model, real: Real, chosen: C) => Promise<void>,
): fc.Arbitrary<fc.AsyncCommand<Model, Real>> {
  return fc.record(choices as Required<typeof choices>).map((chosen) => ({
    check: () => true,
    run: (model, real) => run(model, real, chosen as C),
    toString: () => `${name} ${JSON.stringify(chosen)}`,
  }))
}

const caller = fc.constantFrom(0, 0, 0, 0, 1, 1, 2)
/** Counted from the newest; beyond the oldest there is none. */
const registration = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 11 }))
const idOf = ({ registrations }: Model, k: number): number =>
  registrations[registrations.length - 1 - (k % (registrations.length + 1))]?.id ?? NO_SUCH_ID
/** The last of each does not exist. */
const creation = fc.record({ course: fc.nat({ max: 3 }), user: fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3) })
const creationOf = ({ courses, users }: Model, chosen: { course: number; user: number }): Creation => ({
  courseId: courses[chosen.course]?.id ?? NO_SUCH_ID,
  userId: users[chosen.user]?.id ?? NO_SUCH_ID,
})

const COMMANDS = {
  create: command('create', { caller, creation }, (model, real, { caller, creation }) =>
    create(model, real, caller, creationOf(model, creation)),
  ),
  /**
   * Few different requests, so that many are repeated, with the key of the same request or of another one.
   */
  repeat: command(
    'repeat',
    {
      caller: fc.constantFrom(1, 1, 1, 1, 0),
      user: fc.nat({ max: 1 }),
      key: fc.constantFrom(1, 1, 1, 1, 1, 1, 0),
    },
    (model, real, { caller, user, key }) =>
      create(
        model,
        real,
        caller,
        creationOf(model, { course: 1, user }),
        // Every sequence has its own keys.
        `key-${model.courses[0]?.id}-${key * (1 + user)}`,
      ),
  ),
  move: command(
    'move',
    {
      caller,
      registration,
      move: fc.constantFrom(
        ['approve', 'Approved'] as const,
        ['complete', 'Completed'] as const,
        ['withdraw', 'Withdrawn'] as const,
      ),
      score: fc.constantFrom(undefined, 80, 92.5),
    },
    (model, real, { caller, registration, move: [verb, to], ...completion }) => {
      const id = idOf(model, registration)
      const score = verb === 'complete' ? completion.score : undefined
      const request = { method: 'POST', path: `/registrations/${id}/${verb}/` } as const
      const body = score === undefined ? {} : { body: { score } }
      return compare(real, caller, { ...request, ...body }, (scope, response) =>
        model.move(scope, id, to, score, response),
      )
    },
  ),
  read: command('read', { caller, registration }, (model, real, { caller, registration }) => {
    const id = idOf(model, registration)
    return compare(real, caller, { method: 'GET', path: `/registrations/${id}/` }, (scope) =>
      model.read(scope, id),
    )
  }),
  /** Few different items, so that many are repeated. */
  import: command(
    'import',
    {
      creation,
      statusName: fc.constantFrom('Completed' as const, 'Approved' as const, 'Withdrawn' as const),
    },
    async (model, { portal }, { creation, statusName }) => {
      const completionDate = statusName === 'Completed' ? '2019-03-28T16:30:00Z' : null
      const item = { ...creationOf(model, creation), statusName, completionDate }
      const sent = { ...item, createdDate: '2019-03-01T08:00:00Z' }
      const response = await portal.operator.registration.post('/admin/registrations/import/', [sent])
      fc.pre(response.status !== 503)
      const [{ status, code = null, registration }] = response.body
      expect({ item, status, code, body: registration ? shown(registration) : null }).toEqual({
        item,
        code: null,
        ...expected(() => model.import(item, registration)),
      })
    },
  ),
  /** Takes a user out of a group, or puts the user into one. */
  changeMember: command(
    'changeMember',
    { user: fc.constantFrom(0, 0, 1, 1, 2), groupId: fc.constantFrom(...GROUPS) },
    async (model, real, { user: k, groupId }) => {
      const user = model.users[k]!
      if (user.deleted) return
      const change = user.groupIds.has(groupId) ? 'delete' : 'put'
      const path = `/admin/groups/${groupId}/members/${user.id}/`
      expectBody(await real.portal.operator.user[change](path), 204)
      user.groupIds[change === 'put' ? 'add' : 'delete'](groupId)
      await arrival(model, real, user)
    },
  ),
  deleteUser: command('deleteUser', { user: fc.nat({ max: 2 }) }, async (model, real, { user: k }) => {
    const user = model.users[k]!
    if (user.deleted) return
    const { status } = await real.callers[0]!.users.delete(`/users/${user.id}/`)
    expect(status).toBe(user.groupIds.size > 0 ? 204 : 403)
    user.deleted = status === 204
    await arrival(model, real, user)
  }),
}
const OFTEN: Partial<Record<keyof typeof COMMANDS, number>> = {
  create: 16,
  repeat: 8,
  move: 14,
  import: 6,
  read: 4,
  changeMember: 4,
}
const sequences = fc.commands<Model, Real, false>(
  Object.entries(COMMANDS).flatMap(([name, one]) =>
    Array.from({ length: OFTEN[name as keyof typeof COMMANDS] ?? 1 }, () => one),
  ),
  { maxCommands: 60, size: 'max' },
)

async function runPortal(seed: number, numRuns: number): Promise<void> {
  const portal = await startPortal()
  try {
    const real = await createReal(portal)
    const agrees = fc.asyncProperty(sequences, async (commands) => {
      const model = await prepare(real)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      for (const user of model.users)
        for (const caller of ACCOUNTS.keys()) await list(model, real, caller, user)
    })
    await fc.assert(agrees, { seed, numRuns, endOnFailure: asked === undefined })
  } finally {
    await portal.stop()
  }
}

describe('the life cycle of registrations, compared with a model (A2b, A3, A4, A5, R5, R6, R8)', () => {
  it(
    'is the same after random creates, imports, moves, reopens, replays and reads (R10, R12, R16, R22, S5)',
    async () => {
      for (let done = 0, seed = firstSeed; done < runs; done += RUNS_PER_PORTAL, seed++) {
        const numRuns = Math.min(RUNS_PER_PORTAL, runs - done)
        process.stdout.write(`model: MODEL_SEED=${seed} MODEL_RUNS=${numRuns}\n`)
        await runPortal(seed, numRuns)
      }
    },
    MAX_MS,
  )
})
