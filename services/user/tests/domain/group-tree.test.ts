import { GroupCycle, GroupInUse, GroupTooDeep, ParentNotFound } from '../../src/errors.ts'
import { GroupTree, MAX_DEPTH } from '../../src/groups/rules.ts'

const tree = new GroupTree([
  { id: 3, name: 'below two', parentId: 2 },
  { id: 1, name: 'root', parentId: null },
  { id: 2, name: 'below one', parentId: 1 },
  { id: 9, name: 'another root', parentId: null },
])

it('reaches a group and everything below it, and nothing from one that does not exist (A3)', () => {
  expect(tree.withSubgroups([1])).toEqual([1, 2, 3])
  expect(tree.withSubgroups([2])).toEqual([2, 3])
  expect(tree.withSubgroups([3, 9])).toEqual([3, 9])
  expect(tree.withSubgroups([77])).toEqual([])
  expect(tree.withSubgroups([77, 3])).toEqual([3])
})

it('reaches every group that lies in the same one, and ends even where stored groups form a cycle', () => {
  const siblings = new GroupTree([1, 2, 3, 4].map((id) => ({ id, name: '', parentId: id === 1 ? null : 1 })))
  expect(siblings.withSubgroups([1])).toEqual([1, 2, 3, 4])
  const cycle = new GroupTree([
    { id: 1, name: '', parentId: 2 },
    { id: 2, name: '', parentId: 1 },
  ])
  expect(cycle.withSubgroups([1])).toEqual([1, 2])
  expect(() => cycle.requirePlace({ id: 3, name: '', parentId: 1 })).not.toThrow()
})

it('reaches 126,000 groups that lie in the same one', () => {
  const ids = Array.from({ length: 126_000 }, (_, i) => i + 2)
  const wide = new GroupTree([
    { id: 1, name: 'root', parentId: null },
    ...ids.map((id) => ({ id, name: '', parentId: 1 })),
  ])
  expect(wide.withSubgroups([1])).toHaveLength(126_001)
})

it('gives a group by its id', () => {
  expect(tree.get(2)).toEqual({ id: 2, name: 'below one', parentId: 1 })
  expect(tree.get(77)).toBeUndefined()
})

it('forgets the old place of a group that is moved or removed', () => {
  const changing = new GroupTree([
    { id: 1, name: 'root', parentId: null },
    { id: 2, name: 'another root', parentId: null },
    { id: 3, name: 'moved', parentId: 1 },
  ])
  changing.put({ id: 3, name: 'moved', parentId: 2 })
  expect([changing.withSubgroups([1]), changing.withSubgroups([2])]).toEqual([[1], [2, 3]])
  expect(() => changing.requireLeaf(1)).not.toThrow()
  changing.remove(3)
  expect(changing.withSubgroups([2])).toEqual([2])
  expect(() => changing.requireLeaf(2)).not.toThrow()
})

it('rejects a group that would lie deeper than 50 levels, with the groups below it', () => {
  const chain = new GroupTree(
    Array.from({ length: MAX_DEPTH }, (_, i) => ({ id: i + 1, name: '', parentId: i === 0 ? null : i })),
  )
  expect(() => chain.requirePlace({ id: 99, name: '', parentId: MAX_DEPTH - 1 })).not.toThrow()
  expect(() => chain.requirePlace({ id: 99, name: '', parentId: MAX_DEPTH })).toThrow(GroupTooDeep)
  chain.put({ id: 99, name: 'root', parentId: null })
  expect(() => chain.requirePlace({ id: 1, name: '', parentId: 99 })).toThrow(GroupTooDeep)
  expect(() => chain.requirePlace({ id: 2, name: '', parentId: 99 })).not.toThrow()
})

it('rejects a group below itself, at any depth', () => {
  expect(() => tree.requirePlace({ id: 1, name: '', parentId: 1 })).toThrow(GroupCycle)
  expect(() => tree.requirePlace({ id: 1, name: '', parentId: 3 })).toThrow(GroupCycle)
  expect(() => tree.requirePlace({ id: 5, name: '', parentId: 5 })).toThrow(GroupCycle)
  expect(() => tree.requirePlace({ id: 2, name: '', parentId: 9 })).not.toThrow()
})

it('rejects a parent that does not exist', () => {
  expect(() => tree.requirePlace({ id: 5, name: '', parentId: 77 })).toThrow(ParentNotFound)
  expect(() => tree.requirePlace({ id: 5, name: '', parentId: null })).not.toThrow()
})

it('keeps a group that others lie below', () => {
  expect(() => tree.requireLeaf(2)).toThrow(GroupInUse)
  expect(() => tree.requireLeaf(3)).not.toThrow()
})
