import '../../shared/tests/kit/matchers.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { ATTENDANCE, BATCH, NORTH, SOUTH, startPortal, type Portal } from './kit/portal.ts'

let portal: Portal
let api: Awaited<ReturnType<Portal['anAccount']>>['api']
let accountId: number

beforeAll(async () => {
  portal = await startPortal()
  ;({ api, id: accountId } = await portal.anAccount())
})
afterAll(() => portal.stop())

const pair = async (course = {}, user = {}) => ({
  courseId: (await portal.aCourse(course)).id,
  userId: (await portal.aUser(user)).id,
})

describe('POST /registrations/', () => {
  it('tells where the registration is, in the path form that was called (S2, S9)', async () => {
    for (const form of ['/registrations/', '/registrations', '/api/v2/registrations/']) {
      const { headers, body } = await api.post(form, await pair())
      expect(headers.get('location')).toBe(`${form.replace(/\/?$/, '/')}${body.id}/`)
      expect((await api.get(headers.get('location') as string)).body).toEqual(body)
    }
  })

  it('creates a registration in status Not Started (specification §3; S2, S6–S8)', async () => {
    const course = await portal.aCourse()
    const user = await portal.aUser()
    const answer = await api.post('/registrations/', {
      courseId: course.id,
      userId: user.id,
      externalId: 'enrolment-1',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/registrations/${answer.body.id}/`)
    expect(answer.headers.get('x-resolved-by')).toBe('course=courseId; user=userId')
    expect(answer.body).toEqual({
      id: expect.any(Number),
      courseId: course.id,
      courseName: course.name,
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      registrationDate: answer.body.createdDate,
      completionDate: null,
      statusName: 'Not Started',
      externalId: 'enrolment-1',
      userExternalId: user.externalId,
      userId: user.id,
      score: null,
    })
    expect((await api.get(`/registrations/${answer.body.id}/`)).body).toEqual(answer.body)
    expect((await api.get('/registrations/external/enrolment-1/')).body).toEqual(answer.body)
  })

  it('tells no match from several, and from parameters that disagree when handling is strict (S3, R3)', async () => {
    const twice = { name: 'Taught twice' }
    const { userId } = await pair(twice)
    const { courseId } = await pair(twice)
    await portal.aUser({ email: 'shared@example.org' })
    await portal.aUser({ email: 'Shared@example.org' })
    const create = (body: object) => api.post('/registrations/', body)
    expect(await create({ courseId: 999_999, userId })).toBeError('course-not-found')
    expect(await create({ courseId, userId: 999_999 })).toBeError('user-not-found')
    expect(await create({ courseName: 'Taught twice', userId })).toBeError('course-ambiguous')
    expect(await create({ courseId, userEmail: 'shared@example.org' })).toBeError('user-ambiguous')
    const both = { courseId, courseName: 'First aid', userId }
    expect(await api.post('/registrations/', both, { prefer: 'handling=strict' })).toBeError(
      'identifiers-disagree',
    )
  })

  it.each([
    ['no course parameter', { userId: 1 }, 'One of courseId, courseName, courseExternalId is required.'],
    ['no user parameter', { courseId: 1 }, 'One of userId, userExternalId, userEmail is required.'],
    ['an unknown field', { courseId: 1, userId: 1, colour: 'red' }, 'colour is not known here.'],
    ['a wrong type', { courseId: 'one', userId: 1 }, 'courseId must be a whole number.'],
  ])('refuses %s and names it (R4, S3)', async (_what, body, detail) => {
    expect(await api.post('/registrations/', body)).toBeError('invalid-request', detail)
  })

  it.each([
    ['course-inactive', { active: false }, {}],
    ['course-not-published', { published: false }, {}],
    ['event-based-course', { eventBased: true }, {}],
    ['registration-not-required', { requiresRegistration: false }, {}],
    ['user-inactive', {}, { expirationDate: '2020-01-01T00:00:00Z' }],
  ] as const)('refuses with %s (specification §1; S3, R18)', async (code, course, user) => {
    expect(await api.post('/registrations/', await pair(course, user))).toBeError(code)
  })
})

describe('access to a create (A3, A4)', () => {
  it('is refused outside the groups, before eligibility is looked at (A5)', async () => {
    const south = await portal.anAccount([{ role: BATCH, groupId: SOUTH }])
    expect(await south.api.post('/registrations/', await pair({ active: false }))).toBeError('forbidden')
    expect(await south.api.post('/registrations/', await pair({ groupIds: [SOUTH] }))).toBeError('forbidden')
  })
})

describe('one open registration per user and course (R8)', () => {
  it('refuses a second one, and allows it again after Completed and after Withdrawn', async () => {
    const both = await pair()
    const first = await api.post('/registrations/', both)
    const second = await api.post('/registrations/', both)
    expect(second).toBeError('already-registered')
    expect(second.headers.get('x-existing-id')).toBe(String(first.body.id))
    await api.post(`/registrations/${first.body.id}/approve/`)
    expect(await api.post('/registrations/', both)).toBeError('already-registered')
    await api.post(`/registrations/${first.body.id}/complete/`)
    const again = await api.post('/registrations/', both)
    expect(again.status).toBe(201)
    await api.post(`/registrations/${again.body.id}/withdraw/`)
    expect((await api.post('/registrations/', both)).status).toBe(201)
  })

  it('refuses a move that would re-open an old one beside an open one', async () => {
    const both = await pair()
    const old = await api.post('/registrations/', { ...both, externalId: 'old' })
    await api.post(`/registrations/${old.body.id}/withdraw/`)
    await api.post('/registrations/', both)
    for (const path of [`/registrations/${old.body.id}/`, '/registrations/external/old/'])
      expect(await api.post(`${path}approve/`)).toBeError('reopen-conflict')
    expect((await api.get(`/registrations/${old.body.id}/`)).body.statusName).toBe('Withdrawn')
  })
})

describe('externalId (R9)', () => {
  it('is unique across the portal, and the holder is named to those who may see it', async () => {
    const holder = await api.post('/registrations/', { ...(await pair()), externalId: 'taken' })
    await api.post(`/registrations/${holder.body.id}/withdraw/`)
    expect(await api.post('/registrations/', { ...(await pair()), externalId: 'taken' })).toBeError(
      'registration-external-id-taken',
      `Registration ${holder.body.id} has this externalId. Choose another one.`,
    )
    const south = await portal.anAccount([{ role: BATCH, groupId: SOUTH }])
    const theirs = await pair({ groupIds: [SOUTH] }, { groupIds: [SOUTH] })
    expect(await south.api.post('/registrations/', { ...theirs, externalId: 'taken' })).toBeError(
      'registration-external-id-taken',
    )
  })

  it('taken beside an open registration answers as a preview does: already registered (R8, R11)', async () => {
    const both = { ...(await pair()), externalId: 'twice-taken' }
    await api.post('/registrations/', both)
    expect(await api.post('/registrations/', both)).toBeError('already-registered')
    expect(await api.post('/registrations/', both, { prefer: 'validate-only' })).toBeError(
      'already-registered',
    )
  })

  it('names no holder that is gone (R9, R16)', async () => {
    const holder = await pair()
    await api.post('/registrations/', { ...holder, externalId: 'of-a-deleted-course' })
    await portal.operator.courses.delete(`/admin/courses/${holder.courseId}/`)
    expect(
      await api.post('/registrations/', { ...(await pair()), externalId: 'of-a-deleted-course' }),
    ).toBeError('registration-external-id-taken')
  })

  it('may be left empty by any number of registrations', async () => {
    expect((await api.post('/registrations/', { ...(await pair()), externalId: '' })).status).toBe(201)
    expect((await api.post('/registrations/', await pair())).status).toBe(201)
  })
})

describe('Idempotency-Key (R10)', () => {
  it('gives the first answer again, without a second registration', async () => {
    const both = await pair()
    const key = { 'idempotency-key': 'key-1' }
    const first = await api.post('/registrations/', both, key)
    const again = await api.post('/registrations/', { userId: both.userId, courseId: both.courseId }, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  })

  it('refuses another body under the same key', async () => {
    const key = { 'idempotency-key': 'key-2' }
    await api.post('/registrations/', await pair(), key)
    expect(await api.post('/registrations/', await pair(), key)).toBeError('idempotency-key-reused')
  })

  it('is not asked about a body that is incomplete (A5, R4)', async () => {
    const key = { 'idempotency-key': 'key-5' }
    const both = await pair()
    await api.post('/registrations/', both, key)
    expect(await api.post('/registrations/', { userId: both.userId }, key)).toBeError(
      'invalid-request',
      'One of courseId, courseName, courseExternalId is required.',
    )
  })
})

describe('Prefer: validate-only (R11)', () => {
  const preview = { prefer: 'validate-only' }

  it('shows the registration as it would be and writes nothing', async () => {
    const both = await pair()
    const answer = await api.post('/registrations/', both, preview)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('preference-applied')).toBe('validate-only')
    expect(answer.body).toMatchObject({ id: 0, ...both, statusName: 'Not Started' })
    expect((await api.get(`/registrations/?course_id=${both.courseId}`)).body).toEqual([])
  })
})

describe('history (B2)', () => {
  it('tells who moved it, when, from where to where, with score and success (R6)', async () => {
    const { body } = await api.post('/registrations/', await pair())
    await api.post(`/registrations/${body.id}/complete/`, { score: 87.5, success: 'TRUE' })
    await api.post(`/registrations/${body.id}/withdraw/`)
    const history = await api.get(`/registrations/${body.id}/history/`)
    const by = { by: accountId, byName: 'HR sync', at: expect.any(String) }
    expect(history.body).toEqual([
      { ...by, from: null, to: 'Not Started', score: null, success: null },
      { ...by, from: 'Not Started', to: 'Completed', score: 87.5, success: true },
      { ...by, from: 'Completed', to: 'Withdrawn', score: 87.5, success: null },
    ])
  })
})

describe('a user who changes (design, "The way of one registration", step 5)', () => {
  it('moved to another group, leaves the list of the old one and joins that of the new one', async () => {
    const north = await portal.anAccount([{ role: ATTENDANCE, groupId: NORTH }])
    const both = await pair()
    const { body } = await api.post('/registrations/', both)
    await portal.operator.users.put(`/admin/groups/${SOUTH}/members/${both.userId}/`)
    await portal.operator.users.delete(`/admin/groups/${NORTH}/members/${both.userId}/`)
    expect(await north.api.post(`/registrations/${body.id}/approve/`)).toBeError('forbidden')
    await eventually(async () =>
      expect(await north.api.get(`/registrations/${body.id}/`)).toBeError('forbidden'),
    )
    expect((await api.get(`/registrations/?user_id=${both.userId}`)).body).toHaveLength(1)
  })
})
