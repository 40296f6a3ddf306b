/**
 * The registration service as one would write it by hand with Fastify and the MongoDB driver: the same documents, write
 * concern, confirms and settlement. Left out is what costs nothing while all is well: the sweep of the outbox, reconnects,
 * deadlines, idempotency keys.
 */
import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import type { Status } from '../../../services/registration/src/registrations/rules.ts'
import type { StoredCourse } from '../../../services/registration/src/courses/rules.ts'
import type { RegistrationRecord } from '../../../services/registration/src/registrations/record.ts'
import type { components } from '../../../services/shared/contract/generated/openapi.ts'
import { batched } from '../../../services/shared/messaging/batched.ts'
import { writeEvent } from '../../../services/shared/messaging/event.ts'
import type { Trace } from '../../../services/shared/trace.ts'
import { answer, application, askUsers, config, database, idsOf, log, Refusal, type Account } from './kit.ts'
import { groupsOf, present, readable, requireVisible } from './registrations.ts'

type CourseRecord = Omit<StoredCourse, 'id' | 'externalId'> & { _id: number }
interface Create {
  courseId: number
  userId: number
  externalId?: string
}
type Resolution = { code: string; user?: components['schemas']['ResolvedUser'] }

const db = await database()
const registrations = db.collection<RegistrationRecord>('registrations')
const ids = idsOf(db, 'registrations')
const courses = db.collection<CourseRecord>('courses')
const { app, count } = application()

const channel = await (await connect(config.rabbitmq)).createConfirmChannel()
await channel.assertExchange('peer.events', 'topic', { durable: true })
await channel.assertQueue('peer.registration-created', {
  durable: true,
  arguments: { 'x-queue-type': 'quorum' },
})
await channel.bindQueue('peer.registration-created', 'peer.events', 'registration.created.v1')
const returned = new Set<unknown>()
channel.on('return', ({ properties }) => returned.add(properties.messageId))

const settle = batched<RegistrationRecord>(async (records) => {
  const settled = { _id: { $in: records.map(({ _id }) => _id) } }
  await registrations.updateMany(settled, { $set: { outbox: [] }, $unset: { outboxDue: 1 } })
})

function publish(record: RegistrationRecord): void {
  for (const event of record.outbox) {
    const { routingKey, content, options } = writeEvent(event)
    const sure = { ...options, mandatory: true, persistent: true }
    channel.publish('peer.events', routingKey, content, sure, (error) => {
      if (error || returned.delete(options.messageId)) return
      settle(record).catch((fault: unknown) => log.warn({ err: fault }, 'not settled'))
    })
  }
}

/** Everything that the creates name, by one read and one call. */
async function lookUp(asked: readonly Create[], trace: Trace) {
  const [found, resolutions] = await Promise.all([
    courses.find({ _id: { $in: [...new Set(asked.map(({ courseId }) => courseId))] } }).toArray(),
    askUsers<Resolution[]>(
      '/internal/users/resolve/',
      asked.map(({ userId }) => ({ userId, strict: false })),
      trace,
    ),
  ])
  return { courses: new Map(found.map((course) => [course._id, course])), resolutions }
}

function begin(
  id: number,
  { courseId, externalId = '' }: Create,
  course: CourseRecord | undefined,
  { user }: Resolution,
  account: Account,
  trace: Trace,
): RegistrationRecord {
  const now = new Date()
  if (!course || course.deleted) throw new Refusal(404, 'course-not-found', 'No course matches.')
  if (!user) throw new Refusal(404, 'user-not-found', 'No user matches.')
  requireVisible({ course, user }, account)
  if (!course.active || !course.published || course.eventBased || !course.requiresRegistration)
    throw new Refusal(422, 'course-inactive', 'The course can not be registered for.')
  if (user.expirationDate !== '' && new Date(user.expirationDate) <= now)
    throw new Refusal(422, 'user-inactive', 'The user is not active.')
  const at = now.toISOString()
  const { name, version, deleted } = course
  return {
    _id: id,
    course: { id: courseId, name, groupIds: [...course.groupIds], version, deleted },
    user: {
      ...{ userId: user.id, version: user.version, externalId: user.externalId, groupIds: user.groupIds },
      deleted: false,
    },
    ...{ externalId, status: 'Not Started', open: true, createdAt: now, registeredAt: now },
    ...{ completedAt: null, score: null, updatedAt: now, version: 1 },
    history: [step(account, now, null, 'Not Started')],
    outbox: [
      {
        type: 'registration.created.v1',
        trace,
        payload: {
          ...{ eventId: randomUUID(), occurredAt: at, registrationId: id, courseId, courseName: name },
          ...{ userId: user.id, userEmail: user.email, userFirstName: user.firstName },
          ...{ userLastName: user.lastName, createdDate: at, externalId },
        },
      },
    ],
    outboxDue: new Date(now.getTime() + 15_000),
  }
}

const step = ({ accountId: by, name: byName }: Account, at: Date, from: Status | null, to: Status) => ({
  ...{ at, by, byName, from, to, score: null, success: null },
})

const anId = { schema: { params: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } } } }

app.get<{ Params: { id: number } }>('/registrations/:id/', anId, async (request, reply) => {
  const record = await registrations.findOne(
    { _id: request.params.id },
    { projection: { outbox: 0, history: 0 } },
  )
  return answer(request, reply, present(readable(record, request.account)))
})

const LIST = {
  type: 'object',
  additionalProperties: false,
  properties: {
    course_id: { type: 'integer' },
    updated_after: { type: 'string' },
    limit: { type: 'integer', minimum: 0 },
  },
}
app.get<{ Querystring: { course_id?: number; updated_after?: string; limit?: number } }>(
  '/registrations/',
  { schema: { querystring: LIST } },
  async (request, reply) => {
    const { course_id: courseId, updated_after: after, limit = 100 } = request.query
    const groups = groupsOf(request.account)
    const found = await registrations
      .find(
        {
          ...{ 'course.deleted': false, 'user.deleted': false },
          ...{ 'course.groupIds': { $in: groups }, 'user.groupIds': { $in: groups } },
          ...(courseId === undefined ? {} : { 'course.id': courseId }),
          ...(after === undefined ? {} : { updatedAt: { $gt: new Date(after) } }),
        },
        { projection: { outbox: 0, history: 0 }, sort: { _id: 1 }, limit: limit + 1 },
      )
      .toArray()
    void reply.header('vary', 'Prefer')
    const last = found.length > limit ? found[limit - 1] : undefined
    if (last) {
      const cursor = Buffer.from(`after:${last._id}`).toString('base64url')
      void reply.header('link', `<${request.url}&cursor=${cursor}>; rel="next"`)
    }
    return answer(request, reply, found.slice(0, limit).map(present), { tagged: false })
  },
)

app.post<{ Body: Create }>(
  '/registrations/',
  { schema: { body: { $ref: 'contract#/components/schemas/RegistrationCreate' } } },
  async (request, reply) => {
    const { body, account, trace } = request
    const [id, { courses: known, resolutions }] = await Promise.all([ids(1), lookUp([body], trace)])
    const record = begin(id, body, known.get(body.courseId), resolutions[0] as Resolution, account, trace)
    await registrations.insertOne(record).catch(refused)
    publish(record)
    void reply
      .header('location', `/registrations/${id}/`)
      .header('x-resolved-by', 'course=courseId; user=userId')
      .header('vary', 'Prefer')
    return answer(request, reply, present(record), { status: 201 })
  },
)

function refused(error: unknown): never {
  throw (error as { code?: number }).code === 11_000
    ? new Refusal(409, 'already-registered', 'Already registered for this course.')
    : (error as Error)
}

app.post<{ Body: Create[] }>(
  '/registrations/batch/',
  { schema: { body: { $ref: 'contract#/components/schemas/RegistrationBatch' } } },
  async (request, reply) => {
    const { body, account, trace } = request
    await count(account, body.length - 1, (name, value) => void reply.header(name, value))
    const [first, { courses: known, resolutions }] = await Promise.all([
      ids(body.length),
      lookUp(body, trace),
    ])
    const records = body.map((item, i) =>
      begin(first + i, item, known.get(item.courseId), resolutions[i] as Resolution, account, trace),
    )
    await registrations.insertMany(records, { ordered: false }).catch(refused)
    for (const record of records) publish(record)
    void reply.header('vary', 'Prefer')
    const results = records.map((record, index) => ({ index, status: 201, registration: present(record) }))
    return answer(request, reply, results, { tagged: false })
  },
)

app.post<{ Params: { id: number } }>('/registrations/:id/approve/', anId, async (request, reply) => {
  const { account, trace, params } = request
  const found = await registrations.findOne({ _id: params.id }, { projection: { outbox: 0 } })
  const record = readable(found, account)
  const pair = { courseId: record.course.id, userId: record.user.userId }
  const { courses: known, resolutions } = await lookUp([pair], trace)
  const course = known.get(pair.courseId)
  const user = resolutions[0]?.user
  if (!course || course.deleted || !user) return readable(null, account)
  requireVisible({ course, user }, account)
  if (record.status === 'Approved') return answer(request, reply, present(record))
  const updatedAt = new Date()
  const fields = { status: 'Approved', open: true, updatedAt } as const
  const { modifiedCount } = await registrations.updateOne(
    { _id: record._id, version: record.version },
    {
      $set: fields,
      $push: { history: { $each: [step(account, updatedAt, record.status, 'Approved')], $slice: -1_000 } },
      $inc: { version: 1 },
    },
  )
  if (modifiedCount === 0) throw new Refusal(503, 'dependency-unavailable', 'Service unavailable.')
  return answer(request, reply, present({ ...record, ...fields }))
})

await app.listen({ port: config.port, host: '127.0.0.1' })
