import { requireMatchingStates } from './message-check.ts'

const message = {
  payload: { userId: 7, occurredAt: '2024-01-15T14:58:41.123Z', groupIds: [1, 2] },
  metadata: { 'x-request-id': 'request-1' },
}

describe('a message that is verified', () => {
  it('may have the values of its state, to the second, and other fields', () => {
    const returned = { userId: 7, occurredAt: '2024-01-15T14:58:41Z', groupIds: [1, 2], other: 'x' }
    expect(requireMatchingStates(message, returned)).toBe(message)
  })

  it.each([
    [{ userId: 8 }, 'userId 7'],
    [{ groupIds: [2, 1] }, 'groupIds [1,2]'],
    [{ occurredAt: '2024-01-15T14:58:42Z' }, 'occurredAt "2024-01-15T14:58:41.123Z"'],
    [{ 'x-request-id': 'request-2' }, 'x-request-id "request-1"'],
    [{ contentType: 'application/json' }, 'contentType null'],
  ])('must not differ from %j', (returned, shown) => {
    expect(() => requireMatchingStates(message, returned)).toThrow(
      `The message has ${shown}; its state returned `,
    )
  })
})
