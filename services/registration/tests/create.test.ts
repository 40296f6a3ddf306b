import { OutcomeUnknown } from '../../platform/errors.ts'
import { RawBody, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { Breakpoint } from '../../../testing/breakpoint.ts'
import { withOverrides } from '../../../testing/with-overrides.ts'
import type { Registrations } from '../src/registrations/repository.ts'
import type { UserLookup } from '../src/clients/user-service.ts'
import { BATCH, NORTH, expectBody, registrationPortal, SOUTH } from '../../../testing/registration/portal.ts'
import { locationOf } from '../../../testing/pages.ts'

/** Between the moment in which a create has its users and the insert. */
const breakpoint = new Breakpoint()
const pausing = (real: UserLookup): UserLookup => ({
  async identifyUsers(...call) {
    const responses = await real.identifyUsers(...call)
    await breakpoint.reach()
    return responses
  },
})
let lost = false
/** Writes, and loses the reply when that is asked for. */
const losing = (real: Registrations): Registrations =>
  withOverrides(real, {
    async insert(...given) {
      const written = await real.insert(...given)
      if (!lost) return written
      lost = false
      throw new OutcomeUnknown('mongodb', 'the reply was lost')
    },
  })
const portal = registrationPortal({ overrides: { users: pausing, registrations: losing } })
let api: Client
beforeAll(async () => void ({ api } = await portal.anAccount()))
const create = (body: object, headers = {}) => api.post('/registrations/', body, headers)

describe('POST /registrations/', () => {
  it('returns the location of the registration, in the path form of the request (S2, S9)', async () => {
    for (const form of ['/registrations/', '/registrations', '/api/v2/registrations/']) {
      const created = await api.post(form, await portal.aCourseAndUser())
      const { headers, body } = created
      // Relative, because a proxy may have put a path before it.
      expect(headers.get('location')).toMatch(/^(registrations\/)?\d+\/$/)
      expect(locationOf(created)).toBe(`${form.replace(/\/?$/, '/')}${body.id}/`)
      expect((await api.get(locationOf(created))).body).toEqual(body)
    }
  })

  it('creates a registration in status Not Started (specification §3; S2, S6–S8)', async () => {
    const course = await portal.aCourse()
    const user = await portal.aUser()
    const response = await create({ courseId: course.id, userId: user.id, externalId: 'enrolment-1' })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-resolved-by')).toBe('course=courseId; user=userId')
    expect(response.body).toEqual({
      id: expect.any(Number),
      courseId: course.id,
      courseName: course.name,
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      registrationDate: response.body.createdDate,
      completionDate: null,
      statusName: 'Not Started',
      externalId: 'enrolment-1',
      userExternalId: user.externalId,
      userId: user.id,
      score: null,
    })
    expect((await api.get(`/registrations/${response.body.id}/`)).body).toEqual(response.body)
    expect((await api.get('/registrations/external/enrolment-1/')).body).toEqual(response.body)
  })

  it('uses the first matching parameter: id, name or e-mail, external id (R1, R2, R3)', async () => {
    const none = { courseId: 999_999, userId: 999_999 }
    for (const [courseBy, userBy] of [
      ['courseName', 'userExternalId'],
      ['courseExternalId', 'userEmail'],
    ] as const) {
      const [course, user] = [await portal.aCourse(), await portal.aUser()]
      const unknown = courseBy === 'courseName' ? {} : { courseName: 'unknown', userExternalId: 'unknown' }
      const courseKey = courseBy === 'courseName' ? course.name : course.externalId
      const userKey = userBy === 'userEmail' ? user.email : user.externalId
      const response = await create({ ...none, ...unknown, [courseBy]: courseKey, [userBy]: userKey })
      expect(response.body).toMatchObject({ courseId: course.id, userId: user.id })
      expect(response.headers.get('x-resolved-by')).toBe(`course=${courseBy}; user=${userBy}`)
    }
  })

  it('rejects parameters that match nothing or several records (S3, R3)', async () => {
    const { courseId, userId } = await portal.aCourseAndUser({ name: 'Taught twice' })
    await portal.aCourse({ name: 'Taught twice' })
    const ambiguous = { courseName: 'Taught twice', courseExternalId: 'C-201', userId }
    expect(await create(ambiguous)).toBeError('course-ambiguous')
    for (const email of ['shared@example.org', 'Shared@example.org']) await portal.aUser({ email })
    expect(await create({ courseId, userId: 999_999 })).toBeError('user-not-found')
    expect(await create({ courseId, userEmail: 'shared@example.org' })).toBeError('user-ambiguous')
  })

  it.each([
    ['course-inactive', { active: false }, {}],
    ['course-not-published', { published: false }, {}],
    ['event-based-course', { eventBased: true }, {}],
    ['registration-not-required', { requiresRegistration: false }, {}],
    ['user-inactive', {}, { expirationDate: '2020-01-01T00:00:00Z' }],
  ] as const)('rejects with %s (specification §1; S3, R18)', async (code, course, user) => {
    expect(await create(await portal.aCourseAndUser(course, user))).toBeError(code)
  })
})

it('rejects a course, then a user, outside the groups of the account (§1; A3, A4)', async () => {
  const { api: south } = await portal.anAccount([{ role: BATCH, groupId: SOUTH }])
  const post = async (...groups: number[]) => {
    const [course, user] = groups.map((id) => ({ groupIds: [id] }))
    return south.post('/registrations/', await portal.aCourseAndUser(course, user))
  }
  expect(await post(NORTH, NORTH)).toBeError('course-out-of-reach')
  expect(await post(SOUTH, NORTH)).toBeError('user-out-of-reach')
  expect((await post(SOUTH, SOUTH)).status).toBe(201)
})

it('rejects parameters that name different records, if the request asks for this (R3)', async () => {
  const [course, other, user] = [await portal.aCourse(), await portal.aCourse(), await portal.aUser()]
  const named = { courseId: course.id, courseName: other.name, userId: user.id }
  expect(await create(named, { prefer: 'handling=strict' })).toBeError('identifiers-disagree')
  expect((await create(named)).body).toMatchObject({ courseId: course.id })
})

it('does not tell whether parameters name one record outside the groups (A4, R3)', async () => {
  const { api: south } = await portal.anAccount([{ role: BATCH, groupId: SOUTH }])
  const [course, other] = [await portal.aCourse(), await portal.aCourse()]
  const [user, another] = [await portal.aUser(), await portal.aUser()]
  const theirs = await portal.aCourseAndUser({ groupIds: [SOUTH] }, { groupIds: [SOUTH] })
  const strict = { prefer: 'handling=strict, validate-only' }
  const post = (body: object) => south.post('/registrations/', body, strict)
  for (const courseName of [course.name, other.name, 'no such course']) {
    const named = { courseId: course.id, courseName, userId: theirs.userId }
    expect(await post(named)).toBeError('course-out-of-reach')
  }
  for (const userEmail of [user.email, another.email, 'nobody@example.org']) {
    const named = { courseId: theirs.courseId, userId: user.id, userEmail }
    expect(await post(named)).toBeError('user-out-of-reach')
  }
  const visible = { courseId: theirs.courseId, userId: theirs.userId, userEmail: user.email }
  expect(await post(visible)).toBeError('identifiers-disagree')
})

it('allows one open registration per user and course, and others that are closed (R8)', async () => {
  const both = await portal.aCourseAndUser()
  const first = await create({ ...both, externalId: 'old' })
  const rejected = await create(both)
  expect(rejected).toBeError('already-registered')
  expect(rejected.headers.get('x-existing-id')).toBe(String(first.body.id))
  await api.post(`/registrations/${first.body.id}/approve/`)
  expect(await create(both)).toBeError('already-registered')
  await api.post(`/registrations/${first.body.id}/complete/`)
  expect((await create(both, { prefer: 'validate-only' })).status).toBe(200)
  const second = await create(both)
  expect(second.status).toBe(201)
  await api.post(`/registrations/${second.body.id}/withdraw/`)
  expect((await create(both)).status).toBe(201)
  for (const path of [`/registrations/${first.body.id}/`, '/registrations/external/old/'])
    expect(await api.post(`${path}approve/`)).toBeError('reopen-conflict')
})

it('rejects a used externalId, and names its registration to accounts that see it (R9, R16)', async () => {
  const taken = 'registration-external-id-taken'
  const holder = await create({ ...(await portal.aCourseAndUser()), externalId: 'taken' })
  await api.post(`/registrations/${holder.body.id}/withdraw/`)
  const other = { ...(await portal.aCourseAndUser()), externalId: 'taken' }
  const whatNow = 'Choose another one; programs that number alike need a prefix.'
  const named = `Registration ${holder.body.id} has this externalId, for another course or person. ${whatNow}`
  expect(await create(other)).toBeError(taken, named)
  const south = await portal.anAccount([{ role: BATCH, groupId: SOUTH }])
  const theirs = await portal.aCourseAndUser({ groupIds: [SOUTH] }, { groupIds: [SOUTH] })
  expect(await south.api.post('/registrations/', { ...theirs, externalId: 'taken' })).toBeError(taken)
  await portal.operator.registration.delete(`/admin/courses/${holder.body.courseId}/`)
  expect((await create(other)).status).toBe(201)
})

describe.each(['/registrations/', '/registrations/batch/'])('Idempotency-Key at %s (R10)', (path) => {
  const bodyOf = (item: object) => (path.endsWith('/batch/') ? [item] : item)
  const key = (name: string) => ({ 'idempotency-key': `${path} ${name}` })

  it('replays the first response, without a second registration, and rejects another body', async () => {
    const { courseId, userId } = await portal.aCourseAndUser()
    const first = await api.post(path, bodyOf({ courseId, userId }), key('once'))
    const again = await api.post(path, bodyOf({ userId, courseId }), key('once'))
    expect(again).toMatchObject({ status: first.status, body: first.body })
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    const versioned = await api.post(`/api/v2${path}`, bodyOf({ userId, courseId }), key('once'))
    expect(versioned.headers.get('location')).toBe(first.headers.get('location'))
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    const another = bodyOf(await portal.aCourseAndUser())
    expect(await api.post(path, another, key('once'))).toBeError('idempotency-key-reused')
  })

  it('is rejected while its first request is in progress, with the time to wait', async () => {
    const body = bodyOf(await portal.aCourseAndUser())
    const send = () => api.post(path, body, key('at work'))
    const rejected = await breakpoint.pause(send, send)
    expect(rejected).toBeError('idempotency-in-flight')
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send()).headers.get('idempotent-replayed')).toBe('true')
  })

  it('is not replayed to an account that can no longer see the record (A4)', async () => {
    const south = await portal.anAccount([{ role: BATCH, groupId: SOUTH }])
    const course = await portal.aCourse({ groupIds: [SOUTH] })
    const body = bodyOf({ courseId: course.id, userId: (await portal.aUser({ groupIds: [SOUTH] })).id })
    const send = () => south.api.post(path, body, key('not visible'))
    expect((await send()).status).toBeLessThan(300)
    await portal.operator.registration.put(`/admin/courses/${course.id}/`, { ...course, groupIds: [NORTH] })
    const code = path.endsWith('/batch/') ? 'forbidden' : 'course-out-of-reach'
    await eventually(async () => expect(await send()).toBeError(code))
  })
})

it('checks that a body is complete before the Idempotency-Key (A5, R4, R10)', async () => {
  const key = { 'idempotency-key': 'key-5' }
  const { courseId, userId } = await portal.aCourseAndUser()
  await create({ courseId, userId }, key)
  const detail = 'One of courseId, courseName, courseExternalId is required.'
  expect(await create({ userId }, key)).toBeError('invalid-request', detail)
})

describe('POST /registrations/batch/ (B1)', () => {
  const send = (body: unknown, headers = {}) => api.post('/registrations/batch/', body, headers)

  it('rejects a body that is nested too deeply, also with an Idempotency-Key (S3, R10)', async () => {
    const deep = new RawBody(`[{"externalId":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`)
    for (const headers of [{}, { 'idempotency-key': 'deep' }])
      expect(await send(deep, headers)).toBeError(
        'invalid-request',
        expect.stringMatching(
          /^Item 0 is nested more than 16 levels deep, .* leave it out, and send the rest again\.$/,
        ),
      )
  })

  it('rejects a body of more lists and objects than any batch has, before it is parsed (R19)', async () => {
    const many = new RawBody(`[${'{},'.repeat(10_000)}{`)
    expect(await send(many)).toBeError(
      'invalid-request',
      'The body has more than 10000 lists and objects. Nothing was done. Send it in parts.',
    )
  })

  it('has a result for each item, and one bad item does not affect the others', async () => {
    const [good, inactive] = [await portal.aCourseAndUser(), await portal.aCourseAndUser({ active: false })]
    const { courseId } = good
    const another = await portal.aCourseAndUser()
    const items = [good, inactive, good, { courseId }, 'nonsense', { courseId, userId: 999_999 }, another]
    const response = await send(items)
    expect(response.status).toBe(200)
    expect(response.body.map(({ index, status, code }: any) => [index, status, code])).toEqual([
      [0, 201, undefined],
      [1, 422, 'course-inactive'],
      [2, 409, 'already-registered'],
      [3, 400, 'invalid-request'],
      [4, 400, 'invalid-request'],
      [5, 404, 'user-not-found'],
      [6, 201, undefined],
    ])
    const { registration } = response.body[0]
    expect(response.body[2].existingId).toBe(registration.id)
    expect((await api.get(`/registrations/${registration.id}/`)).body).toEqual(registration)
  })

  it('names the reason of a rejection, and not a later item that was created after it (R8, R9)', async () => {
    const pair = await portal.aCourseAndUser()
    const externalId = 'of another'
    await create({ ...(await portal.aCourseAndUser()), externalId })
    const { body } = await send([{ ...pair, externalId }, pair])
    expect(body).toMatchObject([{ code: 'registration-external-id-taken' }, { status: 201 }])
  })

  it('costs its number of items, a replay one, and a rejected batch nothing (A5, R10, R20)', async () => {
    const { api: limited } = await portal.anAccount(undefined, { requestsPerMinute: 10 })
    const body = await Promise.all([1, 2, 3, 4, 5].map(() => portal.aCourseAndUser()))
    const cost = async (items: unknown, headers: Record<string, string>) => {
      const { status, headers: sent } = await limited.post('/registrations/batch/', items, headers)
      const told = sent.get('x-request-cost')
      return [status, sent.get('ratelimit')?.split(';')[1], ...(told === null ? [] : [told])]
    }
    expect(await cost(body, { 'idempotency-key': 'cost' })).toEqual([200, 'r=5'])
    expect(await cost(body, { 'idempotency-key': 'cost' })).toEqual([200, 'r=4'])
    const another = { 'idempotency-key': 'another' }
    expect(await cost([...body, body[0]], another)).toEqual([429, 'r=4', '6'])
    expect(await cost(body.slice(0, 2), another)).toEqual([200, 'r=2'])
    expect(await cost(body.slice(0, 2), { prefer: 'validate-only' })).toEqual([200, 'r=0'])
  })

  it.each([0, 501])('accepts 1 to 500 items, not %i', async (count) => {
    expect(await send(Array(count).fill({}))).toBeError('invalid-request')
  })
})

it('returns what was written for the same key, although the course has changed (R10)', async () => {
  const both = { courseName: (await portal.aCourse()).name, userEmail: (await portal.aUser()).email }
  const key = { 'idempotency-key': 'lost' }
  lost = true
  expect(await create(both, key)).toBeError('dependency-unavailable')
  await portal.aCourse({ name: both.courseName })
  const again = await create(both, key)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(again.headers.get('x-resolved-by')).toBe('course=courseName; user=userEmail')
})

const COMPOSED = 'é'
const DECOMPOSED = 'e\u0301'

describe('identifiers of registrations and courses (S11)', () => {
  it('are equal in all encodings', async () => {
    const { courseId, userId } = await portal.aCourseAndUser()
    const externalId = ` enrol-${DECOMPOSED}\u00A0`
    const created = expectBody(await api.post('/registrations/', { courseId, userId, externalId }), 201)
    expect(created.externalId).toBe(`enrol-${COMPOSED}`)
    for (const form of [externalId, `enrol-${COMPOSED}`])
      expect((await api.get(`/registrations/external/${encodeURIComponent(form)}/`)).body).toEqual(created)
    const again = { ...(await portal.aCourseAndUser()), externalId: `enrol-${DECOMPOSED}` }
    const detail =
      `Registration ${created.id} has this externalId, for another course or person. ` +
      'Choose another one; programs that number alike need a prefix.'
    expect(await api.post('/registrations/', again)).toBeError('registration-external-id-taken', detail)
  })

  it('find a course by its name and its external id, and a user by the external id', async () => {
    const { id } = await portal.aCourse({ name: `Caf${DECOMPOSED} `, externalId: `c-${DECOMPOSED}` })
    const user = await portal.aUser({ externalId: `u-${DECOMPOSED}` })
    const found = async (body: object) =>
      (await api.post('/registrations/', body, { prefer: 'validate-only' })).body
    const expected = { courseId: id, courseName: `Caf${COMPOSED}`, userId: user.id }
    const byNames = { courseName: ` Caf${DECOMPOSED}`, userExternalId: `u-${DECOMPOSED}` }
    expect(await found(byNames)).toMatchObject(expected)
    const byIds = { courseExternalId: `c-${COMPOSED}\u00A0`, userExternalId: `u-${COMPOSED}` }
    expect(await found(byIds)).toMatchObject(expected)
    for (const form of [`c-${DECOMPOSED}`, `c-${COMPOSED}`]) {
      const listed = await api.get(`/courses/?externalId=${encodeURIComponent(form)}`)
      expect(listed.body.map((course: any) => course.id)).toEqual([id])
    }
  })

  it('find a course by its name without regard to the joiners that letters and emoji need', async () => {
    const name = 'Team 👩\u200D💻'
    const { id } = await portal.aCourse({ name })
    const { id: userId } = await portal.aUser()
    for (const courseName of [name, 'Team 👩💻']) {
      const found = await api.post('/registrations/', { courseName, userId }, { prefer: 'validate-only' })
      expect(expectBody(found, 200)).toMatchObject({ courseId: id, courseName: name })
      const listed = await api.get(`/courses/?name=${encodeURIComponent(courseName)}`)
      expect(listed.body.map((course: any) => course.id)).toEqual([id])
    }
  })

  it.each(['.', '..', ' .. ', 'a\u200Bb'])('are rejected as external ids: %j', async (externalId) => {
    const body = { ...(await portal.aCourseAndUser()), externalId }
    expect(await api.post('/registrations/', body)).toBeError('invalid-request')
  })
})
