import type { User } from '@rollcall/client'
import { Comparison } from '../src/sync/users/comparison.ts'

const member = (id: number, externalId: string) => ({ id, externalId, loginName: `login-${id}` }) as User
const compared = (members: readonly User[], ...externalIds: string[]) =>
  new Comparison(
    externalIds.map((externalId, index) => ({ line: index + 2, bytesRead: 0, body: { externalId } })),
    members,
  )

it.each([
  ['00123', '123'],
  ['123', '00123'],
  ['HR-7', 'hr-7'],
  ['4711', '4711.0'],
  ['4711', '4711,00'],
])('a leaver %s may be the person of a row %s that a spreadsheet has rewritten', (leaver, row) => {
  const comparison = compared([member(1, leaver)], row)
  expect([comparison.leavers.length, comparison.namesRewritten]).toEqual([1, true])
})

it.each([
  ['123', '124'],
  ['0', '00x'],
  ['', '0'],
  ['120', '12'],
])('a leaver %j is not the person of a row %j', (leaver, row) =>
  expect(compared([member(1, leaver)], row).namesRewritten).toBe(false),
)

it('a leaver is not the person of a row about another member', () => {
  const comparison = compared([member(1, '00123'), member(2, '123')], '123')
  expect([comparison.leavers.length, comparison.namesRewritten]).toEqual([1, false])
})
