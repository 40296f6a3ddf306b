import { each } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { showList } from './list.ts'
import { amount, given, id, pageSize, wholeNumber } from './options.ts'

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
        'put <id>',
        'Create or replace a group',
        (y) =>
          id('id of the group')(y)
            .option('name', { type: 'string', demandOption: true, requiresArg: true, describe: 'name' })
            .option('parent', {
              type: 'string',
              requiresArg: true,
              describe: 'group above it; a root without',
              coerce: wholeNumber('parent'),
            })
            .example('$0 groups put 12 --name Operations --parent 1', 'group 12 below group 1'),
        act(async ({ operator, output }, args) => {
          const GroupInput = { name: args.name, ...given({ parentId: args.parent }) }
          await output.record(await operator().user.putGroup({ id: args.id, GroupInput }))
        }),
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
