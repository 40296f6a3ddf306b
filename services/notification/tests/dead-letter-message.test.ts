import type { ConsumeMessage } from 'amqplib'
import { readDeadLetter } from '../src/dead-letters/message.ts'

const NOW = new Date('2026-03-01T08:00:00Z')

describe('reading a message from the dead-letter queue', () => {
  const read = (headers: Record<string, unknown>, properties: Record<string, unknown> = {}, content = '{}') =>
    readDeadLetter(
      {
        content: Buffer.from(content),
        properties: { messageId: 'one', type: 'user.changed.v1', headers, ...properties },
      } as ConsumeMessage,
      NOW,
    )

  const limit = { queue: 'the.queue', reason: 'delivery_limit' }

  it('keeps the headers that a replay needs, and removes those about the failure', () => {
    const trace = { traceparent: 'trace', 'x-request-id': 'call' }
    const marks = {
      'x-death': [limit],
      'x-first-death-queue': 'the.queue',
      'x-last-death-reason': 'rejected',
      'x-attempt': 3,
      'x-failures': 2,
      'x-delivery-count': 21,
      'x-reason': 'why',
      'x-error-class': 'kind of why',
      'x-queue': 'the.queue',
      CC: ['another.queue'],
    }
    expect(read({ ...trace, ...marks })).toMatchObject({ reason: 'why', errorClass: 'kind of why' })
    expect(read({ ...trace, ...marks }).headers).toEqual(trace)
  })

  it('accepts a list of deaths that another program has sent', () => {
    expect(read({ 'x-death': [null, { queue: 'the.queue' }] })).toMatchObject({ queue: 'the.queue' })
  })

  it('gives copies of one message the same identity, whatever the reason of each', () => {
    const one = read({ 'x-queue': 'q', 'x-reason': 'first' }).identity
    expect(read({ 'x-queue': 'q', 'x-reason': 'second' }).identity).toBe(one)
    expect(read({ 'x-queue': 'other' }).identity).not.toBe(one)
    expect(read({ 'x-queue': 'q' }, { messageId: 'two' }).identity).not.toBe(one)
    expect(read({ 'x-queue': 'q', 'x-replay-of': '5' }).identity).not.toBe(one)
    // Messages without an id are told apart by what they say.
    const anonymous = { messageId: undefined }
    expect(read({}, anonymous, 'a').identity).toBe(read({}, anonymous, 'a').identity)
    expect(read({}, anonymous, 'a').identity).not.toBe(read({}, anonymous, 'b').identity)
  })
})
