import fc from 'fast-check'
import type { CreateBody, CreateOptions, CreateRequest } from './model.ts'
import { GROUPS, NO_SUCH_ID, type Sequence } from './sequence.ts'

type Command = fc.AsyncCommand<object, Sequence>

/** One operation of a sequence. Its choices name records by position, so that it means something in every sequence. */
function command<C extends object>(
  name: string,
  choices: { [K in keyof C]: fc.Arbitrary<C[K]> },
  run: (sequence: Sequence, choices: C) => Promise<void>,
): fc.Arbitrary<Command> {
  return fc.record(choices as Required<typeof choices>).map((chosen) => ({
    check: () => true,
    run: (_model, sequence) => run(sequence, chosen as C),
    toString: () => `${name} ${JSON.stringify(chosen)}`,
  }))
}

const oneIn = (n: number) => fc.nat({ max: n - 1 }).map((k) => k === 0)
const account = fc.constantFrom(0, 0, 0, 0, 1, 1, 2)
const registration = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 11 }))
const idempotencyKey = fc.option(fc.nat({ max: 1 }), { freq: 2, nil: undefined })
const ofCourse = fc.constantFrom(...[1, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0], 3)
const ofUser = fc.constantFrom(...[0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2], 3)

interface CreateChoices {
  course: number
  user: number
  byEmail: boolean
  externalId: number | undefined
  /** The course and the user of this registration instead. */
  like: number | undefined
}
const creation = {
  course: ofCourse,
  user: ofUser,
  byEmail: oneIn(4),
  externalId: fc.option(fc.nat({ max: 2 }), { freq: 2, nil: undefined }),
  like: fc.option(registration, { freq: 2, nil: undefined }),
}

function requestOf(sequence: Sequence, choices: CreateChoices): CreateRequest {
  const { course, user, byEmail, externalId, like } = choices
  const existing = like === undefined ? undefined : sequence.registration(like)
  return {
    courseId: existing?.courseId ?? sequence.courseId(course),
    ...(byEmail
      ? { userEmail: sequence.email(user).toUpperCase() }
      : { userId: existing?.user.id ?? sequence.userId(user) }),
    ...(externalId === undefined ? {} : { externalId: sequence.externalId(externalId) }),
  }
}

interface OptionChoices {
  key: number | undefined
  validateOnly: boolean
}
const options = { key: idempotencyKey, validateOnly: oneIn(10) }

const optionsOf = (sequence: Sequence, { key, validateOnly }: OptionChoices): CreateOptions => ({
  idempotencyKey: key === undefined ? undefined : sequence.idempotencyKey(key),
  validateOnly,
})

/** Creates one registration, or a batch of them. */
function compareCreate(
  sequence: Sequence,
  account: number,
  body: CreateBody,
  { idempotencyKey, validateOnly }: CreateOptions,
): Promise<void> {
  const headers = {
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(validateOnly ? { prefer: 'validate-only' } : {}),
  }
  const path = Array.isArray(body) ? '/registrations/batch/' : '/registrations/'
  return sequence.compare(account, { method: 'POST', path, body, headers }, (caller, response, now) =>
    sequence.model.create(caller, body, { idempotencyKey, validateOnly }, response, now),
  )
}

const create = command<CreateChoices & OptionChoices & { account: number }>(
  'create',
  { account, ...creation, ...options },
  (sequence, { account, ...choices }) =>
    compareCreate(sequence, account, requestOf(sequence, choices), optionsOf(sequence, choices)),
)

/** Few different requests of one account, each with its own key: most of what idempotency is about. */
const repeat = command<{ user: number; inBatch: boolean }>(
  'repeat',
  { user: fc.nat({ max: 1 }), inBatch: fc.boolean() },
  (sequence, { user, inBatch }) => {
    const body = { courseId: sequence.courseId(1), userId: sequence.userId(user) }
    const given = optionsOf(sequence, { key: 2 + user, validateOnly: false })
    return compareCreate(sequence, 1, inBatch ? [body] : body, given)
  },
)

const createBatch = command<OptionChoices & { account: number; items: CreateChoices[] }>(
  'createBatch',
  {
    account,
    items: fc.array(fc.record(creation) as fc.Arbitrary<CreateChoices>, { minLength: 1, maxLength: 4 }),
    key: idempotencyKey,
    validateOnly: oneIn(4),
  },
  (sequence, { account, items, ...choices }) => {
    const body = items.map((item) => requestOf(sequence, item))
    return compareCreate(sequence, account, body, optionsOf(sequence, choices))
  },
)

interface TargetChoices {
  registration: number
  byExternalId: boolean
}
const target = { registration, byExternalId: oneIn(3) }

function targetOf(sequence: Sequence, { registration, byExternalId }: TargetChoices) {
  const found = sequence.registration(registration, byExternalId)
  if (!byExternalId) {
    const id = found?.id ?? NO_SUCH_ID
    return { record: { id }, path: `/registrations/${id}/` }
  }
  const externalId = found?.externalId ?? sequence.externalId(0)
  return { record: { externalId }, path: `/registrations/external/${encodeURIComponent(externalId)}/` }
}

const MOVES = { approve: 'Approved', complete: 'Completed', withdraw: 'Withdrawn' } as const

const move = command<TargetChoices & { account: number; verb: keyof typeof MOVES; result: object }>(
  'move',
  {
    account,
    ...target,
    verb: fc.constantFrom('approve', 'complete', 'withdraw'),
    result: fc.constantFrom({}, { score: 80 }, { score: 92.5, success: true }),
  },
  (sequence, { account, verb, result, ...choices }) => {
    const { record, path } = targetOf(sequence, choices)
    const completion = verb === 'complete' ? result : {}
    const body = Object.keys(completion).length > 0 ? completion : undefined
    return sequence.compare(
      account,
      { method: 'POST', path: `${path}${verb}/`, body },
      (caller, _response, now) => sequence.model.move(caller, record, MOVES[verb], completion, now),
    )
  },
)

const read = command<TargetChoices & { account: number }>(
  'read',
  { account, ...target },
  (sequence, { account, ...choices }) => {
    const { record, path } = targetOf(sequence, choices)
    return sequence.compare(account, { method: 'GET', path }, (caller) => sequence.model.read(caller, record))
  },
)

const list = command<{ account: number }>('list', { account }, (sequence, { account }) =>
  sequence.list(account),
)

const changeCourse = command<{ course: number; active: boolean; groupIds: number[]; deleted: boolean }>(
  'changeCourse',
  {
    course: fc.integer({ min: 1, max: 2 }),
    active: oneIn(4).map((inactive) => !inactive),
    groupIds: fc.subarray(GROUPS, { minLength: 1 }),
    deleted: oneIn(4),
  },
  (sequence, { course, deleted, ...fields }) =>
    deleted ? sequence.deleteCourse(course) : sequence.putCourse(course, fields),
)

const changeMember = command<{ user: number; leaves: boolean; group: number }>(
  'changeMember',
  { user: fc.constantFrom(0, 0, 1, 1, 2), leaves: fc.boolean(), group: fc.nat({ max: GROUPS.length - 1 }) },
  (sequence, { user, leaves, group }) => sequence.changeMember(user, leaves, group),
)

const deleteUser = command<{ user: number }>(
  'deleteUser',
  { user: fc.nat({ max: 2 }) },
  (sequence, { user }) => sequence.deleteUser(user),
)

const often = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T>[] =>
  Array.from({ length: times }, () => arbitrary)

export const sequences = fc.commands<object, Sequence, false>(
  [
    ...often(16, create),
    ...often(6, repeat),
    ...often(4, createBatch),
    ...often(16, move),
    ...often(4, read),
    ...often(2, list),
    ...often(5, changeMember),
    ...often(2, changeCourse),
    deleteUser,
  ],
  { maxCommands: 60, size: 'max' },
)
