import { requireTrue } from './truth.ts'

const message = {
  payload: { userId: 7, occurredAt: '2024-01-15T14:58:41.123Z', groupIds: [1, 2] },
  metadata: { 'x-request-id': 'request-1' },
}

describe('a message of a provider under verification', () => {
  it('may tell what its state has made, to the second, and more', () => {
    const returned = { userId: 7, occurredAt: '2024-01-15T14:58:41Z', groupIds: [1, 2], other: 'x' }
    expect(requireTrue(message, returned)).toBe(message)
  })

  it.each([
    [{ userId: 8 }, 'userId 7'],
    [{ groupIds: [2, 1] }, 'groupIds [1,2]'],
    [{ occurredAt: '2024-01-15T14:58:42Z' }, 'occurredAt "2024-01-15T14:58:41.123Z"'],
    [{ 'x-request-id': 'request-2' }, 'x-request-id "request-1"'],
    [{ contentType: 'application/json' }, 'contentType null'],
  ])('must not tell otherwise than %j', (returned, told) => {
    expect(() => requireTrue(message, returned)).toThrow(`The message tells ${told}; its state made `)
  })
})
