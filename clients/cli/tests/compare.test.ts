import { compare, distinct } from '../src/sync/compare.ts'
import { namesWithSources } from '../src/sync/sources.ts'

interface Item {
  readonly line: number
  readonly key: string
  readonly value: string
}

const item = (line: number, key: string, value = '') => ({ line, key, value })
const records = new Map(['a', 'b', 'c'].map((key) => [key, { key, value: `value of ${key}` }]))

const compared = (desired: readonly Item[], more: { held?: string; named?: string[] } = {}) =>
  compare({
    desired,
    present: records,
    keyOf: ({ key }) => key,
    isUpToDate: ({ value }, present) => value === present.value,
    named: new Set(more.named),
    isRemovable: ({ key }) => key !== 'c',
    heldBy: ({ key }) => (key === more.held ? [[7]] : undefined),
  })

describe('a comparison of a file with the existing records', () => {
  it('creates missing records, changes different ones, keeps equal ones, and removes others', () => {
    const [isNew, differs] = [item(2, 'x'), item(3, 'a', 'other')]
    expect(compared([isNew, differs])).toEqual({
      create: [isNew],
      change: [{ desired: differs, present: records.get('a') }],
      keep: [],
      remove: [records.get('b')],
      held: [],
      repeated: [],
    })
    const equal = item(2, 'a', 'value of a')
    expect(compared([equal])).toMatchObject({ change: [], keep: [{ desired: equal }] })
  })

  it('does not remove a record that a row may be about', () =>
    expect(compared([], { held: 'a' })).toMatchObject({
      remove: [records.get('b')],
      held: [{ present: records.get('a'), lines: [[7]] }],
    }))

  it('does not remove a record that a row names in another way', () =>
    expect(compared([], { named: ['a'] }).remove).toEqual([records.get('b')]))

  it('takes the first of two rows about the same record, in the order of the file', () => {
    const [first, second] = [item(2, 'a'), item(5, 'a')]
    expect(compared([second, first])).toMatchObject({
      change: [{ desired: first }],
      repeated: [{ item: second, earlierLine: 2 }],
    })
  })
})

it('a row that shares only one of its keys with an earlier row is repeated', () => {
  const rows = [
    { line: 2, keys: ['id 1', 'login ada'] },
    { line: 3, keys: ['id 2', 'login ada'] },
    { line: 4, keys: ['id 2'] },
  ]
  const { first, repeated } = distinct(rows, ({ keys }) => keys)
  expect(first.map(({ line }) => line)).toEqual([2, 4])
  expect(repeated.map(({ item: { line }, earlierLine }) => [line, earlierLine])).toEqual([[3, 2]])
})

it('a plan names people of the smallest source first', () => {
  const sources = { ann: 'agency', bob: 'agency', cleo: 'scim-3', dan: 'agency', eve: '', fay: '' }
  const names = namesWithSources(
    Object.entries(sources),
    ([name]) => name,
    ([, source]) => source,
  )
  expect(names).toEqual(['cleo (scim-3)', 'eve', 'fay', 'ann (agency)', 'bob (agency)', 'dan (agency)'])
})
