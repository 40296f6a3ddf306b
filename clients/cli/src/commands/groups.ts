import type { Group, GroupInput, Operator } from '@rollcall/client/operator'
import { defined } from '../defined.ts'
import { onOneLine } from '../output.ts'
import { collect, everyRecord } from '../paging.ts'
import { idArgument, numberOption, required, textOption } from './arguments.ts'
import { readModifyWrite } from './read-modify-write.ts'
import { command, list, operation, type Noun } from './table.ts'

const id = idArgument('id of the group')
const name = textOption('name')
const parent = numberOption('id of the parent group; without it, the group is a root')

const inputOf = ({ name, parent }: { name: string; parent: number | undefined }) => ({
  name,
  ...defined({ parentId: parent }),
})

const update = (user: Operator['user'], id: number, changes: Partial<GroupInput>): Promise<Group> =>
  readModifyWrite(
    `group ${id}`,
    () => user.getGroupRaw({ id }),
    ({ name, parentId }, ifMatch) =>
      user.putGroup({ id, GroupInput: { name, parentId, ...changes }, ...ifMatch }),
  )

export const groups: Noun = {
  describe: 'Groups of users and courses, which decide what a service account can see',
  commands: {
    list: list({
      describe: 'List groups',
      examples: { 'list --all --json': 'all groups as JSON' },
      call: ({ user }, _, page) => user.listGroupsRaw(page),
      columns: ['id', 'name', 'parentId'],
    }),
    tree: command({
      describe: 'Show all groups as a tree',
      examples: { tree: 'all groups, each below its parent' },
      async run({ api, output }) {
        const all = await collect(everyRecord((page) => api.user.listGroupsRaw(page)))
        if (output.json) await output.list(all, [])
        else for (const line of treeOf(all)) await output.line(line)
      },
    }),
    'get <id>': operation({
      describe: 'Show a group',
      arguments: { id },
      examples: { 'get 12': 'group 12' },
      call: ({ user }, { id }) => user.getGroup({ id }),
    }),
    create: operation({
      describe: 'Create a group with a new id',
      arguments: { name: required(name), parent },
      examples: { 'create --name Operations --parent 1': 'a subgroup of group 1' },
      call: ({ user }, args) => user.createGroup({ GroupInput: inputOf(args) }),
    }),
    'put <id>': operation({
      describe: 'Create or replace the group with this id',
      arguments: { id, name: required(name), parent },
      examples: { 'put 12 --name Operations --parent 1': 'group 12 as a subgroup of group 1' },
      call: ({ user }, args) => user.putGroup({ id: args.id, GroupInput: inputOf(args) }),
    }),
    'update <id>': operation({
      describe: 'Change a group. What is not given is unchanged',
      arguments: { id, name, parent },
      examples: { 'update 12 --name Logistics': 'rename group 12' },
      call: ({ user }, { id, name, parent }) => update(user, id, defined({ name, parentId: parent })),
    }),
    'delete <id>': operation({
      describe: 'Delete an empty group',
      arguments: { id },
      examples: { 'delete 12': 'delete group 12' },
      call: ({ user }, { id }) => user.deleteGroup({ id }),
      question: ({ id }) => `Courses in group ${id} will be in no group. Delete it?`,
      message: ({ id }) => `Group ${id} is deleted.`,
    }),
  },
}

/** One line for each group, below its parent and by name. */
function* treeOf(all: readonly Group[]): Generator<string> {
  const children = Map.groupBy(all, ({ parentId }) => parentId)
  yield* below(null, '')

  function* below(parentId: number | null, indent: string): Generator<string> {
    const groups = (children.get(parentId) ?? []).toSorted((a, b) => a.name.localeCompare(b.name))
    for (const [i, { id, name }] of groups.entries()) {
      const isLast = i === groups.length - 1
      const [branch, rest] = parentId === null ? ['', ''] : isLast ? ['└─ ', '   '] : ['├─ ', '│  ']
      yield `${indent}${branch}${onOneLine(name)} (${id})`
      yield* below(id, indent + rest)
    }
  }
}
