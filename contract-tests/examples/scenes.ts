import type { Comparison } from './check.ts'
import type { Exampled, Request, Shown } from './examples.ts'
import { send, type Outgoing } from './send.ts'
import type { Chapter } from './story.ts'
import type { World } from './world.ts'

/** What a scene has to play with. */
export interface Stage {
  readonly world: World
  readonly exampled: Exampled
  /** As the contract shows it. */
  readonly request: Request
}

/** How an answer of the contract is brought about: from which state on, by which steps, with which request. */
export interface Scene extends Pick<Comparison, 'part' | 'otherId'> {
  readonly at?: Chapter
  readonly as?: keyof World['credentials']
  /** Steps before; what it returns goes into the request. */
  readonly arrange?: (stage: Stage) => Partial<Outgoing> | Promise<Partial<Outgoing>>
}

const NOT_THERE = 999_999
const KEY = { 'Idempotency-Key': 'the-key-of-a-scene' }

const fields = (request: Request) => request.body as Record<string, unknown>
const changing =
  (change: Readonly<Record<string, unknown>>) =>
  ({ request }: Stage): Partial<Outgoing> => ({ body: { ...fields(request), ...change } })
const without = (request: Request, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields(request)).filter(([name]) => !names.includes(name)))

/** A course with something wrong with it. */
const courseWith = (change: object): Scene => ({
  at: 'enrolled',
  arrange: async ({ world }) => {
    const course = world.example('putCourse').request()
    await world.operator.put(`/admin/courses/${String(course.path['id'])}/`, { ...fields(course), ...change })
    return {}
  },
})

const nobodyThere: Scene = {
  at: 'crowded',
  arrange: ({ request: { path } }) => {
    const last = Object.keys(path).at(-1) ?? ''
    return { path: { ...path, [last]: NOT_THERE } }
  },
}

/** The same `Idempotency-Key`, sent while its first request is at work. */
const inFlight = (at: Chapter): Scene => ({ at, arrange: () => ({ headers: KEY }) })
const keyReused = (at: Chapter): Scene => ({
  at,
  arrange: async ({ world, exampled, request }) => {
    const first = { ...request, headers: { ...world.credentials.caller, ...KEY } }
    await send(world.addressOf(exampled), exampled, first)
    const { body } = request
    return {
      headers: KEY,
      body: Array.isArray(body) ? body.slice(1) : { ...fields(request), externalId: 'x' },
    }
  },
})

/** By error code, whatever the operation. */
const BY_CODE: Readonly<Record<string, Scene>> = {
  'invalid-request': { arrange: () => ({ query: { colour: 'red' } }) },
  'malformed-json': { arrange: () => ({ text: '{' }) },
  'invalid-token': { as: 'nobody' },
  forbidden: { as: 'roleless' },
  'body-too-large': {
    arrange: ({ exampled }) => ({
      text: ' '.repeat((exampled.entry.operation['x-body-limit'] ?? 0) + 1),
    }),
  },
  'unsupported-media-type': { arrange: () => ({ headers: { 'content-type': 'text/plain' } }) },
  'too-many-requests': {
    arrange: async ({ world }) => {
      await world.spendQuotas()
      return {}
    },
  },
  'not-registered': nobodyThere,
  'not-found': nobodyThere,
  'precondition-failed': {
    at: 'registered',
    arrange: ({ exampled }) => {
      const tag = exampled.parameters.find(({ name }) => name === 'If-Match')
      return { headers: { 'If-Match': String(tag && exampled.valuesOf(tag)[0]) } }
    },
  },

  'course-not-found': { at: 'enrolled', arrange: changing({ courseName: 'Alchemy' }) },
  'user-not-found': { at: 'enrolled', arrange: changing({ userEmail: 'nobody@example.org' }) },
  'course-ambiguous': {
    at: 'enrolled',
    arrange: async ({ world, request }) => {
      const twin = world.example('putCourse').request()
      await world.operator.put(`/admin/courses/${NOT_THERE}/`, { ...fields(twin), externalId: '' })
      return { body: request.body }
    },
  },
  'user-ambiguous': {
    at: 'enrolled',
    arrange: async ({ world }) => {
      const twin = without(world.example('createUser').request(), 'externalId')
      await world.caller.post('/users/', { ...twin, loginName: 'twin' })
      return {}
    },
  },
  'identifiers-disagree': {
    at: 'crowded',
    arrange: ({ request }) => ({
      headers: { Prefer: 'handling=strict' },
      body: { ...fields(request), userExternalId: 'hr-20932' },
    }),
  },
  'already-registered': { at: 'registered' },
  'registration-external-id-taken': {
    at: 'crowded',
    // The holder is out of the account's sight, or its id would be named.
    arrange: async ({ world }) => {
      const hidden = { name: 'Hidden', externalId: '', groupIds: [1] }
      await world.operator.put(`/admin/courses/${NOT_THERE}/`, hidden)
      const who = { userExternalId: 'hr-20932', externalId: 'taken' }
      await world.everywhere.post('/registrations/', { courseId: NOT_THERE, ...who })
      const course = world.example('putCourse').request()
      return { body: { courseId: course.path['id'], ...who } }
    },
  },
  'course-inactive': courseWith({ active: false }),
  'course-not-published': courseWith({ published: false }),
  'event-based-course': courseWith({ eventBased: true }),
  'registration-not-required': courseWith({ requiresRegistration: false }),
  'user-inactive': {
    at: 'enrolled',
    arrange: async ({ world }) => {
      const { path } = world.example('getUser').request()
      await world.caller.post(`/users/${String(path['id'])}/`, { expirationDate: '2024-01-01T00:00:00Z' })
      return {}
    },
  },
  'reopen-conflict': {
    at: 'registered',
    arrange: async ({ world }) => {
      const { path } = world.example('withdrawRegistration').request()
      await world.caller.post(`/registrations/${String(path['id'])}/withdraw/`)
      const again = without(world.example('createRegistration').request(), 'externalId')
      await world.caller.post('/registrations/', again)
      return {}
    },
  },
  'login-name-taken': { at: 'crowded', arrange: changing({ loginName: 'grace', externalId: '' }) },
  'user-external-id-taken': {
    at: 'crowded',
    arrange: changing({ loginName: 'somebody', externalId: 'hr-20932' }),
  },
  'group-cycle': {
    at: 'registered',
    arrange: ({ request }) => ({
      body: { ...fields(request), parentId: Number(request.path['id']) + 1 },
    }),
  },
  'group-in-use': { at: 'registered' },
  'parent-not-found': { at: 'registered', arrange: changing({ parentId: NOT_THERE }) },
  'group-not-found': {
    at: 'registered',
    arrange: changing({ homeGroupId: null, grants: [{ role: 'User administrator', groupId: NOT_THERE }] }),
  },
}

const nextId: Scene = {
  at: 'registered',
  otherId: true,
  arrange: ({ request: { path } }) => ({ path: { ...path, id: Number(path['id']) + 50 } }),
}
const preview = (at: Chapter): Scene => ({ at, arrange: () => ({ headers: { Prefer: 'validate-only' } }) })

/** By operation and what it answers, where that says more than the code. */
const BY_ANSWER: Readonly<Record<string, Scene>> = {
  'createRegistration 201': { at: 'enrolled' },
  'createRegistration 200': preview('enrolled'),
  'createRegistration idempotency-in-flight': inFlight('enrolled'),
  'createRegistration idempotency-key-reused': keyReused('enrolled'),
  'createRegistrationBatch 200': { at: 'enrolled' },
  'createRegistrationBatch idempotency-in-flight': inFlight('enrolled'),
  'createRegistrationBatch idempotency-key-reused': keyReused('enrolled'),
  'getRegistrationHistory 200': {
    at: 'registered',
    arrange: async ({ world }) => {
      const { path, body } = world.example('completeRegistration').request()
      await world.caller.post(`/registrations/${String(path['id'])}/complete/`, body)
      return {}
    },
  },
  'getContract 200': { at: 'registered', part: true },
  'createUser 201': { at: 'before' },
  'createUser 200': preview('before'),
  'createUser idempotency-in-flight': inFlight('before'),
  'createUser idempotency-key-reused': keyReused('before'),
  'mergeUserBatch 200': { at: 'before' },
  'putGroup 201': nextId,
  'putCourse 201': nextId,
  'putServiceAccount 201': nextId,
  'createServiceAccount 201': { at: 'registered', otherId: true },
  'deleteGroup 204': {
    at: 'registered',
    arrange: ({ request: { path } }) => ({ path: { id: Number(path['id']) + 1 } }),
  },
}

const notModified: Scene = {
  at: 'registered',
  arrange: async ({ world, exampled, request }) => {
    const first = { ...request, headers: { ...request.headers, ...world.credentials.caller } }
    const { headers } = await send(world.addressOf(exampled), exampled, first)
    return { headers: { 'If-None-Match': headers.get('etag') ?? '' } }
  },
}

/** How this answer of the operation is brought about; undefined when nobody has said how. */
export function sceneOf({ id }: Exampled, { status, code }: Shown): Scene | undefined {
  const own = BY_ANSWER[`${id} ${code ?? status}`]
  if (own) return own
  if (code !== undefined) return BY_CODE[code]
  return status === 304 ? notModified : { at: 'registered' }
}

/** Answers that nothing in a test can bring about, each with the reason. */
export const NEVER_SHOWN: Readonly<Record<string, string>> = {
  'getContract internal-error': 'it is answered from memory: there is nothing that could fail',
}
