import { groupByErrorClass } from '../src/error-classes.ts'

it('groups records, most frequent error class first', () => {
  const at = (hour: number) => new Date(Date.UTC(2024, 0, 15, hour))
  const b1 = { id: 1, errorClass: 'b', at: at(1) }
  const a3 = { id: 2, errorClass: 'a', at: at(3) }
  const a2 = { id: 3, errorClass: 'a', at: at(2) }
  expect(groupByErrorClass([b1, a3, a2])).toEqual([
    { records: [a2, a3], oldest: a2, newest: a3 },
    { records: [b1], oldest: b1, newest: b1 },
  ])
  expect(groupByErrorClass([])).toEqual([])
})
