import { groupByReason, reasonOf } from '../src/reasons.ts'

describe('a reason (O17)', () => {
  it.each([
    ['550 5.1.1 <ada@example.org>: user unknown', '550 5.1.1 …: user unknown'],
    ['550 no mailbox grace@example.org here', '550 no mailbox … here'],
    ['connect ECONNREFUSED 127.0.0.1:41234', 'connect ECONNREFUSED 127.0.0.1:…'],
    ['451 4.7.1 try again, queue id 4F3A2B1C9D', '451 4.7.1 try again, queue id …'],
    ['registration 48151 has another event id', 'registration … has another event id'],
    ["payload must have required property 'eventId'", "payload must have required property 'eventId'"],
    ['the e-mail is sending until 2024-01-15T14:58:41.123Z', 'the e-mail is sending until …'],
    ['0190c7a4-5b1e-4f3a-9c55-0f6f2d7b8a11 is unknown', '… is unknown'],
    ['', ''],
  ])('is the same for every record with the same cause: %j', (error, reason) => {
    expect(reasonOf(error)).toBe(reason)
    expect(reasonOf(reasonOf(error))).toBe(reason)
  })

  it('is short enough to be sent back in a request', () => {
    expect(reasonOf('x '.repeat(1_000)).length).toBeLessThanOrEqual(300)
  })

  it('groups records, most frequent reason first', () => {
    const at = (hour: number) => new Date(Date.UTC(2024, 0, 15, hour))
    const b1 = { id: 1, reason: 'b', at: at(1) }
    const a3 = { id: 2, reason: 'a', at: at(3) }
    const a2 = { id: 3, reason: 'a', at: at(2) }
    expect(groupByReason([b1, a3, a2])).toEqual([
      { records: [a2, a3], oldest: a2, newest: a3 },
      { records: [b1], oldest: b1, newest: b1 },
    ])
    expect(groupByReason([])).toEqual([])
  })
})
