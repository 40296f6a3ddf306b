import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { wholeSystem } from '../../testing/clients/system.ts'
import { newAjv } from '../../services/platform/contract/ajv.ts'
import events from '../../services/platform/contract/generated/events.json' with { type: 'json' }
import { DEAD_LETTER_QUEUE, QUEUES } from '../../services/platform/messaging/topology.ts'
import { brokerClient } from '../../testing/broker.ts'
import { eventually } from '../../testing/eventually.ts'

/** `FUZZ_SEED=7 npx jest contract-tests/fuzz/messages` repeats a run. */
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2_147_483_648)
/** Messages in progress at the same time, so that a message that harms its consumer affects others. */
const AT_ONCE = 40
const RUNS = 1
const MAX_MS = 30_000
const CONSUMED = 'rollcall_messages_consumed_total'

type QueueName = keyof typeof QUEUES
type EventType = (typeof QUEUES)[QueueName][number]
/** The service that a queue belongs to. */
const serviceOf = (queue: string) => queue.split('.')[0] as 'notification' | 'registration' | 'user'

const ajv = newAjv()

interface Hostile {
  /** Bytes as Latin-1, so that a failure can be read. */
  readonly content: string
  readonly type: string
  readonly messageId: string
  readonly headers: Record<string, unknown>
  readonly contentType: string
}

/** Texts that may cause errors in dates, ids, addresses or log lines. */
const AWKWARD = [
  ...['', ' ', '\u0000', '../..', '$where', '__proto__', 'a@b\r\nBcc: c@d', 'x'.repeat(5_000), '\ud800'],
  ...['2024-13-15T14:58:41Z', '0000-00-00T00:00:00Z', '0000-01-01T00:00:00Z', '2024-12-31T23:59:60Z'],
  ...['2024-01-15 14:58:41Z', '9999-12-31T23:59:59-12:00'],
]
const awkward = fc.constantFrom(...AWKWARD)
const value = fc.oneof(
  { weight: 3, arbitrary: awkward },
  fc.jsonValue(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, 0, -1, 2 ** 53, 1e300, [], {}),
)

const exampleOf = (type: EventType): Record<string, unknown> => ({ ...events[type].examples[0] })

/** An event as its producer would send it, with an id of its own, and some keys gone, changed or added. */
const bent = (type: EventType): fc.Arbitrary<unknown> => {
  const example = exampleOf(type)
  const keys = Object.keys(example)
  return fc
    .record({
      changes: fc.dictionary(
        fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: awkward }),
        value,
        { maxKeys: 2 },
      ),
      without: fc.subarray(keys, { maxLength: 1 }),
      eventId: fc.uuid(),
      id: fc.integer({ min: 1, max: 2 ** 50 }),
    })
    .map(({ changes, without, eventId, id }) => {
      const whole = { ...example, eventId, registrationId: id, userId: id, ...changes }
      return Object.fromEntries(Object.entries(whole).filter(([key]) => !without.includes(key)))
    })
}

const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

/** Of two events about one registration, notification sends an e-mail for one and sets the other aside. */
const eventOf = new Map<unknown, unknown>()
function isFirst(queue: QueueName, { content }: Hostile): boolean {
  const { registrationId, eventId } = JSON.parse(content) as Record<string, unknown>
  if (queue !== 'notification.registration-created') return true
  if (!eventOf.has(registrationId)) eventOf.set(registrationId, eventId)
  return eventOf.get(registrationId) === eventId
}

const readable = (content: string | Uint8Array): string => Buffer.from(content as string).toString('latin1')
const bytesOf = (content: string): Buffer => Buffer.from(content, 'latin1')

const hostile = (queue: QueueName): fc.Arbitrary<Hostile> => fc.oneof(...QUEUES[queue].map(hostileEvent))

const hostileEvent = (eventType: EventType): fc.Arbitrary<Hostile> =>
  fc.record({
    content: fc
      .oneof<fc.WeightedArbitrary<string | Uint8Array>[]>(
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
        { weight: 1, arbitrary: fc.json() },
        { weight: 6, arbitrary: bent(eventType).map((payload) => JSON.stringify(payload)) },
      )
      .map(readable),
    type: fc.oneof({ weight: 5, arbitrary: fc.constant<string>(eventType) }, fc.string({ maxLength: 100 })),
    messageId: fc.string({ maxLength: 100 }),
    headers: fc.dictionary(
      fc.oneof(
        fc.constantFrom('x-request-id', 'traceparent', 'x-attempt', 'x-failures', 'x-death'),
        fc.string({ minLength: 1, maxLength: 20 }),
      ),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant([])),
      { maxKeys: 3 },
    ),
    contentType: fc.constantFrom('application/json', 'text/plain', ''),
  })

/** Every awkward text in every field, once, which chance would not bring about. */
const eachAwkward = (queue: QueueName): Hostile[] => QUEUES[queue].flatMap(eachAwkwardEvent)

function eachAwkwardEvent(type: EventType): Hostile[] {
  const example = exampleOf(type)
  return Object.keys(example).flatMap((key, k) =>
    AWKWARD.map((text, i) => {
      const id = 2 ** 51 + k * AWKWARD.length + i
      const payload = { ...example, eventId: randomUUID(), registrationId: id, userId: id, [key]: text }
      const content = readable(JSON.stringify(payload))
      return { content, type, messageId: '', headers: {}, contentType: 'application/json' }
    }),
  )
}

const system = wholeSystem()

describe('random messages in every queue', () => {
  let broker: Awaited<ReturnType<typeof brokerClient>>
  beforeAll(async () => void (broker = await brokerClient(system.rabbitmqUrl)))
  afterAll(() => broker.close())

  /** Tells the number of messages of a queue with an outcome, as a service counts them now. */
  async function countsOf(service: ReturnType<typeof serviceOf>) {
    const lines = (await (await fetch(`${system.health[service]}/metrics`)).text()).split('\n')
    return (queue: string, how: string): number => {
      const parts = [CONSUMED, `queue="${queue}"`, `outcome="${how}"`]
      const line = lines.find((each) => parts.every((part) => each.includes(part)))
      return Number(line?.split(' ').at(-1) ?? 0)
    }
  }

  let setAside = 0
  it.each(QUEUE_NAMES)(
    `%s: are handled, or dead-lettered for a reason, and end no consumer (O8), seed ${seed}`,
    async (queue) => {
      const accepts = new Map<string, ReturnType<typeof ajv.compile>>(
        QUEUES[queue].map((type) => [type, ajv.compile(events[type])]),
      )
      const isGood = (message: Hostile): boolean => {
        try {
          return accepts.get(message.type)?.(JSON.parse(bytesOf(message.content).toString('utf8'))) === true
        } catch {
          return false
        }
      }
      let [good, bad] = [0, 0]
      const property = fc.asyncProperty(
        fc.array(hostile(queue), { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (messages) => {
          for (const { content, ...properties } of messages)
            broker.channel.sendToQueue(queue, bytesOf(content), { persistent: true, ...properties })
          await broker.channel.waitForConfirms()
          const taken = messages.filter((message) => isGood(message) && isFirst(queue, message)).length
          good += taken
          bad += messages.length - taken
          setAside += messages.length - taken
          await eventually(async () => {
            const counted = await countsOf(serviceOf(queue))
            expect(counted(queue, 'done')).toBe(good)
            expect(counted(queue, 'dead-lettered')).toBe(bad)
            expect((await countsOf('notification'))(DEAD_LETTER_QUEUE, 'done')).toBe(setAside)
          }, MAX_MS)
        },
      )
      // The rules for the messages of a type are the same in each of its queues.
      const isFirstOfType = QUEUE_NAMES.find((name) => QUEUES[name].join() === QUEUES[queue].join()) === queue
      const examples: [Hostile[]][] = isFirstOfType ? [[eachAwkward(queue)]] : []
      const numRuns = examples.length + RUNS
      await fc.assert(property, { numRuns, seed, endOnFailure: true, examples })
      expect(good).toBeGreaterThan(0)
      for (const health of Object.values(system.health))
        expect((await fetch(`${health}/readyz`)).status).toBe(200)
    },
    300_000,
  )

  it('lead to reasons for operators, and only to records that the API can show', async () => {
    const letters = await system.operator.get('/admin/dead-letters/?limit=500')
    expect(letters.body).not.toEqual([])
    for (const letter of letters.body)
      expect(letter).toMatchObject({ queue: expect.stringMatching(/./), reason: expect.stringMatching(/./) })
    const deliveries = await system.operator.get('/admin/deliveries/?limit=500')
    expect(deliveries.body).not.toEqual([])
    for (const { to, status } of deliveries.body)
      expect([to, status]).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/^(sent|failed|cancelled)$/),
      ])
  })
})
