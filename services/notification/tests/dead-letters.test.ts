import { randomUUID } from 'node:crypto'
import type { components } from '../../shared/contract/generated/openapi.ts'
import { DEAD_LETTER_EXCHANGE } from '../../shared/messaging/topology.ts'
import { Counters } from '../../shared/store/counters.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { MongoDeadLetters } from '../src/store/mongo-dead-letters.ts'
import { anEvent, QUEUE } from './kit/messages.ts'
import { scene } from './kit/scene.ts'
import { startNotification } from './kit/start-notification.ts'

type DeadLetter = components['schemas']['DeadLetter']

const at = scene({ started: false })

/** A message that the broker itself takes from its queue, for it has taken its consumer down too often. */
async function takeConsumersDown(event: ReturnType<typeof anEvent>): Promise<void> {
  const { channel } = at.publisher
  await at.publisher.publish(event)
  const { consumerTag } = await channel.consume(QUEUE, (message) => message && channel.reject(message, true))
  await eventually(async () => expect(await at.publisher.deadLetters()).toBe(1))
  await channel.cancel(consumerTag)
}

const hopeless = anEvent()

beforeAll(async () => {
  await takeConsumersDown(hopeless)
  at.running = await startNotification(at.config)
  await at.running.ready()
})

afterAll(() => at.running.stop())

const kept = async (): Promise<DeadLetter[]> => (await at.running.operator.get('/admin/dead-letters/')).body
const keptWith = (mark: string, count = 1) =>
  eventually(async () => {
    const mine = (await kept()).filter(({ payload }) => JSON.stringify(payload).includes(mark))
    expect(mine).toHaveLength(count)
    return mine
  })
const replay = (id: string) => at.running.operator.post(`/admin/dead-letters/${id}/replay/`)
const auditsOf = (wanted: string, id: string) =>
  at.running.lines.filter(
    ({ operation, target }) =>
      operation === wanted && (target as { deadLetter?: number } | undefined)?.deadLetter === Number(id),
  )
const dismiss = (id: string) => at.running.operator.post(`/admin/dead-letters/${id}/dismiss/`)

describe('a message that can not be handled (O8)', () => {
  it('is kept with its queue, its payload and the rule that it breaks, and is counted', async () => {
    const { userEmail: _, ...poison } = anEvent({ courseName: 'poison' })
    await at.publisher.publish(poison as never)
    const [letter] = await keptWith(poison.eventId)
    expect(letter).toEqual({
      id: expect.stringMatching(/^\d+$/),
      queue: QUEUE,
      type: 'registration.created.v1',
      reason: "payload must have required property 'userEmail'",
      payload: poison,
      receivedAt: expect.stringMatching(/Z$/),
      replayedAt: null,
      dismissedAt: null,
    })
    expect(await at.running.metrics()).toMatch(
      /rollcall_dead_letters_total\{queue="notification.registration-created",service="notification"\} [1-9]/,
    )
  })

  it.each([
    ['is not JSON', '{"cut off', 'the payload is not JSON'],
    ['is no object', '"text"', 'payload must be object'],
  ])('is shown as text when it %s', async (_, content, reason) => {
    await at.publisher.raw(content)
    await eventually(async () =>
      expect(await kept()).toContainEqual(
        expect.objectContaining({ reason, payload: { unparsed: content } }),
      ),
    )
  })

  it('is kept with the broker’s reason when it has taken its consumer down too often', async () => {
    const [letter] = await keptWith(hopeless.eventId)
    expect(letter).toMatchObject({ queue: QUEUE, reason: 'set aside by the broker: delivery_limit' })
  })

  it('makes no second record when it is delivered again', async () => {
    const poison = { ...anEvent(), registrationId: 'none' }
    await at.publisher.publish(poison as never)
    await keptWith(poison.eventId)
    await at.publisher.publish(poison as never)
    await at.publisher.raw('a message after it')
    await keptWith('a message after it')
    await keptWith(poison.eventId, 1)
  })
})

describe('the replay of a dead letter (O8)', () => {
  /** As the consumer sets a message aside; here for a reason that has gone by since. */
  async function setAside(event: ReturnType<typeof anEvent>, queue = QUEUE): Promise<DeadLetter> {
    const marks = { 'x-reason': 'gave up', 'x-queue': queue, 'x-attempt': 10 }
    at.publisher.channel.publish(DEAD_LETTER_EXCHANGE, '', Buffer.from(JSON.stringify(event)), {
      messageId: event.eventId,
      type: 'registration.created.v1',
      headers: { ...marks, 'x-request-id': 'call-9', traceparent: '' },
    })
    const [letter] = await keptWith(event.eventId)
    return letter!
  }

  it('puts the message back to its queue, and its e-mail goes out', async () => {
    const event = anEvent()
    const letter = await setAside(event)
    const answer = await replay(letter.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...letter, replayedAt: expect.stringMatching(/Z$/) })
    await at.mailServer.takenFor(event.userEmail)
    await eventually(() =>
      expect(at.running.lines).toContainEqual(
        expect.objectContaining({
          msg: 'e-mail sent',
          registrationId: event.registrationId,
          requestId: 'call-9',
        }),
      ),
    )
    expect(at.running.lines).toContainEqual(
      expect.objectContaining({ event: 'audit', operation: 'replayDeadLetter' }),
    )
  })

  it('puts it back once, and tells again when that was', async () => {
    const letter = await setAside(anEvent())
    const first = await replay(letter.id)
    expect(await replay(letter.id)).toMatchObject({ status: 200, body: first.body })
    expect(auditsOf('replayDeadLetter', letter.id)).toHaveLength(1)
  })

  it('makes a dead letter of its own when the message fails once more, which can be replayed in its turn', async () => {
    const poison = { ...anEvent(), userEmail: 7 }
    await at.publisher.publish(poison as never)
    const [first] = await keptWith(poison.eventId)
    await replay(first!.id)
    const [, second] = await keptWith(poison.eventId, 2)
    expect(second).toMatchObject({ queue: QUEUE, replayedAt: null, reason: first!.reason })
    await replay(second!.id)
    await keptWith(poison.eventId, 3)
  })

  it('says so when the queue is gone, and the message is kept', async () => {
    const letter = await setAside(anEvent(), 'a.queue-of-old')
    expect(await replay(letter.id)).toBeError(
      'invalid-request',
      'There is no queue "a.queue-of-old" to put the message back to.',
    )
    expect((await kept()).find(({ id }) => id === letter.id)?.replayedAt).toBeNull()
  })

  it('says so to each of several that come at once, and marks nothing as replayed', async () => {
    const letter = await setAside(anEvent(), 'another.queue-of-old')
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => replay(letter.id))))
      expect(answer).toBeError('invalid-request', expect.stringContaining('There is no queue') as string)
    expect((await kept()).find(({ id }) => id === letter.id)?.replayedAt).toBeNull()
  })

  it('of a message that was never kept is 404', async () => {
    expect(await replay(randomUUID())).toBeError('not-found')
  })
})

describe('the dismissal of a dead letter (O8)', () => {
  async function hopelessOne(): Promise<DeadLetter> {
    const poison = { ...anEvent(), registrationId: 'none' }
    await at.publisher.publish(poison as never)
    const [letter] = await keptWith(poison.eventId)
    return letter!
  }
  /** What the metric shows, without waiting for its next look. */
  const waiting = (): Promise<number> => {
    const ids = new Counters(at.database).ids('deadLetters')
    return new MongoDeadLetters(at.database, ids).waiting()
  }

  it('keeps it in the list, and takes it from those that wait for an operator', async () => {
    const letter = await hopelessOne()
    const before = await waiting()
    const answer = await dismiss(letter.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...letter, dismissedAt: expect.stringMatching(/Z$/) })
    expect(await kept()).toContainEqual(answer.body)
    expect(await waiting()).toBe(before - 1)
  })

  it('is done once, tells again when that was, and does not hinder a replay', async () => {
    const letter = await hopelessOne()
    const { body } = await dismiss(letter.id)
    expect(await dismiss(letter.id)).toMatchObject({ status: 200, body })
    expect(auditsOf('dismissDeadLetter', letter.id)).toHaveLength(1)
    const replayed = await replay(letter.id)
    expect(replayed.body).toEqual({ ...body, replayedAt: expect.stringMatching(/Z$/) })
  })

  it('is possible for a message that was kept before there was a dismissal', async () => {
    const letter = await hopelessOne()
    const records = at.database.collection<{ _id: number }>('deadLetters')
    await records.updateOne({ _id: Number(letter.id) }, { $unset: { dismissedAt: 1 } })
    expect(await kept()).toContainEqual(letter)
    expect((await dismiss(letter.id)).body).toEqual({
      ...letter,
      dismissedAt: expect.stringMatching(/Z$/) as string,
    })
  })

  it('of a replayed one changes nothing', async () => {
    const letter = await hopelessOne()
    const { body } = await replay(letter.id)
    expect(await dismiss(letter.id)).toMatchObject({ status: 200, body })
  })

  it('of a message that was never kept is 404', async () => {
    expect(await dismiss('987654321')).toBeError('not-found')
  })
})

it('lists dead letters by id, page by page (R13)', async () => {
  const first = await at.running.operator.get('/admin/dead-letters/?limit=2', { prefer: 'count=exact' })
  expect(first.headers.get('x-total-count')).toBe(String((await kept()).length))
  const link = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
  const second = await at.running.operator.get(String(link))
  const ids = [...first.body, ...second.body].map(({ id }: DeadLetter) => id)
  expect(ids).toEqual((await kept()).slice(0, 4).map(({ id }) => id))
})
