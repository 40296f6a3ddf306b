import { randomUUID } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import { Pool } from 'undici'
import { Relay } from '../../platform/messaging/relay.ts'
import { brokerClient } from '../../../testing/broker.ts'
import type { Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  hangNext,
  has,
  insistWith,
  STORE_DEADLINE_MS,
  testEachHung,
  untilGivenUp,
  type HungCall,
  type HungOperation,
  type Trigger,
} from '../../../testing/hung-operations.ts'
import { testClock } from '../../../testing/notification/scene.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { expectBody, NORTH, registrationPortal, SOUTH } from '../../../testing/registration/portal.ts'
import { JOB_LEASE_MS } from '../../platform/store/long-job.ts'
import { EVENT_LEASE_MS } from '../../platform/store/outbox.ts'
import type { PeriodicTask } from '../../platform/work/periodic-task.ts'

const QUEUES = ['notification.registration-created', 'notification.webhook-registration-changed']

const clock = testClock()
const { logger, lines } = recordedLog('registration')
// Before the hook that removes the vhost.
afterAll(async () => {
  await broker.close()
  await database.close()
})
const portal = registrationPortal({ logger, overrides: { clock, storeDeadlineMs: STORE_DEADLINE_MS } })
let api: Client
let broker: Awaited<ReturnType<typeof brokerClient>>
let database: Connection
/** The ids of the events of each registration. */
const published = new Map<number, Set<string>>()
beforeAll(async () => {
  ;({ api } = await portal.anAccount())
  database = await mongoose.createConnection(portal.mongodbUrl).asPromise()
  broker = await brokerClient(portal.rabbitmqUrl)
  for (const queue of QUEUES)
    await broker.channel.consume(
      queue,
      (message) => {
        if (!message) return
        const { registrationId, eventId } = JSON.parse(message.content.toString())
        published.set(registrationId, (published.get(registrationId) ?? new Set()).add(eventId))
      },
      { noAck: true },
    )
})
beforeEach(() => void (lines.length = 0))

const insist = insistWith(clock)
interface Created {
  readonly id: number
  readonly courseId: number
  readonly userId: number
}
async function create(): Promise<Created> {
  const body = await portal.aCourseAndUser()
  const headers = { 'idempotency-key': randomUUID() }
  return await insist(() => api.post('/registrations/', body, headers), 201)
}
const events = (id: number, count: number) =>
  eventually(() => expect(published.get(id) ?? new Set()).toHaveProperty('size', count))
const sweep = () => portal.parts.forEach((part) => part instanceof Relay && part.sweep())

async function expectGivenUp(hung: HungCall, what: string): Promise<void> {
  await untilGivenUp(hung, what, lines)
  const { id } = await create()
  await events(id, 1)
}
async function endLeases(): Promise<void> {
  clock.advance(EVENT_LEASE_MS)
  sweep()
  const due = { eventsDueAt: { $exists: true } }
  await eventually(async () => expect(await database.collection('registrations').countDocuments(due)).toBe(0))
}

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  async 'a create'(hang, what) {
    const hung = hang()
    const { id, userId } = await create()
    await expectGivenUp(hung, what)
    await endLeases()
    await events(id, 1)
    expect(await database.collection('registrations').countDocuments({ 'user.userId': userId })).toBe(1)
  },
  async 'a move'(hang, what) {
    const { id } = await create()
    await events(id, 1)
    const hung = hang()
    expect(await insist(() => api.post(`/registrations/${id}/approve/`), 200)).toMatchObject({ id })
    await expectGivenUp(hung, what)
    await endLeases()
    await events(id, 2)
  },
  async 'a change of a user'(hang, what) {
    const { id, userId } = await create()
    await events(id, 1)
    const hung = hang()
    expectBody(await portal.operator.users.put(`/admin/groups/${SOUTH}/members/${userId}/`), 204)
    await expectGivenUp(hung, what)
    await eventually(async () => {
      const [record] = await database.collection('registrations').find({ 'user.userId': userId }).toArray()
      expect(record?.['user'].groupIds.toSorted()).toEqual([NORTH, SOUTH].toSorted())
    })
  },
  async 'a change of a course'(hang, what) {
    const { id, courseId } = await create()
    await events(id, 1)
    const hung = hang()
    const course = { name: 'renamed', groupIds: [NORTH] }
    await insist(() => portal.operator.courses.put(`/admin/courses/${courseId}/`, course), 200)
    await expectGivenUp(hung, what)
    clock.advance(JOB_LEASE_MS)
    await (portal.parts.find(({ name }) => name === 'copies of courses') as PeriodicTask).runNow()
    expect((await api.get(`/registrations/${id}/`)).body).toMatchObject({ courseName: 'renamed' })
    expect(await database.collection('courses').countDocuments({ refreshDueAt: { $exists: true } })).toBe(0)
  },
}

const WRITES: readonly HungOperation[] = [
  ['an id is reserved', 'a create', 'counters', 'findOneAndUpdate', has('"registrations"')],
  ['a key is claimed', 'a create', 'idempotencyKeys', 'insertMany'],
  [
    'the response of a key is stored',
    'a create',
    'idempotencyKeys',
    'updateOne',
    has('"response":{"status"'),
  ],
  ['it is inserted', 'a create', 'registrations', 'insertMany'],
  ['its event is marked as published', 'a create', 'registrations', 'updateMany', has('"events":[]')],
  ['it is written', 'a move', 'registrations', 'updateOne'],
  ['its event is marked as published', 'a move', 'registrations', 'updateMany', has('"events":[]')],
  ['the copy is kept', 'a change of a user', 'userCopies', 'bulkWrite'],
  ['registrations are written', 'a change of a user', 'registrations', 'bulkWrite', has('"updateMany"')],
  ['registrations are written', 'a change of a course', 'registrations', 'bulkWrite', has('"updateMany"')],
  ['its end is written', 'a change of a course', 'courses', 'updateOne', has('"$unset":{"refreshDueAt"')],
]
const READS: readonly HungOperation[] = [
  ['a key is looked for', 'a create', 'idempotencyKeys', 'findOne'],
  ['the course is looked for', 'a create', 'courses', 'find', has('"deleted":false')],
  ['newer copies are looked for', 'a create', 'userCopies', 'find'],
  ['a tombstone is looked for', 'a create', 'erasedUsers', 'find', has('"_id":{"$in"')],
  ['it is looked for', 'a move', 'registrations', 'find', has('"_id":{"$in"')],
  ['due events are looked for', 'a create', 'registrations', 'find', has('"eventsDueAt":{"$lte"')],
]

describe('when an operation of MongoDB never settles, nothing is lost or doubled, and work goes on', () => {
  testEachHung(TRIGGERS, { writes: WRITES, reads: READS })
})

it('a call to the user service that never settles is a 503 in time, and the next one is done', async () => {
  const when = ({ path }: { path: string }) => path === '/internal/users/resolve/'
  hangNext(Pool.prototype, 'request', { when })
  const body = await portal.aCourseAndUser()
  expect(await api.post('/registrations/', body)).toBeError('dependency-unavailable')
  expect((await api.post('/registrations/', body)).status).toBe(201)
})
