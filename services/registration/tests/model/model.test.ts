import fc from 'fast-check'
import type { Client } from '../../../../testing/client.ts'
import { eventually } from '../../../../testing/eventually.ts'
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
} from '../../../../testing/registration/portal.ts'
import { errors } from '../../../shared/contract/generated/errors.ts'
import { Model, Rejected, type Account, type Creation, type Expected, type User } from './model.ts'

/** `npm run test:model` runs more. */
const runs = Number(process.env['MODEL_RUNS'] ?? 15)
/** Every portal has its own seed: the one that is printed last repeats a failure as the first. */
const firstSeed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2_000_000_000)
/** Sequences on one portal. A new portal for the next ones keeps lists and queries quick. */
const RUNS_PER_PORTAL = 50
const MAX_MS = 7_200_000
/** A changed user reaches the registration service by a message. Longer than promised, for a busy machine. */
const MAX_ARRIVAL_MS = 30_000

const GROUPS = [NORTH, NORTH_SCHOOL, SOUTH]
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

/** The services, and who calls them. */
interface Real {
  readonly portal: Portal
  readonly callers: readonly { readonly account: Account; readonly api: Client; readonly users: Client }[]
}

async function createReal(portal: Portal): Promise<Real> {
  const callers = ACCOUNTS.map(async ({ grants, scope }) => {
    const { id, api, users } = await portal.anAccount(grants)
    return { account: { id, scope }, api, users }
  })
  return { portal, callers: await Promise.all(callers) }
}

let lastCourse = 1_000_000

/** A sequence begins with its own courses and users. The first course is in every group and never changes. */
async function prepare(real: Real): Promise<Model> {
  const model = new Model()
  for (let k = 0; k < 3; k++) {
    model.courses.push({ id: ++lastCourse, active: true, groupIds: GROUPS, deleted: true })
    await putCourse(model, real, k, { active: true, groupIds: GROUPS })
  }
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
  rule: (account: Account, body: unknown) => Expected,
): Promise<void> {
  const { account, api } = callers[caller]!
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
  }).toEqual({ request, code: null, isReplay: false, ...expected(() => rule(account, response.body)) })
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
  if ('code' in body) return { code: body.code }
  if ('registration' in body) return { status: body.status, registration: shown(body.registration) }
  const { id, courseId, userId, statusName, score, completionDate } = body
  return { id, courseId, userId, statusName, score, completionDate }
}

function create(model: Model, real: Real, caller: number, body: Creation | Creation[], key?: string) {
  const path = Array.isArray(body) ? '/registrations/batch/' : '/registrations/'
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return compare(real, caller, { method: 'POST', path, body, headers }, (account, response) =>
    model.create(account, body, key, response),
  )
}

const list = (model: Model, real: Real, caller: number, { id }: User) =>
  compare(real, caller, { method: 'GET', path: `/registrations/?user_id=${id}` }, (account) =>
    model.list(account, id),
  )

/** Waits until every account sees a changed user's registrations as the model does. */
async function arrival(model: Model, real: Real, user: User): Promise<void> {
  for (const caller of ACCOUNTS.keys())
    await eventually(() => list(model, real, caller, user), MAX_ARRIVAL_MS)
}

async function putCourse(
  model: Model,
  { portal }: Real,
  k: number,
  fields: { active: boolean; groupIds: number[] },
) {
  const course = model.courses[k]!
  const response = await portal.operator.courses.put(`/admin/courses/${course.id}/`, {
    name: 'A course',
    ...fields,
  })
  expectBody(response, course.deleted ? 201 : 200)
  Object.assign(course, fields, { deleted: false })
}

/** One operation of a sequence. Its choices name records by position, so that it means something in every sequence. */
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
const creation = fc.record({
  course: fc.constantFrom(1, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 3),
  user: fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3),
})
const creationOf = (
  { courses, users }: Model,
  { course, user }: { course: number; user: number },
): Creation => ({
  courseId: courses[course]?.id ?? NO_SUCH_ID,
  userId: users[user]?.id ?? NO_SUCH_ID,
})
/** Every sequence has its own keys. */
const keyOf = ({ courses }: Model, k: number) => `key-${courses[0]?.id}-${k}`

const COMMANDS = {
  create: command('create', { caller, creation }, (model, real, { caller, creation }) =>
    create(model, real, caller, creationOf(model, creation)),
  ),
  /** Few different requests, so that many are repeated, with the key of the same request or of another one. */
  repeat: command(
    'repeat',
    {
      caller: fc.constantFrom(1, 1, 1, 1, 0),
      user: fc.nat({ max: 1 }),
      key: fc.constantFrom(1, 1, 1, 1, 1, 1, 0),
      inBatch: fc.boolean(),
    },
    (model, real, { caller, user, key, inBatch }) => {
      const body = creationOf(model, { course: 1, user })
      return create(model, real, caller, inBatch ? [body] : body, keyOf(model, key * (1 + user)))
    },
  ),
  createBatch: command(
    'createBatch',
    { caller, items: fc.array(creation, { minLength: 1, maxLength: 4 }) },
    (model, real, { caller, items }) =>
      create(
        model,
        real,
        caller,
        items.map((item) => creationOf(model, item)),
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
      return compare(real, caller, { ...request, ...body }, (account, response) =>
        model.move(account, id, to, score, response),
      )
    },
  ),
  read: command('read', { caller, registration }, (model, real, { caller, registration }) => {
    const id = idOf(model, registration)
    return compare(real, caller, { method: 'GET', path: `/registrations/${id}/` }, (account) =>
      model.read(account, id),
    )
  }),
  changeCourse: command(
    'changeCourse',
    {
      course: fc.constantFrom(1, 2),
      active: fc.constantFrom(true, true, true, false),
      groupIds: fc.subarray(GROUPS, { minLength: 1 }),
    },
    (model, real, { course, ...fields }) => putCourse(model, real, course, fields),
  ),
  deleteCourse: command(
    'deleteCourse',
    { course: fc.constantFrom(1, 2) },
    async (model, { portal }, { course: k }) => {
      const course = model.courses[k]!
      if (course.deleted) return
      expectBody(await portal.operator.courses.delete(`/admin/courses/${course.id}/`), 204)
      course.deleted = true
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
      expectBody(
        await real.portal.operator.users[change](`/admin/groups/${groupId}/members/${user.id}/`),
        204,
      )
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
  createBatch: 4,
  move: 14,
  read: 4,
  changeMember: 4,
  changeCourse: 3,
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
    await fc.assert(agrees, { seed, numRuns })
  } finally {
    await portal.stop()
  }
}

describe('a registration, beside a model of its life cycle', () => {
  it(
    'is created, moved, reopened, replayed and shown as the model says (specification §1, §3; A2b, A3, A4, A5, B1, R5, R6, R8, R10, R12, R16, S5)',
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
