import { Schema } from 'mongoose'
import { aDatabase } from '../../../testing/database.ts'
import { Scope } from '../domain/account.ts'
import type { Batches, FoundPage, Page } from '../domain/page.ts'
import { buildIndexes } from '../store/indexes.ts'
import { countVisible, findVisiblePage, type VisibleList } from '../store/visible-page.ts'

interface Registered {
  _id: number
  course: { groupIds: number[] }
  user: { groupIds: number[] }
}

const database = aDatabase()
const schema = new Schema<Registered>(
  { _id: Number, course: { groupIds: [Number] }, user: { groupIds: [Number] } },
  { versionKey: false },
)
schema.index({ 'course.groupIds': 1, _id: 1 })
const model = database.model<Registered>('TestRegistered', schema, 'registered')

const RECORDS = 180
const GROUPS = 1_100
/** Course and user in two groups each; each tenth user is in one that no scope of these tests has. */
const records = Array.from({ length: RECORDS }, (_, i): Registered => {
  const groupIds = [1 + i, 1 + ((i + 250) % GROUPS)]
  return {
    _id: i + 1,
    course: { groupIds },
    user: { groupIds: i % 10 === 1 ? [9_999] : groupIds },
  }
})

let returned = 0
beforeAll(async () => {
  await buildIndexes(model)
  await model.insertMany(records)
  database.getClient().on('commandSucceeded', ({ reply }) => {
    const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } }
    returned += (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length
  })
})

const scopeOf = (count: number, from = 1) =>
  new Scope(
    Array.from({ length: count }, (_, i) => from + i),
    // Another role in some of the same groups.
    [from, from + 1].slice(0, count),
  )
const listOf = (scope: Scope | undefined): VisibleList<Registered> => ({
  filter: {},
  scope,
  groupFields: ['course.groupIds', 'user.groupIds'],
  isIndexed: false,
})
const expectedIds = (scope: Scope) =>
  records
    .filter(({ course, user }) => scope.includesAny(course.groupIds) && scope.includesAny(user.groupIds))
    .map(({ _id }) => _id)

/** The ids of all pages, and the most records that one of them needed. */
async function walk(list: VisibleList<Registered>, limit: number) {
  const pages: number[][] = []
  let mostRead = 0
  for (let afterId: number | undefined = 0; afterId !== undefined;) {
    returned = 0
    const page: Page = { afterId, offset: 0, limit }
    const found: FoundPage<number> = await findVisiblePage(model, list, page, ({ _id }) => _id)
    const ids: number[] = []
    if (Array.isArray(found.records)) ids.push(...(found.records as number[]))
    else for await (const batch of found.records as Batches<number>) ids.push(...batch)
    mostRead = Math.max(mostRead, returned)
    pages.push(ids)
    afterId = found.keys.length > limit ? found.keys[limit - 1] : undefined
  }
  return { ids: pages.flat(), pages: pages.length, mostRead }
}

describe('a page of visible records (R13, A3)', () => {
  it.each([8, 300, GROUPS])('is the same for any number of groups in scope: %i', async (groups) => {
    const scope = scopeOf(groups)
    const expected = expectedIds(scope)
    expect(expected.length).toBeGreaterThan(0)
    expect((await walk(listOf(scope), 130)).ids).toEqual(expected)
    expect(await countVisible(model, listOf(scope))).toBe(expected.length)
    const { records: found } = await findVisiblePage(
      model,
      listOf(scope),
      { afterId: 0, offset: 3, limit: 5 },
      ({ _id }) => _id,
    )
    expect(found).toEqual(expected.slice(3, 8))
  })

  it.each([
    [1, 1],
    [300, 2],
    [GROUPS, 1],
  ])('with %i groups in scope reads at most %i times its size and hidden ones', async (groups, times) => {
    const scope = scopeOf(groups)
    const { ids, mostRead } = await walk(listOf(scope), 40)
    expect(ids).toEqual(expectedIds(scope))
    const hidden = Math.ceil(41 / 9)
    expect(mostRead).toBeLessThanOrEqual(times * 41 + (groups === GROUPS ? 41 + hidden : 0))
  })

  it('is full although few records are visible', async () => {
    const scope = new Scope(Array.from({ length: 1_001 }, (_, i) => 50_000 + i))
    await model.insertMany(
      Array.from({ length: 3 }, (_, i) => ({
        _id: 100_000 + i,
        course: { groupIds: [50_000 + i] },
        user: { groupIds: [50_001] },
      })),
    )
    const { ids, mostRead } = await walk(listOf(scope), 10)
    expect(ids).toEqual([100_000, 100_001, 100_002])
    expect(mostRead).toBeLessThanOrEqual(10 * 11 + 3)
    await model.deleteMany({ _id: { $gte: 100_000 } })
  })

  it('leaves out a record that moved to another group while a large page is read', async () => {
    const scope = scopeOf(GROUPS)
    const found = await findVisiblePage(
      model,
      listOf(scope),
      { afterId: 0, offset: 0, limit: 150 },
      (record) => record._id,
    )
    const left = found.keys[120] as number
    await model.updateOne({ _id: left }, { $set: { 'user.groupIds': [9_999] } })
    const ids: number[] = []
    for await (const batch of found.records as Batches<number>) ids.push(...batch)
    expect(ids).toEqual(found.keys.slice(0, 150).filter((id) => id !== left))
  })
})
