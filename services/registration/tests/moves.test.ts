import { brokerClient } from '../../../testing/broker.ts'
import { aDatabase } from '../../../testing/database.ts'
import { registrationPortal, NORTH, NORTH_SCHOOL } from '../../../testing/registration/portal.ts'
import { aResolvedUser, begun } from '../../../testing/registration/begun.ts'
import { eventually } from '../../../testing/eventually.ts'
import { MoveOutbox } from '../src/registrations/outbox.ts'
import { registrationMovedEvent, registrationModel } from '../src/registrations/record.ts'
import { MongoRegistrations } from '../src/registrations/repository.ts'
import { move, type Registration } from '../src/registrations/rules.ts'

const TRACE = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
const ACTOR = { id: 3, name: 'HR sync' }

describe('the events of moves (W1)', () => {
  let broker: Awaited<ReturnType<typeof brokerClient>>
  // Before the hook that removes the vhost.
  afterAll(() => broker.close())
  const portal = registrationPortal()
  const payloads: any[] = []
  beforeAll(async () => {
    broker = await brokerClient(portal.rabbitmqUrl)
    await broker.channel.consume(
      'notification.webhook-registration-changed',
      (message) => message && payloads.push(JSON.parse(message.content.toString())),
      { noAck: true },
    )
  })

  it('show each move with the status before it, and a version that grows', async () => {
    const { api } = await portal.anAccount()
    const { body } = await api.post('/registrations/', await portal.aCourseAndUser())
    await api.post(`/registrations/${body.id}/approve/`)
    await api.post(`/registrations/${body.id}/complete/`, { score: 87.5, success: true })
    await api.post(`/registrations/${body.id}/withdraw/`)
    await eventually(() => expect(payloads).toHaveLength(3))
    const moves = payloads.toSorted((a, b) => a.version - b.version)
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
    for (let i = 0; i < 2; i++) await api.post(`/registrations/${body.id}/approve/`)
    await api.post(`/registrations/${body.id}/withdraw/`)
    const told = () => payloads.filter(({ registrationId }) => registrationId === body.id)
    await eventually(() =>
      expect(
        told()
          .map(({ version }) => version)
          .sort(),
      ).toEqual([2, 3]),
    )
  })

  it('are checked against the present groups of the course, which the registration service tells (A7, W4)', async () => {
    const course = await portal.aCourse({ groupIds: [NORTH] })
    const groups = async () =>
      (await portal.internal.post('/internal/courses/groups/', { courseIds: [course.id, 999_999] })).body
    expect(await groups()).toEqual([{ courseId: course.id, groupIds: [NORTH] }])
    await portal.operator.courses.put(`/admin/courses/${course.id}/`, {
      name: course.name,
      groupIds: [NORTH_SCHOOL],
    })
    expect(await groups()).toEqual([{ courseId: course.id, groupIds: [NORTH_SCHOOL] }])
  })
})

describe('the outbox of moves', () => {
  const model = registrationModel(aDatabase())
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  let isReady = false
  const enqueued: unknown[] = []
  const moves = {
    hasCapacity: () => isReady,
    enqueue: (pending: readonly unknown[]) => void enqueued.push(...pending),
  }
  const registrations = new MongoRegistrations({ model, clock, moves })
  const outbox = new MoveOutbox(model, clock)
  beforeAll(() => registrations.prepare())

  let lastId = 0
  async function aRegistration(): Promise<Registration> {
    const announced = begun(++lastId, { user: aResolvedUser({ id: lastId }) })
    await registrations.insert([announced], false)
    return announced.registration
  }
  const moveTo = (found: Registration, to: 'Approved' | 'Completed') =>
    registrations.change(found, TRACE, (current) => move(current, { to }, ACTOR, clock.now()))
  const stored = async (id: number) => await model.findById(id).lean()

  it('holds every move until the broker has it, the event of the creation untouched', async () => {
    const registration = await aRegistration()
    await moveTo(registration, 'Approved')
    await moveTo((await registrations.find(registration.id)) as Registration, 'Completed')
    const [first, second, ...others] = await outbox.claim(10)
    expect(others).toEqual([])
    expect([first, second]).toMatchObject([
      { recordId: registration.id, event: { payload: { version: 2, statusName: 'Approved' } } },
      { recordId: registration.id, event: { payload: { version: 3, statusName: 'Completed' } } },
    ])
    expect(await outbox.claim(10)).toEqual([])
    expect(await outbox.oldest()).toEqual(new Date(first!.event.payload.occurredAt))
    await outbox.markPublished([first!])
    expect(await stored(registration.id)).toMatchObject({ moves: [second!.event] })
    await outbox.release([second!])
    expect(await outbox.claim(10)).toMatchObject([{ event: { payload: { version: 3 } } }])
    await outbox.markPublished([second!])
    const record = await stored(registration.id)
    expect(record).toMatchObject({ moves: [], outbox: [{ type: 'registration.created.v1' }] })
    expect(record?.movesDue).toBeUndefined()
    expect(await outbox.oldest()).toBeUndefined()
  })

  it('leases an event that this process publishes at once, and gives it to another one when the lease ends', async () => {
    const registration = await aRegistration()
    isReady = true
    await moveTo(registration, 'Approved')
    isReady = false
    expect(enqueued).toMatchObject([{ recordId: registration.id, event: { payload: { version: 2 } } }])
    expect(await outbox.claim(10)).toEqual([])
    now += 16_000
    expect(await outbox.claim(10)).toMatchObject([{ recordId: registration.id }])
    await outbox.markPublished(enqueued as Parameters<MoveOutbox['markPublished']>[0])
  })

  it('forgets a registration whose marking was cut off after its first write', async () => {
    const registration = await aRegistration()
    await model.updateOne({ _id: registration.id }, { $set: { moves: [], movesDue: clock.now() } })
    expect(await outbox.claim(10)).toEqual([])
    expect((await stored(registration.id))?.movesDue).toBeUndefined()
  })

  it('names an event the same however often it is made, and another after a restore', () => {
    const before = { id: 1, version: 1, createdAt: new Date(0), registeredAt: new Date(0) } as Registration
    const after = {
      ...before,
      course: {},
      user: {},
      completedAt: null,
      updatedAt: new Date(5),
    } as Registration
    const idOf = (moved: Registration) => registrationMovedEvent(before, moved, TRACE).payload.eventId
    expect(idOf(after)).toBe(idOf(after))
    expect(idOf(after)).not.toBe(idOf({ ...after, updatedAt: new Date(6) }))
  })
})
