import type { Group, GroupInput, Operator } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { collect, everyRecord } from '../paging.ts'
import { printList } from './list.ts'
import { readModifyWrite } from './read-modify-write.ts'
import { defined, idArgument, listOptions, numberOption, textOption } from './options.ts'

const groupArgument = idArgument('id', 'id of the group')

const fieldOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('name', textOption('name'))
    .option('parent', numberOption('parent', 'id of the parent group; without it, the group is a root'))

const replaceOptions = <T>(yargs: Argv<T>) => fieldOptions(yargs).demandOption('name')

const inputOf = ({ name, parent }: { name: string; parent: number | undefined }) => ({
  name,
  ...defined({ parentId: parent }),
})

const update = ({ user }: Operator, id: number, changes: Partial<GroupInput>): Promise<Group> =>
  readModifyWrite(
    `group ${id}`,
    () => user.getGroupRaw({ id }),
    ({ name, parentId }, ifMatch) =>
      user.putGroup({ id, GroupInput: { name, parentId, ...changes }, ...ifMatch }),
  )

export const groups: Noun = {
  name: 'groups',
  describe: 'Groups of users and courses, which decide what a service account can see',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List groups',
        (y) => listOptions(y).example('$0 groups list --all --json', 'all groups as JSON'),
        action((context, args) => {
          const { user } = context.operatorApi()
          return printList(context, args, (page) => user.listGroupsRaw(page), ['id', 'name', 'parentId'])
        }),
      )
      .command(
        'tree',
        'Show all groups as a tree',
        (y) => y.example('$0 groups tree', 'all groups, each below its parent'),
        action(async ({ operatorApi, output }) => {
          const { user } = operatorApi()
          const all = await collect(everyRecord((page) => user.listGroupsRaw(page)))
          if (output.json) await output.list(all, [])
          else for (const line of treeOf(all)) await output.line(line)
        }),
      )
      .command(
        'get <id>',
        'Show a group',
        (y) => groupArgument(y).example('$0 groups get 12', 'group 12'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().user.getGroup({ id })),
        ),
      )
      .command(
        'create',
        'Create a group with a new id',
        (y) =>
          replaceOptions(y).example('$0 groups create --name Operations --parent 1', 'a subgroup of group 1'),
        action(async ({ operatorApi, output }, args) =>
          output.record(await operatorApi().user.createGroup({ GroupInput: inputOf(args) })),
        ),
      )
      .command(
        'put <id>',
        'Create or replace the group with this id',
        (y) =>
          groupArgument(replaceOptions(y)).example(
            '$0 groups put 12 --name Operations --parent 1',
            'group 12 as a subgroup of group 1',
          ),
        action(async ({ operatorApi, output }, args) =>
          output.record(await operatorApi().user.putGroup({ id: args.id, GroupInput: inputOf(args) })),
        ),
      )
      .command(
        'update <id>',
        'Change a group. What is not given is unchanged',
        (y) =>
          groupArgument(fieldOptions(y)).example('$0 groups update 12 --name Logistics', 'rename group 12'),
        action(async ({ operatorApi, output }, { id, name, parent }) =>
          output.record(await update(operatorApi(), id, defined({ name, parentId: parent }))),
        ),
      )
      .command(
        'delete <id>',
        'Delete an empty group',
        (y) => groupArgument(y).example('$0 groups delete 12', 'delete group 12'),
        action(async ({ operatorApi, output }, { id }) => {
          await operatorApi().user.deleteGroup({ id })
          output.info(`Group ${id} is deleted.`)
        }),
      ),
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
      yield `${indent}${branch}${name.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')} (${id})`
      yield* below(id, indent + rest)
    }
  }
}
