import { randomUUID } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import { Relay } from '../../platform/messaging/relay.ts'
import { JOB_LEASE_MS } from '../../platform/store/long-job.ts'
import { EVENT_LEASE_MS } from '../../platform/store/outbox.ts'
import type { PeriodicTask } from '../../platform/work/periodic-task.ts'
import type { Client } from '../../../testing/client.ts'
import { brokerClient } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
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
import { userPortal } from '../../../testing/user/start-user.ts'

const clock = testClock()
const { logger, lines } = recordedLog('user')
// Before the hook that removes the vhost.
afterAll(async () => {
  await broker.close()
  await database.close()
})
const portal = userPortal({ logger, overrides: { clock, storeDeadlineMs: STORE_DEADLINE_MS } })
let api: Client
let broker: Awaited<ReturnType<typeof brokerClient>>
let database: Connection
/** The ids of the events about each erased user. */
const erasures = new Map<number, Set<string>>()
beforeAll(async () => {
  ;({ api } = await portal.anAccount())
  database = await mongoose.createConnection(portal.config.mongodbUrl).asPromise()
  broker = await brokerClient(portal.config.rabbitmqUrl)
  await broker.channel.consume(
    'notification.webhook-user-erased',
    (message) => {
      if (!message) return
      const { userId, eventId } = JSON.parse(message.content.toString())
      erasures.set(userId, (erasures.get(userId) ?? new Set()).add(eventId))
    },
    { noAck: true },
  )
})
beforeEach(() => void (lines.length = 0))

const insist = insistWith(clock)
async function create(): Promise<{ id: number; loginName: string }> {
  const body = portal.someone()
  const headers = { 'idempotency-key': randomUUID() }
  return await insist(() => api.post('/users/', body, headers), 201)
}
/** The newest version that was published, and one event for each. */
const published = (id: number, version: number) =>
  eventually(() => {
    const events = portal.events.of(id)
    expect(Math.max(0, ...events.map(({ payload }) => payload.version))).toBe(version)
    const versions = new Set(events.map(({ payload }) => payload.version))
    expect(new Set(events.map(({ payload }) => payload.eventId)).size).toBe(versions.size)
  })
async function expectGivenUp(hung: HungCall, what: string): Promise<void> {
  await untilGivenUp(hung, what, lines)
  await published((await create()).id, 1)
}
async function endLeases(): Promise<void> {
  clock.advance(EVENT_LEASE_MS)
  for (const part of portal.parts) if (part instanceof Relay) part.sweep()
  await eventually(async () => {
    for (const name of ['users', 'erasures'])
      expect(await database.collection(name).countDocuments({ eventsDueAt: { $exists: true } })).toBe(0)
  })
}

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  async 'a create'(hang, what) {
    const hung = hang()
    const { id, loginName } = await create()
    await expectGivenUp(hung, what)
    await endLeases()
    await published(id, 1)
    expect(await database.collection('users').countDocuments({ loginName })).toBe(1)
  },
  async 'a change'(hang, what) {
    const { id } = await create()
    await published(id, 1)
    const hung = hang()
    await insist(() => api.post(`/users/${id}/`, { city: 'Potsdam' }), 200)
    await expectGivenUp(hung, what)
    await endLeases()
    await published(id, 2)
  },
  async 'an erasure'(hang, what) {
    const { id } = await create()
    await published(id, 1)
    const hung = hang()
    await insist(() => portal.operator.post(`/admin/users/${id}/erase/`, { reason: 'a request' }), 202)
    await expectGivenUp(hung, what)
    await endLeases()
    await eventually(() => expect(erasures.get(id)?.size).toBe(1))
    clock.advance(JOB_LEASE_MS)
    await (portal.parts.find(({ name }) => name === 'eraser of user') as PeriodicTask).runNow()
    const recordIn = (collection: string) => database.collection(collection).findOne({ _id: id as never })
    expect(await recordIn('users')).toMatchObject({ loginName: `erased-${id}` })
    expect(await recordIn('erasures')).toMatchObject({ work: { user: { passes: 1 } } })
  },
}

const WRITES: readonly HungOperation[] = [
  ['an id is reserved', 'a create', 'counters', 'findOneAndUpdate', has('"users"')],
  ['a key is claimed', 'a create', 'idempotencyKeys', 'insertMany'],
  [
    'the response of a key is stored',
    'a create',
    'idempotencyKeys',
    'updateOne',
    has('"response":{"status"'),
  ],
  ['it is inserted', 'a create', 'users', 'insertMany'],
  ['its event is marked as published', 'a create', 'users', 'updateMany', has('"events":[]')],
  ['it is written', 'a change', 'users', 'updateOne'],
  ['it is stored', 'an erasure', 'erasures', 'insertMany'],
  ['the user is erased', 'an erasure', 'users', 'updateOne', has('"erased-')],
  ['it is recorded', 'an erasure', 'erasures', 'updateOne', has('services.user')],
  ['its end is written', 'an erasure', 'erasures', 'updateOne', has('"work.user.passes":1')],
  ['its event is marked as published', 'an erasure', 'erasures', 'updateMany', has('"events":[]')],
]
const READS: readonly HungOperation[] = [
  ['a key is looked for', 'a create', 'idempotencyKeys', 'findOne'],
  ['due events are looked for', 'a create', 'users', 'find', has('"eventsDueAt":{"$lte"')],
  ['due events are looked for', 'an erasure', 'erasures', 'find', has('"eventsDueAt":{"$lte"')],
]

describe('when an operation of MongoDB never settles, nothing is lost or doubled, and work goes on', () => {
  testEachHung(TRIGGERS, { writes: WRITES, reads: READS })
})
