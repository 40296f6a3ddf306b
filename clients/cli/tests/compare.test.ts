import { compare, distinct } from '../src/sync/compare.ts'
import type { Limit } from '../src/sync/limit.ts'
import { tooManyRemovals } from '../src/sync/removals.ts'
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

describe('a sync with the limit of removals', () => {
  const inGroup = (group: number, count: number) => Array.from({ length: count }, () => [group])
  const objection = (of: { existing: number[][]; removed: number[][]; limit?: Limit }, isHolding = false) =>
    tooManyRemovals(
      { verb: 'expire', noun: 'user', limit: undefined, option: 'max-leavers', ...of },
      isHolding,
    )
  const existing = [...inGroup(12, 130), ...inGroup(13, 20), ...inGroup(14, 250)]

  it.each<[string, number[][], string | undefined]>([
    ['5 % of all', [...inGroup(12, 8), ...inGroup(14, 12)], undefined],
    [
      'more of all',
      [...inGroup(12, 9), ...inGroup(14, 12)],
      'would expire 21 of 400 users; the limit is 20.',
    ],
    ['ten of a group', inGroup(12, 10), undefined],
    ['more of a group', inGroup(12, 11), 'would expire 11 of 130 users of group 12; the limit is 10.'],
    ['all of a small group', inGroup(13, 20), undefined],
  ])('removes %s or not', (_what, removed, says) => {
    const found = objection({ existing, removed })
    expect(found).toEqual(says && expect.stringContaining(`${says} Nothing was changed.`))
    expect(objection({ existing, removed, limit: { count: removed.length } })).toBeUndefined()
    if (says) expect(found).toContain(`If the file is correct, add --max-leavers ${removed.length}.`)
  })

  it('advises no limit while rows hold others back, because a correct file may remove more', () => {
    const found = objection({ existing, removed: inGroup(12, 11) }, true)
    expect(found).toMatch(/the limit is 10\. Nothing was changed\. First correct the file/)
  })

  it('does not advise a limit that removes most people of a group', () => {
    const all = { existing: [...inGroup(12, 21), ...inGroup(14, 600)], removed: inGroup(12, 21) }
    expect(objection(all)).toMatch(/21 of 21 users of group 12; the limit is 10\. .* Is it the right file\?/)
  })
})
