import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { FINISHED, outcomes, UNDATED } from '../../../testing/registration/imports.ts'
import {
  ATTENDANCE,
  expectBody,
  NORTH,
  registrationPortal,
  SOUTH,
} from '../../../testing/registration/portal.ts'

const { logger, lines } = recordedLog()
const portal = registrationPortal({ logger })
let operator: Client
let api: Client
beforeAll(async () => {
  operator = portal.operator.registration
  api = (await portal.anAccount()).api
})

const send = (items: unknown, headers = {}) => operator.post('/admin/registrations/import/', items, headers)
const inTheFuture = () => new Date(Date.now() + 60 * 60_000).toISOString()

let last = 0
/** Finished training of a new user, in a new course. */
const finished = async (fields: object = {}) => ({
  ...(await portal.aCourseAndUser()),
  externalId: `moodle-${++last}`,
  ...FINISHED,
  ...fields,
})
describe('POST /admin/registrations/import/ (R22)', () => {
  it('stores status, dates, score and external id as given, updated at the time of the import', async () => {
    const before = new Date(Date.now() - 1000).toISOString()
    const item = await finished()
    const response = await send([item])
    expect(outcomes(response)).toEqual([[201, 'created']])
    const [{ registration }] = response.body
    expect(registration).toMatchObject({
      courseId: item.courseId,
      userId: item.userId,
      externalId: item.externalId,
      statusName: 'Completed',
      createdDate: '2019-03-01T08:00:00Z',
      registrationDate: '2019-03-02T08:00:00Z',
      completionDate: '2019-03-28T16:30:00Z',
      score: 87.5,
      success: true,
      importedStatus: 'Completed',
    })
    const read = await api.get(`/registrations/${registration.id}/?include=details`)
    expect(read).toMatchObject({ status: 200, body: registration })
    const known = { 'if-none-match': read.headers.get('etag') ?? '' }
    expect((await api.get(`/registrations/${registration.id}/?include=details`, known)).status).toBe(304)
    const delta = `/registrations/?course_id=${item.courseId}&updated_after=${before}`
    expect((await api.get(delta)).body).toMatchObject([{ id: registration.id }])
  })

  it('identifies course and user as a create does, also strictly (R1, R2, R3)', async () => {
    const [course, other, user] = [await portal.aCourse(), await portal.aCourse(), await portal.aUser()]
    const named = { courseName: course.name, userEmail: user.email.toUpperCase(), ...FINISHED }
    const { body } = await send([named])
    expect(body).toMatchObject([{ registration: { courseId: course.id, userId: user.id } }])
    const disagreeing = { ...named, courseExternalId: other.externalId }
    const strict = await send([disagreeing], { prefer: 'handling=strict' })
    expect(outcomes(strict)).toEqual([[409, 'identifiers-disagree']])
    expect(strict.headers.get('preference-applied')).toBe('handling=strict')
  })

  it('needs no active, published or registrable course, and no active user', async () => {
    const closed = { active: false, published: false, requiresRegistration: false, groupIds: [SOUTH] }
    const past = { expirationDate: '2020-01-01T00:00:00Z' }
    const inactive = await finished(await portal.aCourseAndUser(closed, past))
    expect(outcomes(await send([inactive]))).toEqual([[201, 'created']])
  })

  it('has a result for each item, and one bad item does not affect the others', async () => {
    const [deleted, ambiguous] = [await portal.aCourse(), { name: 'Taught twice' }]
    await operator.delete(`/admin/courses/${deleted.id}/`)
    for (const course of [ambiguous, ambiguous]) await portal.aCourse(course)
    for (const email of ['two@example.org', 'two@example.org']) await portal.aUser({ email })
    const { userId, courseId } = await portal.aCourseAndUser()
    const response = await send([
      'nonsense',
      await finished({ courseId: deleted.id }),
      await finished({ userId: 999_999 }),
      { ...FINISHED, courseName: 'Taught twice', userId },
      { ...FINISHED, courseId, userEmail: 'two@example.org' },
      await finished(await portal.aCourseAndUser({ eventBased: true })),
      await finished(),
    ])
    expect(response.status).toBe(200)
    expect(outcomes(response)).toEqual([
      [400, 'invalid-request'],
      [404, 'course-not-found'],
      [404, 'user-not-found'],
      [409, 'course-ambiguous'],
      [409, 'user-ambiguous'],
      [422, 'event-based-course'],
      [201, 'created'],
    ])
  })

  it.each([
    [{ userId: undefined }, 'One of userId, userExternalId, userEmail is required.'],
    [{ statusName: undefined }, 'statusName is required.'],
    [{ success: 'nein' }, 'success must be true, false or null.'],
    [{ success: 7 }, 'success must be true, false or null.'],
    [
      { createdDate: undefined, registrationDate: undefined },
      'One of createdDate, registrationDate is required.',
    ],
    [{ completionDate: null }, 'completionDate is required with the status Completed.'],
    [{ statusName: 'Not Started' }, 'completionDate must be left out with the status Not Started.'],
    [{ registrationDate: '2019-02-28T23:59:59Z' }, 'registrationDate must not be earlier than createdDate.'],
    [{ completionDate: '2019-03-01T23:00:00Z' }, 'completionDate must not be earlier than registrationDate.'],
    [
      { id: 7, createdDate: undefined, completionDate: '2019-03-01T23:00:00Z' },
      'completionDate must not be earlier than registrationDate.',
    ],
    [{ completionDate: inTheFuture() }, 'completionDate must not be in the future.'],
    [
      { createdDate: '1949-12-31T23:59:59Z', registrationDate: '1950-01-01T00:00:00Z' },
      'createdDate must not be before 1950-01-01.',
    ],
    [
      {
        completionDate: '1925-11-24T00:00:00Z',
        registrationDate: undefined,
        createdDate: undefined,
        openRegistration: 'complete',
      },
      'completionDate must not be before 1950-01-01.',
    ],
    [
      { statusName: 'Approved', completionDate: null, registrationDate: inTheFuture() },
      'registrationDate must not be in the future.',
    ],
  ])('rejects an item whose fields do not fit: %j', async (fields, detail) => {
    const { body } = await send([await finished(fields)])
    expect(body).toEqual([{ index: 0, status: 400, code: 'invalid-request', detail }])
  })

  it('takes one date for the other, and a completion date of a registration that moved on (R7)', async () => {
    const { createdDate: _, registrationDate: __, ...rest } = await finished()
    const { body } = await send([
      { ...rest, registrationDate: '2019-03-02T08:00:00Z', statusName: 'Approved' },
      await finished({ registrationDate: undefined, statusName: 'Withdrawn' }),
      await finished({ statusName: 'Withdrawn', completionDate: undefined, score: null, success: null }),
    ])
    expect(body.map(({ registration }: any) => registration)).toMatchObject([
      { statusName: 'Approved', createdDate: '2019-03-02T08:00:00Z', completionDate: '2019-03-28T16:30:00Z' },
      { statusName: 'Withdrawn', registrationDate: '2019-03-01T08:00:00Z', score: 87.5 },
      { statusName: 'Withdrawn', completionDate: null, score: null, success: null },
    ])
  })

  it.each([0, 501])('accepts 1 to 500 items, not %i', async (count) => {
    expect(await send(Array(count).fill({}))).toBeError('invalid-request')
  })
})

describe('an item that was imported before (R22)', () => {
  it('is unchanged, by its externalId or by its data, also within one request', async () => {
    const [item, other] = [await finished(), await finished({ externalId: '' })]
    const first = await send([item, other, item, { ...other, externalId: undefined }])
    const created = [201, 'created']
    const unchanged = [200, 'unchanged']
    expect(outcomes(first)).toEqual([created, created, unchanged, unchanged])
    const again = await send([item, other, { ...item, externalId: undefined }])
    expect(outcomes(again)).toEqual([unchanged, unchanged, unchanged])
    const ids = [first, again].map(({ body }) => body.map(({ registration }: any) => registration.id))
    expect(ids[1]).toEqual([ids[0][0], ids[0][1], ids[0][0]])
  })

  it('is unchanged after the registration has moved', async () => {
    const item = await finished()
    const { id } = (await send([item])).body[0].registration
    await api.post(`/registrations/${id}/complete/`, { score: 12, success: false })
    await api.post(`/registrations/${id}/withdraw/`)
    const { body } = await send([item])
    expect(body).toMatchObject([{ outcome: 'unchanged', registration: { id, statusName: 'Withdrawn' } }])
  })

  it('is unchanged with the result to which it was corrected since, and not with another', async () => {
    const [named, imported] = [await portal.aCourseAndUser(), await finished()]
    const row = { ...UNDATED, ...named, externalId: `row-${imported.externalId}` }
    expectBody(await api.post('/registrations/', { ...named, externalId: row.externalId }), 201)
    const corrected = { score: 60, success: false }
    for (const { registration } of (await send([row, imported])).body)
      expectBody(await api.post(`/registrations/${registration.id}/complete/`, corrected), 200)
    const expected = [
      [200, 'unchanged'],
      [200, 'unchanged'],
      [409, 'import-differs'],
    ]
    for (const headers of [{ prefer: 'validate-only' }, {}])
      for (const item of [row, imported]) {
        const items = [{ ...item, ...corrected }, item, { ...item, score: 61 }]
        expect(outcomes(await send(items, headers))).toEqual(expected)
      }
  })

  it('is written once by requests that overlap', async () => {
    const items = await Promise.all(Array.from({ length: 5 }, () => finished({ externalId: '' })))
    const responses = await Promise.all([1, 2, 3].map(() => send(items)))
    const all = responses.flatMap(outcomes).map(([, outcome]: any) => outcome)
    expect(all.filter((outcome: string) => outcome === 'created')).toHaveLength(5)
    expect(all.filter((outcome: string) => outcome === 'unchanged')).toHaveLength(10)
  })

  it('is unchanged when it was exported here, also if it was created here, unless it differs', async () => {
    const [named, item] = [await portal.aCourseAndUser(), await finished()]
    expectBody(await api.post('/registrations/', named), 201)
    await send([item])
    const export1 = (id: number) => api.get(`/registrations/?course_id=${id}&include=details`)
    const exported = [await export1(named.courseId), await export1(item.courseId)].flatMap(({ body }) => body)
    const unchanged = [200, 'unchanged']
    for (const headers of [{ prefer: 'validate-only' }, {}])
      expect(outcomes(await send(exported, headers))).toEqual([unchanged, unchanged])
    const other = { ...(await finished()), id: exported[0].id }
    const completionDate = '2019-03-29T00:00:00Z'
    const ofADay = (dateTime: string) => `${dateTime.slice(0, 10)}T00:00:00Z`
    const [, { createdDate, registrationDate }] = exported
    const { body } = await send([
      { ...exported[0], externalId: 'typed over', success: undefined },
      { ...exported[1], statusName: 'Withdrawn', completionDate, score: 1 },
      // A spreadsheet has cut the times.
      { ...exported[1], createdDate: ofADay(createdDate), registrationDate: ofADay(registrationDate) },
      other,
    ])
    expect(outcomes({ body })).toEqual([...Array(3).fill([409, 'import-differs']), [201, 'created']])
    expect(body[0].detail).toContain('without it the item is stored as a second registration')
    expect(body.map(({ detail }: any) => /another (.*), which/.exec(detail)?.[1])).toEqual([
      'externalId',
      'statusName, completionDate, score',
      'createdDate, registrationDate',
      undefined,
    ])
  })

  it('is unchanged with another registration date, and is stored beside the other on request', async () => {
    const item = { ...(await finished()), createdDate: undefined }
    await send([item])
    const listed = { ...item, externalId: `list-${last}`, registrationDate: item.completionDate }
    for (const headers of [{ prefer: 'validate-only' }, {}])
      expect(outcomes(await send([listed, { ...listed, score: 1 }], headers))).toEqual([
        [200, 'unchanged'],
        [409, 'import-differs'],
      ])
    expect(outcomes(await send([{ ...listed, openRegistration: 'beside' }]))).toEqual([[201, 'created']])
  })

  it('is rejected if its other data differ (R9)', async () => {
    const item = await finished()
    const { id } = (await send([item])).body[0].registration
    const { body } = await send([
      { ...item, completionDate: '2019-04-01T00:00:00Z' },
      { ...item, externalId: 'another' },
      { ...item, externalId: undefined, score: 12 },
    ])
    const differs = { status: 409, code: 'import-differs', existingId: id }
    expect(body).toMatchObject([
      {
        status: 409,
        code: 'registration-external-id-taken',
        existingId: id,
        detail: expect.stringContaining('was imported with this externalId and other data'),
      },
      differs,
      { ...differs, detail: expect.stringContaining(`Registration ${id} has the same user`) },
    ])
  })
})

it('an import and a create keep one open registration per user and course (R8, R22)', async () => {
  const both = await portal.aCourseAndUser()
  const open = { ...both, statusName: 'Approved', createdDate: '2019-03-01T08:00:00Z' }
  const { body } = await send([open, { ...open, createdDate: '2019-03-02T08:00:00Z' }, open])
  const { id } = body[0].registration
  expect(body).toMatchObject([
    { outcome: 'created' },
    { status: 409, code: 'already-registered', existingId: id },
    { outcome: 'unchanged' },
  ])
  expect(await api.post('/registrations/', both)).toBeError('already-registered')
  await api.post(`/registrations/${id}/complete/`)
  expect((await api.post('/registrations/', both)).status).toBe(201)
  expect(outcomes(await send([{ ...open, createdDate: '2019-03-03T08:00:00Z' }]))).toEqual([
    [409, 'already-registered'],
  ])
})

it('a dry run of an import has the same results and writes nothing (R11, R22)', async () => {
  const item = await finished()
  const open = {
    ...(await portal.aCourseAndUser()),
    statusName: 'Approved',
    createdDate: FINISHED.createdDate,
  }
  const items = [
    item,
    item,
    { ...item, externalId: 'another' },
    { ...item, score: 1 },
    open,
    { ...open, createdDate: '2019-03-02T08:00:00Z' },
    { ...FINISHED, courseId: open.courseId, userId: open.userId },
    { ...FINISHED, courseId: open.courseId, userId: open.userId, openRegistration: 'complete' },
    { ...FINISHED, courseId: open.courseId, userId: open.userId },
    { courseId: open.courseId, userId: open.userId, ...UNDATED },
    await finished({ userId: 999_999 }),
  ]
  const preview = await send(items, { prefer: 'validate-only' })
  expect(preview.headers.get('preference-applied')).toBe('validate-only')
  expect(preview.body[0].registration).toMatchObject({ id: 0, statusName: 'Completed' })
  expect((await api.get(`/registrations/?course_id=${item.courseId}`)).body).toEqual([])
  expect(outcomes(await send(items))).toEqual(outcomes(preview))
  expect(outcomes(preview)).toEqual([
    [201, 'created'],
    [200, 'unchanged'],
    [409, 'import-differs'],
    [409, 'import-differs'],
    [201, 'created'],
    [409, 'already-registered'],
    [409, 'registration-open'],
    [200, 'changed'],
    [200, 'unchanged'],
    [404, 'not-registered'],
    [404, 'user-not-found'],
  ])
})

it('an import is one entry of the history and one audit line (A4, B2, O10, R22)', async () => {
  const item = await finished()
  const { id } = (await send([item])).body[0].registration
  await send([item])
  const entry = { by: null, from: null, to: 'Completed', imported: true, score: 87.5, success: true }
  const at = expect.any(String)
  const shown = (await api.get(`/registrations/${id}/history/`)).body
  expect(shown).toEqual([{ at, byName: 'operator', ...entry }])
  // The name of the token is for operators: here it is a part of the hash of the token.
  const toOperators = (await operator.get(`/admin/registrations/${id}/history/`)).body
  expect(toOperators).toEqual([{ at, byName: expect.stringMatching(/^[0-9a-f]{12}$/), ...entry }])
  const audited = lines.filter(({ event, operation }) => event && operation === 'importRegistrations')
  expect(audited.at(-1)).toMatchObject({ target: { registrations: [id] } })
})

it('no e-mail is sent about an import, not even by an operator (B3, O11, R22)', async () => {
  const { id } = (await send([await finished()])).body[0].registration
  const receipt = { status: 'none', reason: 'imported', attempts: 0, sentAt: null }
  expect((await api.get(`/registrations/${id}/notification/`)).body).toEqual(receipt)
  const { body } = await api.post('/registrations/', await portal.aCourseAndUser())
  const ids = [body.id, id]
  expect(await operator.post('/admin/registrations-without-delivery/send/', { ids })).toBeError(
    'registration-imported',
  )
})

it('an imported registration is visible and moves like any other (A4, R5, R22)', async () => {
  const { id } = (await send([await finished()])).body[0].registration
  const [north, south] = await Promise.all(
    [NORTH, SOUTH].map((groupId) => portal.anAccount([{ role: ATTENDANCE, groupId }])),
  )
  expect((await north!.api.get(`/registrations/${id}/`)).status).toBe(200)
  expect(await south!.api.get(`/registrations/${id}/`)).toBeError('forbidden')
  const approved = await north!.api.post(`/registrations/${id}/approve/`)
  expect(approved.body).toMatchObject({ statusName: 'Approved', completionDate: '2019-03-28T16:30:00Z' })
})

it('an imported registration is exported, refreshed and erased like any other (O18, O19, R22)', async () => {
  const item = await finished()
  const { id } = (await send([item])).body[0].registration
  const exported = await portal.internal.get(`/internal/users/${item.userId}/registrations/`)
  expect(exported.body).toMatchObject([{ registration: { id }, history: [{ imported: true }] }])

  await operator.put(`/admin/courses/${item.courseId}/`, { name: 'Renamed', groupIds: [NORTH] })
  await eventually(async () =>
    expect((await api.get(`/registrations/${id}/`)).body).toMatchObject({ courseName: 'Renamed' }),
  )

  const order = { reason: 'request 17', withRegistrations: true }
  expectBody(await portal.operator.user.post(`/admin/users/${item.userId}/erase/`, order), 202)
  await eventually(async () =>
    expect((await operator.get(`/admin/registrations/?userId=${item.userId}`)).body).toEqual([]),
  )
  expect(outcomes(await send([item]))).toEqual([[404, 'user-not-found']])
})
