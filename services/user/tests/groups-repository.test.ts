import mongoose from 'mongoose'
import { aDatabase } from '../../../testing/database.ts'
import { Unavailable } from '../../platform/errors.ts'
import { Counters } from '../../platform/store/counters.ts'
import { BATCH_SIZE } from '../../platform/store/page.ts'
import { translateErrors } from '../../platform/store/unavailable.ts'
import { GroupCycle } from '../src/errors.ts'
import { groupModel } from '../src/groups/record.ts'
import { Groups } from '../src/groups/repository.ts'

const connection = aDatabase()
const model = groupModel(connection)
const counters = new Counters(connection)
/** The groups as one process of the service has them. */
async function aProcess() {
  const groups = new Groups(model, counters.ids('groups'), { now: () => new Date() })
  await counters.prepare('groups', await groups.prepare())
  return groups
}

afterEach(() => connection.set('debug', false))
beforeEach(() => model.deleteMany({}))

it('the tree of groups is unavailable while the database is', async () => {
  const closed = mongoose.createConnection()
  Object.assign(closed.config, { bufferCommands: false })
  closed.plugin(translateErrors)
  const ids = new Counters(closed).ids('groups')
  const groups = new Groups(groupModel(closed), ids, { now: () => new Date() })
  await expect(groups.tree()).rejects.toThrow(Unavailable)
})

const unchecked = () => undefined
const notReferredTo = () => Promise.resolve(false)
const isLeft = () => Promise.resolve(true)
const lease = () => ({ claim: 'a process', until: new Date() })

describe('the tree of groups, which each process keeps in memory', () => {
  it('contains the changes of the other processes', async () => {
    const [one, other] = [await aProcess(), await aProcess()]
    const root = await one.add({ name: 'root', parentId: null })
    const child = await other.add({ name: 'child', parentId: root.id })
    expect((await one.tree()).withSubgroups([root.id])).toEqual([root.id, child.id])
    await one.put({ ...child, parentId: null }, unchecked, isLeft)
    expect((await other.tree()).withSubgroups([root.id])).toEqual([root.id])
    await other.remove(child.id, notReferredTo, lease())
    expect((await one.tree()).has(child.id)).toBe(false)
    expect(await one.list({ afterId: 0, offset: 0, limit: 10 })).toEqual({ keys: [root.id], records: [root] })
    expect(await one.count()).toBe(1)
  })

  it('is listed in order, also by pages of more groups than are read at once', async () => {
    const groups = await aProcess()
    const added = []
    for (const name of ['first', 'second']) added.push(await groups.add({ name, parentId: null }))
    const { records } = await groups.list({ afterId: 0, offset: 0, limit: BATCH_SIZE + 1 })
    const listed = []
    for await (const batch of records as AsyncIterable<unknown[]>) listed.push(...batch)
    expect(listed).toEqual(added)
  })

  it('has all concurrent changes, and another id for each group', async () => {
    const processes = [await aProcess(), await aProcess()] as const
    const added = await Promise.all(
      Array.from({ length: 60 }, (_, i) => processes[i % 2]!.add({ name: `group ${i}`, parentId: null })),
    )
    expect(new Set(added.map(({ id }) => id)).size).toBe(60)
    for (const process of processes) {
      const tree = await process.tree()
      for (const group of added) expect(tree.get(group.id)).toEqual(group)
    }
  })

  it('accepts one of two concurrent changes of the same group', async () => {
    const processes = [await aProcess(), await aProcess()] as const
    for (let round = 0; round < 10; round++) {
      const group = await processes[0].add({ name: 'before', parentId: null })
      const attempts = await Promise.allSettled(
        processes.map((process, i) =>
          process.put(
            { ...group, name: `changed by ${i}` },
            (before) => {
              if (before?.name !== 'before') throw new Error('changed meanwhile')
            },
            isLeft,
          ),
        ),
      )
      expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('rejects a change that was decided before another group changed twice', async () => {
    const [one, other] = [await aProcess(), await aProcess()]
    for (const id of [1, 2]) await one.put({ id, name: 'root', parentId: null }, unchecked, isLeft)
    const write = model.updateOne.bind(model)
    jest.spyOn(model, 'updateOne').mockImplementationOnce(((...args: Parameters<typeof write>) => {
      const changed = (async () => {
        for (const name of ['moved', 'renamed'])
          await other.put({ id: 2, name, parentId: 1 }, unchecked, isLeft)
      })()
      return changed.then(() => write(...args))
    }) as never)
    await expect(one.put({ id: 1, name: 'root', parentId: 2 }, unchecked, isLeft)).rejects.toThrow(GroupCycle)
    jest.restoreAllMocks()
    for (const process of [one, other, await aProcess()])
      expect((await process.tree()).withSubgroups([1])).toEqual([1, 2])
  })

  it('reads only groups that have changed', async () => {
    const one = await aProcess()
    for (const name of ['first', 'second']) await one.add({ name, parentId: null })
    await one.tree()
    const filters: unknown[] = []
    connection.set(
      'debug',
      (_collection: string, _method: string, filter: unknown) => void filters.push(filter),
    )
    await one.tree()
    expect(filters).toEqual([{ change: { $gt: 2 } }])
  })
})

const countMoved = () => model.countDocuments({ announceDueAt: { $gt: new Date(0) } })

it('a renamed group is still announced; if it moves again, the announcement starts again', async () => {
  const [one, another] = [await aProcess(), await aProcess()]
  for (const id of [1, 2]) await one.put({ id, name: 'root', parentId: null }, unchecked, isLeft)
  await one.put({ id: 3, name: 'group', parentId: 1 }, unchecked, isLeft)
  expect(await countMoved()).toBe(0)
  await one.put({ id: 3, name: 'group', parentId: 2 }, unchecked, isLeft)
  const begun = {
    announceClaim: 'a process',
    announceProgress: { afterGroupId: 3, kind: 'users', afterId: 7 },
  }
  await model.updateOne({ _id: 3 }, { $set: begun })
  await another.put({ id: 3, name: 'renamed', parentId: 2 }, unchecked, isLeft)
  expect([await countMoved(), await model.findById(3).lean()]).toMatchObject([1, begun])
  await another.put({ id: 3, name: 'renamed', parentId: 1 }, unchecked, isLeft)
  expect(await countMoved()).toBe(1)
  for (const field of Object.keys(begun)) expect(await model.findById(3).lean()).not.toHaveProperty(field)
})
