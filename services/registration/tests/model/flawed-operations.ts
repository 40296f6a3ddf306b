import fc from 'fast-check'
import type { Call } from './calls.ts'
import { flawsOf } from './flaws.ts'
import { account, operation } from './operation.ts'
import { NO_SUCH_ID } from './world.ts'

const unconditional = { ifMatch: undefined, ifNoneMatch: undefined }
const creating = { strict: false, validateOnly: false, key: undefined }
const targets = [{ id: NO_SUCH_ID }, { externalId: 'nobody' }]
const course = { name: 'Course', externalId: '', groupIds: [], active: true, published: true }

/** One call of each operation. What it asks for doesn't matter. */
const plainCalls = (account: number): Call[] => [
  { kind: 'create', account, body: {}, ...creating },
  { kind: 'batch', account, items: [], ...creating },
  ...targets.flatMap((target): Call[] => [
    ...(['approve', 'withdraw', 'complete'] as const).map((kind): Call => ({
      kind,
      account,
      target,
      body: kind === 'complete' ? {} : undefined,
      ...unconditional,
    })),
    { kind: 'read', account, target, ...unconditional },
    { kind: 'getUser', account, target, ...unconditional },
    { kind: 'updateUser', method: 'POST', account, target, body: {}, ...unconditional },
    { kind: 'deleteUser', account, target, ...unconditional },
  ]),
  ...(['PUT', 'PATCH'] as const).map((method): Call => ({
    kind: 'updateUser',
    method,
    account,
    target: { externalId: 'nobody' },
    body: {},
    ...unconditional,
  })),
  { kind: 'history', account, id: NO_SUCH_ID },
  { kind: 'notification', account, id: NO_SUCH_ID },
  { kind: 'list', account, query: {}, count: false, walk: false },
  { kind: 'createUser', account, body: {}, groupId: undefined, ...creating },
  { kind: 'listUsers', account, groupId: undefined, includeDeleted: false, limit: undefined, walk: false },
  { kind: 'getCourse', id: NO_SUCH_ID },
  { kind: 'putCourse', id: NO_SUCH_ID, body: { ...course, requiresRegistration: true, eventBased: false } },
  { kind: 'deleteCourse', id: NO_SUCH_ID },
  { kind: 'getGroup', id: NO_SUCH_ID },
  { kind: 'putGroup', id: NO_SUCH_ID, parentId: null },
  { kind: 'deleteGroup', id: NO_SUCH_ID },
  { kind: 'putMember', groupId: NO_SUCH_ID, userId: NO_SUCH_ID },
  { kind: 'deleteMember', groupId: NO_SUCH_ID, userId: NO_SUCH_ID },
  { kind: 'getAccount', id: NO_SUCH_ID },
  { kind: 'putAccount', id: NO_SUCH_ID, grants: [] },
]

const BODIES: ReadonlySet<Call['kind']> = new Set<Call['kind']>([
  ...(['create', 'batch', 'complete', 'createUser', 'updateUser'] as const),
  ...(['putCourse', 'putGroup', 'putAccount'] as const),
])

const flawed = operation(
  'flawed',
  fc.record({
    account,
    call: fc.nat({ max: plainCalls(0).length - 1 }),
    flaw: fc.nat({ max: flawsOf(true).length - 1 }),
  }),
  (_world, choices) => {
    const call = plainCalls(choices.account)[choices.call] as Call
    const flaws = flawsOf(BODIES.has(call.kind))
    return { ...call, flaw: flaws[choices.flaw % flaws.length] }
  },
)

/** Requests that are refused for their form, before anybody looks at what they ask for. */
export const flawedOperations = [{ weight: 16, arbitrary: flawed }]
