import { each } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { showList } from './list.ts'
import { amount, given, id, pageSize, wholeNumber } from './options.ts'

const group = <T>(yargs: Argv<T>) =>
  yargs
    .option('name', { type: 'string', demandOption: true, requiresArg: true, describe: 'name' })
    .option('parent', {
      type: 'string',
      requiresArg: true,
      describe: 'group above it; a root without',
      coerce: wholeNumber('parent'),
    })

const inputOf = ({ name, parent }: { name: string; parent: number | undefined }) => ({
  name,
  ...given({ parentId: parent }),
})

export const groups: Noun = {
  name: 'groups',
  describe: 'The tree of groups by which visibility is limited',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List groups',
        (y) => amount(y).example('$0 groups list --all --json', 'all groups as JSON'),
        act((context, args) => {
          const { user } = context.operator()
          const records = each((page) => user.listGroupsRaw({ limit: pageSize(args), ...page }))
          return showList(context, args, records, ['id', 'name', 'parentId'])
        }),
      )
      .command(
        'get <id>',
        'Show a group',
        (y) => id('id of the group')(y).example('$0 groups get 12', 'show group 12'),
        act(async ({ operator, output }, args) =>
          output.record(await operator().user.getGroup({ id: args.id })),
        ),
      )
      .command(
        'create',
        'Create a group under a new id',
        (y) => group(y).example('$0 groups create --name Operations --parent 1', 'a group below group 1'),
        act(async ({ operator, output }, args) =>
          output.record(await operator().user.createGroup({ GroupInput: inputOf(args) })),
        ),
      )
      .command(
        'put <id>',
        'Create or replace the group with this id',
        (y) =>
          id('id of the group')(group(y)).example(
            '$0 groups put 12 --name Operations --parent 1',
            'group 12 below group 1',
          ),
        act(async ({ operator, output }, args) =>
          output.record(await operator().user.putGroup({ id: args.id, GroupInput: inputOf(args) })),
        ),
      )
      .command(
        'delete <id>',
        'Delete a group that nothing is in',
        (y) => id('id of the group')(y).example('$0 groups delete 12', 'delete group 12'),
        act(async ({ operator, output }, args) => {
          await operator().user.deleteGroup({ id: args.id })
          output.say(`Group ${args.id} is deleted.`)
        }),
      ),
}
