import type { ConsumeMessage } from 'amqplib'
import { Unprocessable } from '../messaging/consumer.ts'
import { eventReader } from '../messaging/event.ts'
import { anEvent } from './kit/broker.ts'

const QUEUE = 'notification.registration-created'
const readEvent = eventReader(QUEUE)

/** A message as the broker delivers it. */
const delivered = (content: string, type: unknown = 'registration.created.v1', headers: object = {}) =>
  ({ content: Buffer.from(content), properties: { type, headers } }) as unknown as ConsumeMessage

describe('a message that is read', () => {
  const { payload } = anEvent()

  it('is the event that the contract promises in its queue, with the trace it travels with', () => {
    const headers = { 'x-request-id': 'abc', traceparent: 'def' }
    expect(readEvent(delivered(JSON.stringify(payload), undefined, headers))).toEqual({
      type: 'registration.created.v1',
      payload,
      trace: { requestId: 'abc', traceparent: 'def' },
    })
  })

  it('may say more than is known here: a newer sender is understood', () => {
    const newer = { ...payload, courseLanguage: 'de' }
    expect(readEvent(delivered(JSON.stringify(newer))).payload).toMatchObject(payload)
  })

  it.each([
    ['{', undefined, 'the payload is not JSON'],
    ['null', undefined, 'payload must be object'],
    [
      JSON.stringify({ ...payload, userEmail: undefined }),
      undefined,
      "must have required property 'userEmail'",
    ],
    [
      JSON.stringify({ ...payload, registrationId: '17' }),
      undefined,
      'payload/registrationId must be integer',
    ],
    [JSON.stringify({ ...payload, occurredAt: 'today' }), undefined, 'payload/occurredAt must match'],
    [
      JSON.stringify(payload),
      'user.changed.v1',
      'expected type registration.created.v1, not "user.changed.v1"',
    ],
    [JSON.stringify(payload), null, 'expected type registration.created.v1, not null'],
  ])('will never work when it breaks the contract, and the rule is named: %#', (content, type, reason) => {
    const read = () => readEvent(delivered(content, type))
    expect(read).toThrow(Unprocessable)
    expect(read).toThrow(reason)
  })
})
