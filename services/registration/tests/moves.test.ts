import { brokerClient } from '../../../testing/broker.ts'
import type { Client } from '../../../testing/client.ts'
import { aDatabase } from '../../../testing/database.ts'
import { registrationPortal, NORTH, NORTH_SCHOOL } from '../../../testing/registration/portal.ts'
import { FINISHED, outcomes, UNDATED } from '../../../testing/registration/imports.ts'
import { aUser, begun } from '../../../testing/registration/begun.ts'
import { registrationStore } from '../../../testing/registration/store.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { Unavailable } from '../../platform/errors.ts'
import type { PendingEvent } from '../../platform/messaging/relay.ts'
import { registrationChangedEvent } from '../src/registrations/events.ts'
import { move, type Registration } from '../src/registrations/rules.ts'

const TRACE = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
const ACTOR = { id: 3, name: 'HR sync' }

const portal = registrationPortal()

describe('the events of moves (W1)', () => {
  let broker: Awaited<ReturnType<typeof brokerClient>>
  // Before the hook that removes the vhost.
  afterAll(() => broker.close())
  const payloads: any[] = []
  /** The moves of a registration by their versions. Brokers may deliver an event more than once. */
  const movesOf = (id: number): any[] => {
    const byEvent = new Map(payloads.map((payload) => [payload.eventId, payload]))
    return [...byEvent.values()]
      .filter(({ registrationId }) => registrationId === id)
      .sort((a, b) => a.version - b.version)
  }
  const moved = async (api: Client, id: number, to: string, body?: object) =>
    expectBody(await api.post(`/registrations/${id}/${to}/`, body), 200)
  beforeAll(async () => {
    broker = await brokerClient(portal.rabbitmqUrl)
    await broker.channel.consume(
      'notification.webhook-registration-changed',
      (message) => message && payloads.push(JSON.parse(message.content.toString())),
      { noAck: true },
    )
  })

  it('have the status before the move, and an increasing version', async () => {
    const { api } = await portal.anAccount()
    const body = expectBody(await api.post('/registrations/', await portal.aCourseAndUser()), 201)
    await moved(api, body.id, 'approve')
    await moved(api, body.id, 'complete', { score: 87.5, success: true })
    await moved(api, body.id, 'withdraw')
    await eventually(() => expect(movesOf(body.id)).toHaveLength(3))
    const moves = movesOf(body.id)
    expect(moves).toMatchObject([
      { version: 2, previousStatus: 'Not Started', statusName: 'Approved', success: null },
      { version: 3, previousStatus: 'Approved', statusName: 'Completed', score: 87.5, success: true },
      { version: 4, previousStatus: 'Completed', statusName: 'Withdrawn', success: true },
    ])
    expect(moves[0]).toMatchObject({
      registrationId: body.id,
      courseId: body.courseId,
      courseName: body.courseName,
      userId: body.userId,
      userExternalId: body.userExternalId,
      externalId: '',
      completionDate: null,
    })
  })

  it('are not sent for a move that changes nothing (R5)', async () => {
    const { api } = await portal.anAccount()
    const { body } = await api.post('/registrations/', await portal.aCourseAndUser())
    for (const to of ['approve', 'approve', 'withdraw']) await moved(api, body.id, to)
    await eventually(() => expect(movesOf(body.id).map(({ version }) => version)).toEqual([2, 3]))
  })

  it('are checked against the present groups of the course (A7, W4)', async () => {
    const course = await portal.aCourse({ groupIds: [NORTH] })
    const groups = async () =>
      (await portal.internal.post('/internal/courses/groups/', { courseIds: [course.id, 999_999] })).body
    expect(await groups()).toEqual([{ courseId: course.id, groupIds: [NORTH] }])
    await portal.operator.registration.put(`/admin/courses/${course.id}/`, {
      name: course.name,
      groupIds: [NORTH_SCHOOL],
    })
    expect(await groups()).toEqual([{ courseId: course.id, groupIds: [NORTH_SCHOOL] }])
  })

  it('are not the source of late e-mails, which ask for the present state (R21)', async () => {
    const { api } = await portal.anAccount()
    const course = await portal.aCourse({ groupIds: [NORTH] })
    const { userId } = await portal.aCourseAndUser()
    const { body } = await api.post('/registrations/', { courseId: course.id, userId })
    const state = async () => {
      const ids = { registrationIds: [body.id, 999_999] }
      return expectBody(await portal.internal.post('/internal/registrations/states/', ids), 200)
    }
    const present = {
      registrationId: body.id,
      withdrawn: false,
      courseName: course.name,
      courseDeleted: false,
    }
    expect(await state()).toEqual([present])
    const path = `/admin/courses/${course.id}/`
    await portal.operator.registration.put(path, { name: 'renamed', groupIds: [NORTH] })
    expect(await state()).toEqual([{ ...present, courseName: 'renamed' }])
    await api.post(`/registrations/${body.id}/withdraw/`)
    await portal.operator.registration.delete(path)
    expect(await state()).toEqual([
      { ...present, withdrawn: true, courseName: 'renamed', courseDeleted: true },
    ])
  })
})

describe('the outbox of registrations', () => {
  const clock = { now: () => new Date() }
  let isReady = false
  const enqueued: PendingEvent[] = []
  const relay = {
    willPublish: () => isReady,
    enqueue: (pending: readonly PendingEvent[]) => void enqueued.push(...pending),
  }
  const { model, outbox, registrations } = registrationStore({ database: aDatabase(), clock, relay })
  beforeAll(() => registrations.prepare())
  beforeEach(async () => {
    isReady = false
    enqueued.length = 0
    await model.deleteMany()
  })

  let lastId = 0
  async function aRegistration(): Promise<Registration> {
    const created = begun(++lastId, { user: aUser({ id: lastId }) })
    await registrations.insert([created])
    return created.registration
  }
  const moveTo = async (id: number, to: 'Approved' | 'Withdrawn') =>
    registrations.change((await registrations.find(id)) as Registration, TRACE, (current) =>
      move(current, { to }, ACTOR, clock.now()),
    )

  it('holds the creation and all moves in their order until the broker has confirmed them', async () => {
    const { id } = await aRegistration()
    await moveTo(id, 'Approved')
    await moveTo(id, 'Withdrawn')
    const claimed = await outbox.claim(10)
    expect(claimed.map(({ event }) => event)).toMatchObject([
      { type: 'registration.created.v1' },
      { type: 'registration.changed.v1', payload: { version: 2, statusName: 'Approved' } },
      { type: 'registration.changed.v1', payload: { version: 3, statusName: 'Withdrawn' } },
    ])
    await outbox.markPublished(claimed)
    expect(await model.findById(id).lean()).toMatchObject({ events: [] })
  })

  it('passes stored events to the relay, if the relay has capacity', async () => {
    isReady = true
    const { id } = await aRegistration()
    await moveTo(id, 'Approved')
    expect(enqueued).toMatchObject([
      { record: { _id: id }, event: { type: 'registration.created.v1' } },
      { record: { _id: id }, event: { payload: { version: 2 } } },
    ])
    expect(await outbox.claim(10)).toEqual([])
    isReady = false
    await moveTo(id, 'Withdrawn')
    expect(enqueued).toHaveLength(2)
  })

  it('leaves an event to the relay that publishes it when the next move is stored', async () => {
    const { id } = await aRegistration()
    const claimed = await outbox.claim(10)
    await moveTo(id, 'Approved')
    expect(await outbox.claim(10)).toEqual([])
    await outbox.markPublished(claimed)
    expect(await outbox.claim(10)).toMatchObject([{ event: { payload: { version: 2 } } }])
  })

  it('rejects a move with 503 while a hundred events of the registration are pending', async () => {
    const { id } = await aRegistration()
    for (let count = 1; count < 100; count++) await moveTo(id, count % 2 === 1 ? 'Approved' : 'Withdrawn')
    await expect(moveTo(id, 'Withdrawn')).rejects.toThrow(Unavailable)
    expect(await registrations.find(id)).toMatchObject({ status: 'Approved', version: 100 })
    await outbox.markPublished(await outbox.claim(1))
    expect(await moveTo(id, 'Withdrawn')).toMatchObject({ status: 'Withdrawn' })
  })

  it('gives an event the same id each time, and another one after a restore', () => {
    const before = { id: 1, version: 1, createdAt: new Date(0), registeredAt: new Date(0) } as Registration
    const after = {
      ...before,
      course: {},
      user: {},
      completedAt: null,
      updatedAt: new Date(5),
    } as Registration
    const idOf = (moved: Registration) => registrationChangedEvent(before, moved, TRACE).payload.eventId
    expect(idOf(after)).toBe(idOf(after))
    expect(idOf(after)).not.toBe(idOf({ ...after, updatedAt: new Date(6) }))
  })
})

describe('finished training of a user who has an open registration (R22)', () => {
  const send = (items: unknown, headers = {}) =>
    portal.operator.registration.post('/admin/registrations/import/', items, headers)
  let api: Client
  beforeAll(async () => {
    api = (await portal.anAccount()).api
  })

  async function anOpenOne(externalId = '') {
    const named = await portal.aCourseAndUser()
    const { body } = await api.post('/registrations/', { ...named, externalId })
    return { named, id: body.id as number, history: () => api.get(`/registrations/${body.id}/history/`) }
  }

  it('is rejected, and the error names the open one', async () => {
    const { named, id } = await anOpenOne()
    const items = [
      { ...named, ...FINISHED },
      { ...named, ...FINISHED, statusName: 'Withdrawn' },
    ]
    const detail = expect.stringContaining(`Registration ${id} of the same user and course is open.`)
    const rejected = { status: 409, code: 'registration-open', existingId: id, detail }
    for (const headers of [{ prefer: 'validate-only' }, {}])
      expect((await send(items, headers)).body).toMatchObject([rejected, rejected])
  })

  it('completes it with its own date, score and success, once, if the item says so', async () => {
    const { named, id, history } = await anOpenOne('kept')
    const item = { ...named, ...FINISHED, openRegistration: 'complete', externalId: 'moodle-1' }
    expect(outcomes(await send([item], { prefer: 'validate-only' }))).toEqual([[200, 'changed']])
    const first = await send([item])
    const state = {
      statusName: 'Completed',
      completionDate: '2019-03-28T16:30:00Z',
      score: 87.5,
      success: true,
    }
    expect(first.body).toMatchObject([
      { status: 200, outcome: 'changed', registration: { id, externalId: 'kept', ...state } },
    ])
    const entries = (await history()).body
    expect(entries).toMatchObject([
      { from: null, to: 'Not Started' },
      { from: 'Not Started', to: 'Completed', score: 87.5, success: true, imported: true },
    ])
    const again = await send([item, { ...item, openRegistration: undefined }, { ...item, score: 1 }])
    expect(outcomes(again).map(([, outcome]: any) => outcome)).toEqual([
      ...['unchanged', 'unchanged', 'import-differs'],
    ])
    expect(again.body[0].registration).toEqual(first.body[0].registration)
    expect((await history()).body).toEqual(entries)
    // The e-mail about its creation is another matter.
    expect((await api.get(`/registrations/${id}/`)).body).not.toHaveProperty('importedStatus')
    expect((await api.post('/registrations/', named)).status).toBe(201)
  })

  it('gets the date of the item also if it was completed by mistake before (R7, R22)', async () => {
    const { named, id } = await anOpenOne()
    for (const move of ['complete', 'approve'])
      expectBody(await api.post(`/registrations/${id}/${move}/`), 200)
    await send([{ ...named, ...FINISHED, openRegistration: 'complete' }])
    const { body } = await api.get(`/registrations/${id}/`)
    expect(body).toMatchObject({ statusName: 'Completed', completionDate: '2019-03-28T16:30:00Z' })
  })

  it('is stored beside it, if the item says so', async () => {
    const { named, id } = await anOpenOne()
    const item = { ...named, ...FINISHED, openRegistration: 'beside' }
    expect(outcomes(await send([item]))).toEqual([[201, 'created']])
    expect((await api.get(`/registrations/${id}/`)).body).toMatchObject({ statusName: 'Not Started' })
  })

  it('only completes it without the dates of a registration, by person or external id', async () => {
    const { named, id } = await anOpenOne('list-1')
    const other = await anOpenOne('list-2')
    const items = [
      { ...UNDATED, ...named, externalId: 'list-2' },
      { ...UNDATED, externalId: 'list-2' },
      { ...UNDATED, ...named },
      { ...UNDATED, externalId: 'unknown' },
      { ...UNDATED, ...(await portal.aCourseAndUser()) },
      { ...UNDATED, externalId: 'list-2', completionDate: null },
    ]
    const expected = [
      [404, 'not-registered'],
      [200, 'changed'],
      [200, 'changed'],
      [404, 'not-registered'],
      [404, 'not-registered'],
      [400, 'invalid-request'],
    ]
    expect(outcomes(await send(items, { prefer: 'validate-only' }))).toEqual(expected)
    const { body } = await send(items)
    expect(outcomes({ body })).toEqual(expected)
    expect(body.slice(1, 3)).toMatchObject([{ registration: { id: other.id } }, { registration: { id } }])
    expect(outcomes(await send(items.slice(1, 3)))).toEqual(Array(2).fill([200, 'unchanged']))
    expect((await api.get(`/registrations/?course_id=${named.courseId}`)).body).toHaveLength(1)
  })

  it.each(['imported', 'completed by the API'])(
    'is unchanged if it is that of the last year, which was %s',
    async (how) => {
      const named = await portal.aCourseAndUser()
      if (how === 'imported') await send([{ ...named, ...FINISHED }])
      else {
        const { body } = await api.post('/registrations/', named)
        await api.post(`/registrations/${body.id}/complete/`, { score: 87.5, success: true })
      }
      const list = `/registrations/?course_id=${named.courseId}&include=details`
      const [last] = (await api.get(list)).body
      expectBody(await api.post('/registrations/', named), 201)
      const before = (await api.get(list)).body
      const { statusName, completionDate, registrationDate } = last
      const row = { ...named, statusName, completionDate, openRegistration: 'complete' }
      const items = [
        row,
        { ...row, completionDate: `${completionDate.slice(0, 10)}T00:00:00Z`, score: 87.5 },
        { ...row, registrationDate, createdDate: registrationDate, externalId: 'moodle-2' },
        { ...last, openRegistration: 'complete' },
      ]
      for (const headers of [{ prefer: 'validate-only' }, {}])
        expect(outcomes(await send(items, headers))).toEqual(Array(4).fill([200, 'unchanged']))
      expect(outcomes(await send([{ ...row, score: 1 }]))).toEqual([[409, 'import-differs']])
      expect((await api.get(list)).body).toEqual(before)
    },
  )

  it('is another one than what ended before at another time, without a completion date', async () => {
    const { named, id } = await anOpenOne()
    const { completionDate: _, score: __, ...left } = { ...named, ...FINISHED, statusName: 'Withdrawn' }
    await send([{ ...left, openRegistration: 'beside' }])
    const item = { ...left, createdDate: '2020-03-01T08:00:00Z', registrationDate: '2020-03-02T08:00:00Z' }
    const { body } = await send([{ ...item, openRegistration: 'complete' }])
    expect(body).toMatchObject([{ outcome: 'changed', registration: { id, statusName: 'Withdrawn' } }])
  })

  it('says of a user without an open one whether and when the course was completed', async () => {
    const { named, id } = await anOpenOne()
    const other = { ...UNDATED, ...named, completionDate: '2026-01-21T15:00:00Z' }
    const later = { ...other, completionDate: '2026-07-21T15:00:00Z' }
    const items = [{ ...UNDATED, ...named }, other, later, { ...UNDATED, ...(await portal.aCourseAndUser()) }]
    const detail = expect.stringContaining(
      'is Completed on 2026-01-20 (score 91) already. To correct it, approve',
    )
    for (const headers of [{ prefer: 'validate-only' }, {}])
      expect((await send(items, headers)).body).toMatchObject([
        { outcome: 'changed' },
        { code: 'not-registered', existingId: id, detail },
        { code: 'not-registered', detail: expect.stringMatching(/2026-01-20 .*probably another training/) },
        { code: 'not-registered', detail: 'The user was never registered for the course.' },
      ])
  })

  it('is exported with a date before that of its registration, and taken back as it is', async () => {
    const { named } = await anOpenOne()
    await send([{ ...named, ...UNDATED }])
    const { body } = await api.get(`/registrations/?course_id=${named.courseId}&include=details`)
    for (const headers of [{ prefer: 'validate-only' }, {}])
      expect(outcomes(await send(body, headers))).toEqual([[200, 'unchanged']])
    const { id: _, ...typed } = body[0]
    expect(outcomes(await send([typed]))).toEqual([[400, 'invalid-request']])
  })

  it('completes it again after somebody has reopened it, and once only (R22)', async () => {
    const { named, id, history } = await anOpenOne()
    const row = { ...UNDATED, ...named }
    const corrected = { ...row, completionDate: '2026-02-21T15:00:00Z' }
    const approve = async () => expectBody(await api.post(`/registrations/${id}/approve/`), 200)
    const state = async () => (await api.get(`/registrations/${id}/`)).body
    await send([row])
    for (const item of [corrected, row, { ...row, score: 12 }, { ...row, externalId: '' }]) {
      await approve()
      expect(outcomes(await send([item, item], { prefer: 'validate-only' }))).toEqual([
        [200, 'changed'],
        [200, 'unchanged'],
      ])
      const responses = await Promise.all(Array.from({ length: 6 }, () => send([item])))
      expect(responses.flatMap(outcomes).map(([status]: any) => status)).toEqual(Array(6).fill(200))
      expect(outcomes(await send([item]))).toEqual([[200, 'unchanged']])
      const { completionDate, score } = item
      expect(await state()).toMatchObject({ statusName: 'Completed', completionDate, score })
    }
    expect(outcomes(await send([{ ...row, score: 13 }]))).toEqual([[409, 'import-differs']])
    // Its creation, and a completion after each of four times that it was approved.
    expect((await history()).body).toHaveLength(2 + 4 * 2)
  })

  it('says that what it has completed was withdrawn since, and what to do (R22)', async () => {
    const { named, id } = await anOpenOne()
    const row = { ...UNDATED, ...named }
    await send([row])
    expectBody(await api.post(`/registrations/${id}/withdraw/`), 200)
    const rejection = (detail: string) => [
      { status: 409, code: 'import-differs', existingId: id, detail: expect.stringContaining(detail) },
    ]
    for (const headers of [{ prefer: 'validate-only' }, {}])
      expect((await send([row], headers)).body).toMatchObject(
        rejection(`all the same, approve registration ${id}`),
      )
    const again = expectBody(await api.post('/registrations/', named), 201)
    for (const headers of [{ prefer: 'validate-only' }, {}])
      expect((await send([row], headers)).body).toMatchObject(
        rejection(`withdraw registration ${again.id}, which is open, then approve registration ${id}`),
      )
    expect((await api.get(`/registrations/${again.id}/`)).body).toMatchObject({ statusName: 'Not Started' })
    // The advice is enough.
    for (const move of [`${again.id}/withdraw`, `${id}/approve`])
      expectBody(await api.post(`/registrations/${move}/`), 200)
    expect((await send([row])).body).toMatchObject([{ outcome: 'changed', registration: { id } }])
  })

  it('completes it once in requests that overlap', async () => {
    const { named, history } = await anOpenOne()
    const item = { ...UNDATED, ...named }
    const responses = await Promise.all(Array.from({ length: 12 }, () => send([item])))
    expect(responses.flatMap(outcomes).map(([status]: any) => status)).toEqual(Array(12).fill(200))
    expect((await history()).body).toHaveLength(2)
  })
})
