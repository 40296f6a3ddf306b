import type { components } from '../../platform/contract/generated/openapi.ts'
import { DEAD_LETTER_EXCHANGE, DEAD_LETTER_QUEUE } from '../../platform/messaging/topology.ts'
import { Counters } from '../../platform/store/counters.ts'
import { eventually } from '../../../testing/eventually.ts'
import { manage } from '../../../testing/servers.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { expectBody } from '../../../testing/portal.ts'
import { DeadLetters } from '../src/dead-letters/repository.ts'
import { anEvent, QUEUE } from '../../../testing/notification/messages.ts'
import { scene } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'

type DeadLetter = components['schemas']['DeadLetter']

const at = scene({ started: false })

/** A message that the broker itself takes from its queue, for it has taken its consumer down too often. */
async function takeConsumersDown(event: ReturnType<typeof anEvent>): Promise<void> {
  const { channel } = at.publisher
  await at.publisher.publish(event)
  const { consumerTag } = await channel.consume(QUEUE, (message) => message && channel.reject(message, true))
  await eventually(async () => expect(await at.publisher.waitingIn(DEAD_LETTER_QUEUE)).toBe(1))
  await channel.cancel(consumerTag)
}

/** Crashes of the consumer of dead letters, as the broker sees them. */
async function redeliverDeadLetter(times: number): Promise<void> {
  const { channel } = at.publisher
  let deliveries = 0
  const done = new Promise<void>((resolve) => {
    void channel.consume(
      DEAD_LETTER_QUEUE,
      (message) => {
        if (message) channel.reject(message, true)
        if (++deliveries === times) resolve()
      },
      { consumerTag: 'crashing' },
    )
  })
  await done
  await channel.cancel('crashing')
}

const hopeless = anEvent()

beforeAll(async () => {
  await takeConsumersDown(hopeless)
  await redeliverDeadLetter(30)
  at.running = await startNotification(at.config)
  await at.running.ready()
})

const kept = async (): Promise<DeadLetter[]> => (await at.running.operator.get('/admin/dead-letters/')).body
const keptWith = (mark: string, count = 1) =>
  eventually(async () => {
    const mine = (await kept()).filter(({ payload }) => JSON.stringify(payload).includes(mark))
    expect(mine).toHaveLength(count)
    return mine
  })
const replay = (id: string) => at.running.operator.post(`/admin/dead-letters/${id}/replay/`)
const dismiss = async (...ids: string[]) =>
  expectBody(await at.running.operator.post('/admin/dead-letters/dismiss/', { ids }), 200)
interface Target {
  readonly deadLetter?: number
  readonly deadLetters?: readonly number[]
}
const auditsOf = (wanted: string, id: string) =>
  at.running.lines.filter(({ operation, target }) => {
    const { deadLetter, deadLetters = [deadLetter] } = (target ?? {}) as Target
    return operation === wanted && deadLetters.includes(Number(id))
  })
const aMoment = expect.stringMatching(/Z$/) as string

const TRACE_ID = 'a'.repeat(32)

/** A message that breaks the contract, and what is kept of it. */
async function aDeadLetter() {
  const poison = { ...anEvent(), userEmail: 7 }
  await at.publisher.publish(poison as never, { traceparent: `00-${TRACE_ID}-${'b'.repeat(16)}-01` })
  const [letter] = await keptWith(poison.eventId)
  return { poison, letter: letter! }
}

describe('a message that cannot be handled (O8)', () => {
  it('is stored once with its queue, its payload and the rule that it breaks, and is counted', async () => {
    const { poison, letter } = await aDeadLetter()
    expect(letter).toEqual({
      id: expect.stringMatching(/^\d+$/),
      queue: QUEUE,
      type: 'registration.created.v1',
      reason: 'payload/userEmail must be string',
      payload: poison,
      receivedAt: aMoment,
      replayedAt: null,
      dismissedAt: null,
      traceId: TRACE_ID,
    })
    // It is counted after it was stored.
    const counted =
      /rollcall_dead_letters_total\{queue="notification.registration-created",service="notification"\} [1-9]/
    await eventually(async () => expect(await at.running.metrics()).toMatch(counted))
    await at.publisher.publish(poison as never)
    await at.publisher.raw('a message after it')
    await keptWith('a message after it')
    await keptWith(poison.eventId, 1)
  })

  it('is stored with the reason of the broker when it has ended its consumer too often', async () => {
    const [letter] = await keptWith(hopeless.eventId)
    expect(letter).toMatchObject({ queue: QUEUE, reason: 'dead-lettered by the broker: delivery_limit' })
  })
})

const vhost = () => new URL(at.config.rabbitmqUrl).pathname.slice(1)

describe('the queue of dead letters', () => {
  it('never drops a message, however often its consumer crashes', async () => {
    const { arguments: declared } = await manage<{ arguments: Record<string, unknown> }>(
      'GET',
      `/api/queues/${vhost()}/${DEAD_LETTER_QUEUE}`,
    )
    expect(declared['x-delivery-limit']).toBe(2 ** 31 - 1)
    await keptWith(hopeless.eventId)
  })
})

describe('the replay of a dead letter (O8)', () => {
  /** As the consumer sets a message aside; here for a reason that has gone by since. */
  async function deadLetterOf(event: ReturnType<typeof anEvent>, queue = QUEUE): Promise<DeadLetter> {
    const marks = { 'x-reason': 'gave up', 'x-queue': queue, 'x-attempt': 10 }
    at.publisher.channel.publish(DEAD_LETTER_EXCHANGE, '', Buffer.from(JSON.stringify(event)), {
      messageId: event.eventId,
      type: 'registration.created.v1',
      headers: { ...marks, 'x-request-id': 'call-9', traceparent: '' },
    })
    const [letter] = await keptWith(event.eventId)
    return letter!
  }

  it('publishes the message to its queue once, however often it is requested', async () => {
    const event = anEvent()
    const letter = await deadLetterOf(event)
    const { status, body } = await replay(letter.id)
    expect([status, body]).toEqual([200, { ...letter, replayedAt: aMoment }])
    await at.mailServer.receivedFor(event.userEmail)
    const { registrationId } = event
    await eventually(() =>
      expect(at.running.lines).toContainEqual(
        expect.objectContaining({ msg: 'e-mail sent', registrationId, requestId: 'call-9' }),
      ),
    )
    expect(await replay(letter.id)).toMatchObject({ status, body })
    expect(auditsOf('replayDeadLetter', letter.id)).toHaveLength(1)
  })

  it('leads to another dead letter if the message fails again, which can be replayed, too', async () => {
    const { poison, letter } = await aDeadLetter()
    await replay(letter.id)
    const [, second] = await keptWith(poison.eventId, 2)
    expect(second).toMatchObject({ queue: QUEUE, replayedAt: null, reason: letter.reason })
    await replay(second!.id)
    await keptWith(poison.eventId, 3)
  })

  it('fails for each concurrent request if the queue is missing, and marks nothing as replayed', async () => {
    const letter = await deadLetterOf(anEvent(), 'a.queue-of-old')
    for (const response of await Promise.all(Array.from({ length: 20 }, () => replay(letter.id))))
      expect(response).toBeError(
        'invalid-request',
        'There is no queue "a.queue-of-old" to put the message back into.',
      )
    expect(await kept()).toContainEqual(letter)
  })
})

describe('the dismissal of a dead letter (O8)', () => {
  /** What the metric shows, without waiting for its next look. */
  const waiting = (): Promise<number> => {
    const ids = new Counters(at.database).ids('deadLetters')
    return new DeadLetters(at.database, ids).countOpen()
  }

  it('removes it from those that wait for an operator, and still allows a replay', async () => {
    const { letter } = await aDeadLetter()
    const before = await waiting()
    expect(await dismiss(letter.id)).toEqual({ done: 1, remaining: false })
    const dismissed = { ...letter, dismissedAt: aMoment }
    expect(await kept()).toContainEqual(dismissed)
    expect(await waiting()).toBe(before - 1)
    expect(await dismiss(letter.id, '999999', 'no-id')).toEqual({ done: 0, remaining: false })
    expect(auditsOf('dismissDeadLetters', letter.id)).toHaveLength(1)
    expect((await replay(letter.id)).body).toEqual({ ...dismissed, replayedAt: aMoment })
  })

  it('changes nothing if the message was replayed', async () => {
    const { letter } = await aDeadLetter()
    const { body } = await replay(letter.id)
    expect(await dismiss(letter.id)).toEqual({ done: 0, remaining: false })
    expect(await kept()).toContainEqual(body)
    expect(auditsOf('dismissDeadLetters', letter.id)).toHaveLength(0)
  })
})

it('erases dead letters about an erased user, and those about a registration of the user (O18)', async () => {
  const [userId, registrationId] = [710_001, 710_002]
  const [ofUser, ofRegistration, ofAnother] = [
    { userId },
    { registrationId },
    { registrationId, userId: userId + 1 },
  ]
  const payloads = async () => (await kept()).map(({ payload }) => payload)
  for (const payload of [ofUser, ofRegistration, ofAnother]) await at.publisher.raw(JSON.stringify(payload))
  await eventually(async () =>
    expect(await payloads()).toEqual(expect.arrayContaining([ofUser, ofRegistration, ofAnother])),
  )
  const deadLetters = new DeadLetters(at.database, new Counters(at.database).ids('deadLetters'))
  const user = { userId, withRegistrations: false, registrationIds: [registrationId] }
  expect(await deadLetters.eraseUser(user, 10)).toBe(2)
  const left = await payloads()
  expect(left).toContainEqual(ofAnother)
  for (const gone of [ofUser, ofRegistration]) expect(left).not.toContainEqual(gone)
})

it('lists dead letters by id, page by page (R13)', async () => {
  const first = await at.running.operator.get('/admin/dead-letters/?limit=2', { prefer: 'count=exact' })
  expect(first.headers.get('x-total-count')).toBe(String((await kept()).length))
  const second = await at.running.operator.get(String(nextPageOf(first)))
  const ids = [...first.body, ...second.body].map(({ id }: DeadLetter) => id)
  expect(ids).toEqual((await kept()).slice(0, 4).map(({ id }) => id))
})
