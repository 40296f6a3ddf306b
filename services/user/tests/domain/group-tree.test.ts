import { GroupCycle, GroupInUse, ParentNotFound } from '../../src/errors.ts'
import { GroupTree } from '../../src/groups/rules.ts'

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
  const siblings = new GroupTree([2, 3, 4].map((id) => ({ id, name: '', parentId: 1 })))
  expect(new GroupTree([{ id: 1, name: '', parentId: null }, ...siblings.all()]).withSubgroups([1])).toEqual([
    1, 2, 3, 4,
  ])
  const cycle = new GroupTree([
    { id: 1, name: '', parentId: 2 },
    { id: 2, name: '', parentId: 1 },
  ])
  expect(cycle.withSubgroups([1])).toEqual([1, 2])
})

it('gives a group by its id, and lists all by id', () => {
  expect(tree.get(2)).toEqual({ id: 2, name: 'below one', parentId: 1 })
  expect(tree.get(77)).toBeUndefined()
  expect(tree.all().map(({ id }) => id)).toEqual([1, 2, 3, 9])
})

it('refuses a group below itself, at any depth', () => {
  expect(() => tree.requirePlace({ id: 1, name: '', parentId: 1 })).toThrow(GroupCycle)
  expect(() => tree.requirePlace({ id: 1, name: '', parentId: 3 })).toThrow(GroupCycle)
  expect(() => tree.requirePlace({ id: 5, name: '', parentId: 5 })).toThrow(GroupCycle)
  expect(() => tree.requirePlace({ id: 2, name: '', parentId: 9 })).not.toThrow()
})

it('refuses a parent that does not exist', () => {
  expect(() => tree.requirePlace({ id: 5, name: '', parentId: 77 })).toThrow(ParentNotFound)
  expect(() => tree.requirePlace({ id: 5, name: '', parentId: null })).not.toThrow()
})

it('keeps a group that others lie below', () => {
  expect(() => tree.requireLeaf(2)).toThrow(GroupInUse)
  expect(() => tree.requireLeaf(3)).not.toThrow()
})
