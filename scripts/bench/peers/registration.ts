/**
 * The registration service written by hand with Fastify and the MongoDB driver: the same documents, write
 * concern, publisher confirms and marks. Left out is what costs next to nothing while all is well: verifying
 * a credential every 15 s, the sweep of the outbox, reconnects, deadlines, idempotency keys. It does not look
 * again whether a user or course has changed meanwhile.
 */
import { randomUUID } from 'node:crypto'
import { connect } from 'amqplib'
import type { StoredCourse } from '../../../services/registration/src/courses/rules.ts'
import type { components } from '../../../services/platform/contract/generated/openapi.ts'
import { traceHeaders, type Trace } from '../../../services/platform/observability/trace.ts'
import { application, callUsers, config, database, idCounter, limit, log, rejection } from './kit.ts'
import { send, sendTagged, toSeconds, type Account } from './kit.ts'

const EVENT = 'registration.created.v1'
const LEASE_MS = 15_000

type Course = Omit<StoredCourse, 'id' | 'groupIds'> & { _id: number; groupIds: number[] }
type User = components['schemas']['IdentifiedUser']
interface Create {
  readonly courseId: number
  readonly userId: number
  readonly externalId?: string
}
type Registration = ReturnType<typeof register>

const db = await database()
const registrations = db.collection<Registration>('registrations')
const courses = db.collection<Course>('courses')
const reserveIds = idCounter(db, 'registrations')
const app = application()

const channel = await (await connect(config.rabbitmq)).createConfirmChannel()
await channel.assertExchange('peer', 'topic', { durable: true })
await channel.assertQueue('peer', { durable: true, arguments: { 'x-queue-type': 'quorum' } })
await channel.bindQueue('peer', 'peer', EVENT)
const returned = new Set<string>()
channel.on('return', ({ properties }) => returned.add(String(properties.messageId)))

function publish({ _id, events: [{ type, payload, trace }] }: Registration): void {
  const { eventId: messageId } = payload
  const options = {
    messageId,
    type,
    timestamp: Math.floor(Date.parse(payload.occurredAt) / 1_000),
    contentType: 'application/json',
    headers: traceHeaders(trace),
    mandatory: true,
    persistent: true,
  }
  channel.publish('peer', type, Buffer.from(JSON.stringify(payload)), options, (error) => {
    if (error || returned.delete(messageId)) return
    confirmed.push(_id)
    if (confirmed.length === 1) marking = marking.then(markPublished)
  })
}

let confirmed: number[] = []
let marking = Promise.resolve()

/** What is confirmed during one update shares the next one. */
async function markPublished(): Promise<void> {
  const ids = confirmed
  confirmed = []
  await registrations
    .updateMany(
      { _id: { $in: ids } },
      { $set: { events: [] as never }, $unset: { eventsDueAt: 1, eventsClaim: 1 } },
    )
    .catch((error: unknown) => log.warn({ err: error }, 'not marked as published'))
}

/** Reads everything that the requests name: one query and one call. */
async function lookUp(requests: readonly Create[], trace: Trace) {
  const queries = requests.map(({ userId }) => ({ userId, strict: false }))
  const [found, identified] = await Promise.all([
    courses.find({ _id: { $in: [...new Set(requests.map(({ courseId }) => courseId))] } }).toArray(),
    callUsers<{ user?: User }[]>('/internal/users/identify/', queries, trace),
  ])
  const byId = new Map(found.map((course) => [course._id, course]))
  return requests.map(({ courseId }, i) => ({ course: byId.get(courseId), user: identified[i]?.user }))
}
type Found = Awaited<ReturnType<typeof lookUp>>[number]

/** @throws for the first rule that the request breaks */
function register(id: number, { course, user }: Found, create: Create, account: Account, trace: Trace) {
  const { externalId = '' } = create
  if (!course || course.deleted) throw rejection(404, 'No course matches.')
  if (!user) throw rejection(404, 'No user matches.')
  requireVisible({ course, user }, account)
  if (!course.active || !course.published || course.eventBased || !course.requiresRegistration)
    throw rejection(422, 'The course cannot be registered for.')
  const now = new Date()
  if (user.expirationDate !== '' && new Date(user.expirationDate) <= now)
    throw rejection(422, 'The user is not active.')
  const payload = {
    eventId: randomUUID(),
    occurredAt: now.toISOString(),
    registrationId: id,
    courseId: course._id,
    courseName: course.name,
    userId: user.id,
    userEmail: user.email,
    userFirstName: user.firstName,
    userLastName: user.lastName,
    userExternalId: user.externalId,
    createdDate: now.toISOString(),
    externalId,
  }
  const { id: by, name: byName } = account
  const { name, version, deleted, groupIds } = course
  return {
    _id: id,
    course: { id: course._id, name, groupIds, version, deleted },
    user: {
      userId: user.id,
      version: user.version,
      externalId: user.externalId,
      groupIds: user.groupIds,
      deleted: false,
    },
    externalId,
    status: 'Not Started',
    open: true,
    createdAt: now,
    registeredAt: now,
    completedAt: null as Date | null,
    score: null as number | null,
    updatedAt: now,
    history: [{ at: now, by, byName, from: null, to: 'Not Started', score: null, success: null }],
    version: 1,
    events: [{ type: EVENT, payload, trace }] as const,
    eventsDueAt: new Date(now.getTime() + LEASE_MS),
    eventsClaim: randomUUID(),
  }
}

type InGroups = Readonly<Record<'course' | 'user', { readonly groupIds: readonly number[] }>>

function requireVisible({ course, user }: InGroups, { groupIds }: Account): void {
  for (const one of [course, user])
    if (!one.groupIds.some((id) => groupIds.includes(id))) throw rejection(403, 'Forbidden')
}

const present = (record: Omit<Registration, 'events' | 'history'>) => ({
  id: record._id,
  courseId: record.course.id,
  courseName: record.course.name,
  createdDate: toSeconds(record.createdAt),
  registrationDate: toSeconds(record.registeredAt),
  completionDate: record.completedAt && toSeconds(record.completedAt),
  statusName: record.status,
  externalId: record.externalId,
  userExternalId: record.user.externalId,
  userId: record.user.userId,
  score: record.score,
})

const projection = { events: 0, history: 0 }

app.get<{ Params: { id: number } }>(
  '/registrations/:id/',
  { schema: { params: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } } } },
  async (request, reply) => {
    const record = await registrations.findOne({ _id: request.params.id }, { projection })
    if (!record || record.course.deleted || record.user.deleted)
      throw rejection(404, 'Not registered for this course.')
    requireVisible(record, request.account)
    return sendTagged(request, reply, present(record))
  },
)

const LIST = {
  type: 'object',
  additionalProperties: false,
  properties: { course_id: { type: 'integer' }, limit: { type: 'integer', minimum: 0, default: 100 } },
}
app.get<{ Querystring: { course_id: number; limit: number } }>(
  '/registrations/',
  { schema: { querystring: LIST } },
  async (request, reply) => {
    const { course_id: courseId, limit: size } = request.query
    const groups = { $in: [...request.account.groupIds] }
    const visible = { 'course.groupIds': groups, 'user.groupIds': groups }
    const filter = { 'course.deleted': false, 'user.deleted': false, ...visible, 'course.id': courseId }
    const page = { projection, sort: { _id: 1 }, limit: size + 1 } as const
    const found = await registrations.find(filter, page).toArray()
    void reply.header('vary', 'Prefer')
    return send(reply, found.slice(0, size).map(present))
  },
)

app.post<{ Body: Create }>(
  '/registrations/',
  { schema: { body: { $ref: 'contract#/components/schemas/RegistrationInput' } } },
  async (request, reply) => {
    const { body, account, trace } = request
    const [id, [found]] = await Promise.all([reserveIds(1), lookUp([body], trace)])
    const record = register(id, found!, body, account, trace)
    await registrations.insertOne(record)
    publish(record)
    void reply
      .header('location', `/registrations/${id}/`)
      .header('x-resolved-by', 'course=courseId; user=userId')
      .header('vary', 'Prefer')
    return sendTagged(request, reply, present(record), 201)
  },
)

app.post<{ Body: Create[] }>(
  '/registrations/batch/',
  { schema: { body: { $ref: 'contract#/components/schemas/RegistrationBatchInput' } } },
  async (request, reply) => {
    const { body, account, trace } = request
    await limit(account, body.length - 1, reply)
    const [first, found] = await Promise.all([reserveIds(body.length), lookUp(body, trace)])
    const records = body.map((item, i) => register(first + i, found[i]!, item, account, trace))
    await registrations.insertMany(records, { ordered: false })
    for (const record of records) publish(record)
    void reply.header('vary', 'Prefer')
    const results = records.map((record, index) => ({ index, status: 201, registration: present(record) }))
    return send(reply, results)
  },
)

await app.listen({ port: config.port, host: '127.0.0.1' })
