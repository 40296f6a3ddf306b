import type { ConsumeMessage } from 'amqplib'
import { readDeadLetter } from '../src/dead-letters/read.ts'

const NOW = new Date('2024-01-15T15:00:00Z')

const read = (headers: Record<string, unknown>, properties: Record<string, unknown> = {}, content = '{}') =>
  readDeadLetter(
    {
      content: Buffer.from(content),
      properties: { messageId: 'one', type: 'user.changed.v1', headers, ...properties },
    } as ConsumeMessage,
    NOW,
  )

const rested = { queue: 'the.queue.retry-1s', reason: 'expired' }
const limit = { queue: 'the.queue', reason: 'delivery_limit' }

describe('reading what lies in the dead-letter queue', () => {
  it('believes whoever set the message aside', () => {
    const letter = read({ 'x-reason': 'why', 'x-queue': 'a.queue', 'x-death': [limit] })
    expect(letter).toMatchObject({
      queue: 'a.queue',
      reason: 'why',
      type: 'user.changed.v1',
      receivedAt: NOW,
    })
  })

  it('else the broker, for which a rest before another try is no failure', () => {
    expect(read({ 'x-death': [rested, limit] })).toMatchObject({
      queue: 'the.queue',
      reason: 'set aside by the broker: delivery_limit',
    })
  })

  it('reads a message about which nobody says anything', () => {
    const properties = { messageId: undefined, type: undefined, headers: undefined }
    expect(read({}, properties, 'what is this')).toMatchObject({
      queue: '',
      type: '',
      messageId: '',
      reason: 'no reason was given',
    })
  })

  it('keeps what a replay needs and none of the marks of failure', () => {
    const trace = { traceparent: 'trace', 'x-request-id': 'call' }
    const marks = {
      'x-death': [limit],
      'x-first-death-queue': 'the.queue',
      'x-last-death-reason': 'rejected',
      'x-attempt': 3,
      'x-failures': 2,
      'x-delivery-count': 21,
      'x-reason': 'why',
      'x-queue': 'the.queue',
    }
    expect(read({ ...trace, ...marks }).headers).toEqual(trace)
  })

  it('knows copies of one message, whatever became of each', () => {
    const one = read({ 'x-queue': 'q', 'x-reason': 'first' }).identity
    expect(read({ 'x-queue': 'q', 'x-reason': 'second' }).identity).toBe(one)
    expect(read({ 'x-queue': 'other' }).identity).not.toBe(one)
    expect(read({ 'x-queue': 'q' }, { messageId: 'two' }).identity).not.toBe(one)
    expect(read({ 'x-queue': 'q', 'x-replay-of': '5' }).identity).not.toBe(one)
  })

  it('tells messages without an id apart by what they say', () => {
    const anonymous = { messageId: undefined }
    expect(read({}, anonymous, 'a').identity).toBe(read({}, anonymous, 'a').identity)
    expect(read({}, anonymous, 'a').identity).not.toBe(read({}, anonymous, 'b').identity)
  })
})
