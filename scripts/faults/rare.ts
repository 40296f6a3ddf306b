import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Filter } from 'mongodb'
import { until } from '../../local/support/wait.ts'
import { DEFAULT_MAX_CONNECTIONS } from '../../services/notification/src/emails/smtp-options.ts'
import type { EmailDeliveryRecord } from '../../services/notification/src/emails/record.ts'
import { EMAIL_LEASE_MS } from '../../services/notification/src/emails/rules.ts'
import { REGISTRATION_CREATED_QUEUE } from '../../services/notification/src/emails/on-registration-created.ts'
import { eventIdOf, type DomainEvent } from '../../services/platform/messaging/event.ts'
import { STEP_SIZE } from '../../services/platform/store/in-steps.ts'
import type { RegistrationRecord } from '../../services/registration/src/registrations/record.ts'
import { brokerClient } from '../../testing/broker.ts'
import { uncheckedClient } from '../../testing/client.ts'
import { ATTENDANCE, expectBody, NORTH } from '../../testing/portal.ts'
import { operators } from '../../testing/system/operators.ts'
import type { Faults, System } from '../../testing/system/system.ts'
import type { Ledger } from './ledger.ts'
import type { startLoad } from './load.ts'

/** Fills the lanes of both processes, and lets deliveries wait in them. */
const CREATES = 4 * DEFAULT_MAX_CONNECTIONS
const MAX_WAIT_MS = 30_000
/** A process finds and sends what another one has left within this time. */
const TAKE_OVER_MS = 4_000
/** A process that goes on renews its leases within this time. */
const RENEW_MS = 1_500
/** The delay of a response about a user; less than the deadline of a request. */
const LATE_MS = 3_000
/** Ids of registrations that do not exist, and of courses that nothing else has. */
const FIRST_LATE_ID = 900_000_000
const FIRST_LARGE_COURSE = 800_000
/** More than one step of a job. */
const PEOPLE = STEP_SIZE + 10
/** What a batch may contain. */
const BATCH = 50

/** Faults for the branches that chance reaches too rarely. Each takes up to half a minute. */
export function rareFaults(
  { register }: Pick<Awaited<ReturnType<typeof startLoad>>, 'register'>,
  ledger: Pick<Ledger, 'wrong'>,
): Faults {
  let largeCourses = 0
  /** Both processes have as many e-mails in progress as they may, and others wait in their lanes. */
  async function fillLanes({ mails, database }: System): Promise<void> {
    mails.behave('stall')
    for (let n = 0; n < CREATES; n++) void register()
    await using connection = await database('notification')
    const deliveries = connection.db().collection<EmailDeliveryRecord>('deliveries')
    const filled = async () => {
      const waiting = await deliveries.countDocuments({ status: 'queued', claim: { $exists: true } })
      // One process alone can't have so many in its lane.
      if (mails.stalledCount() < 2 * DEFAULT_MAX_CONNECTIONS || waiting <= DEFAULT_MAX_CONNECTIONS)
        throw new Error(`${mails.stalledCount()} e-mails are in progress, ${waiting} wait in a lane`)
    }
    await until(filled, { timeoutMs: MAX_WAIT_MS }).catch(() => undefined)
  }

  return {
    async 'senders: paused for longer than their leases'(system) {
      const { mails, notifications } = system
      await fillLanes(system)
      const [first = 0, second = 0] = notifications.map((server) => server.pid())
      for (const pid of [first, second]) process.kill(pid, 'SIGSTOP')
      await delay(EMAIL_LEASE_MS + 2_000)
      mails.behave('accept')
      // The first one renews its leases late. With free slots, it takes over what the second one has.
      process.kill(first, 'SIGCONT')
      await delay(RENEW_MS)
      mails.acceptStalled(mails.stalledCount() / 2)
      await delay(TAKE_OVER_MS)
      // The second one gets the reply to some e-mails, and to the others none.
      mails.endSessions()
      process.kill(second, 'SIGCONT')
    },
    async 'senders: stopped with e-mails in their lanes'(system, random) {
      const { mails, notifications } = system
      await fillLanes(system)
      const server = random.of(notifications)
      const stopped = server.stop(MAX_WAIT_MS)
      await delay(TAKE_OVER_MS)
      mails.behave('accept')
      mails.acceptStalled()
      await stopped
      await server.start()
    },
    async 'callers: their service is killed while it carries out requests with keys'(system) {
      const { registrations, lines, database } = system
      await using connection = await database('registration')
      const idempotencyKeys = connection.db().collection('idempotencyKeys')
      const countOpen = () => idempotencyKeys.countDocuments({ response: { $exists: false } })
      const before = await countOpen()
      // A create has claimed its key when it asks for the user.
      lines.user.slow(LATE_MS)
      for (let n = 0; n < BATCH; n++) void register()
      const claimed = async () => {
        if ((await countOpen()) <= before) throw new Error('no key is claimed')
      }
      await until(claimed, { timeoutMs: MAX_WAIT_MS }).catch(() => undefined)
      for (const server of registrations) process.kill(server.pid(), 'SIGKILL')
      lines.user.heal()
      await Promise.all(registrations.map((server) => server.start()))
    },
    // Otherwise a poller that has passed that date misses what a long job writes later.
    async 'copies: a course with many people is renamed'(system) {
      const courseId = FIRST_LARGE_COURSE + largeCourses++
      const forCourses = operators(system.registrations[0]!)
      const course = { name: 'A large course', groupIds: [NORTH] }
      await forCourses.put(`/admin/courses/${courseId}/`, 201, course)
      await fill(system, courseId)
      await using connection = await system.database('registration')
      const records = connection.db().collection<RegistrationRecord>('registrations')
      const all = (filter: Filter<RegistrationRecord>) =>
        until(
          async () => {
            if ((await records.countDocuments(filter)) < PEOPLE) throw new Error('not all of them yet')
          },
          { timeoutMs: MAX_WAIT_MS },
        )
      // The relay compares the copies of a new registration too.
      await all({ 'course.id': courseId, events: { $size: 0 } })
      await forCourses.put(`/admin/courses/${courseId}/`, 200, { ...course, name: 'A renamed course' })
      const renamed = { 'course.id': courseId, 'course.name': 'A renamed course' }
      await all(renamed)
      if ((await records.distinct('updatedAt', renamed)).length === 1)
        ledger.wrong.push(`all steps that renamed course ${courseId} took the same date`)
    },
    async 'senders: a message comes after its person was erased'({ users, database, lines }) {
      const operator = operators(users[0]!)
      const [userId = 0] = await operator.someUsers([`late-${Date.now()}`])
      await operator.post(`/admin/users/${userId}/erase/`, 202, { reason: 'a request' })
      await using connection = await database('notification')
      const tombstones = connection.db().collection<{ _id: number }>('erasedUsers')
      await until(
        async () => {
          if (!(await tombstones.findOne({ _id: userId }))) throw new Error('not erased yet')
        },
        { timeoutMs: MAX_WAIT_MS },
      )
      const payload = lateEvent(userId)
      const client = await brokerClient(lines.rabbitmq.url)
      client.channel.sendToQueue(REGISTRATION_CREATED_QUEUE, Buffer.from(JSON.stringify(payload)), {
        type: 'registration.created.v1',
        messageId: payload.eventId,
      })
      await client.channel.waitForConfirms()
      await client.close()
    },
  }
}

/** Registers new people for a course. */
async function fill({ users, registrations }: System, courseId: number): Promise<void> {
  const operator = operators(users[0]!)
  const ids = await operator.someUsers(Array.from({ length: PEOPLE }, () => randomUUID()))
  const credential = await operator.anAccount([ATTENDANCE])
  for (let i = 0; i < PEOPLE; i += BATCH) {
    const items = ids.slice(i, i + BATCH).map((userId) => ({ userId, courseId }))
    const caller = uncheckedClient(registrations[0]!.url, { ...credential, 'idempotency-key': randomUUID() })
    const register = async () => expectBody(await caller.post('/registrations/batch/', items), 200)
    await until(register, { timeoutMs: MAX_WAIT_MS })
  }
}

/** The ledger counts an e-mail about this registration as one too many, because it does not exist. */
function lateEvent(userId: number): DomainEvent<'registration.created.v1'>['payload'] {
  const registrationId = FIRST_LATE_ID + userId
  const at = new Date().toISOString()
  return {
    eventId: eventIdOf(`late:${registrationId}`),
    occurredAt: at,
    registrationId,
    courseId: 1,
    courseName: 'Course 1',
    userId,
    userEmail: `late-${userId}@example.org`,
    userFirstName: 'Ada',
    userLastName: 'Byron',
    userExternalId: '',
    createdDate: at,
    externalId: '',
  }
}
