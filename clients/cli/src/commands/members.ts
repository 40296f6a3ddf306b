import { each } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { showList } from './list.ts'
import { amount, id, pageSize } from './options.ts'

const group = id('id of the group', 'group') as unknown as <T>(yargs: Argv<T>) => Argv<T & { group: number }>
const user = id('id of the user', 'user') as unknown as <T>(yargs: Argv<T>) => Argv<T & { user: number }>

export const members: Noun = {
  name: 'members',
  describe: 'The users who are in a group directly',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list <group>',
        'List the members of a group',
        (y) => amount(group(y)).example('$0 members list 12', 'who is in group 12'),
        act((context, args) => {
          const api = context.operator().user
          const records = each((page) =>
            api.listGroupMembersRaw({ id: args.group, limit: pageSize(args), ...page }),
          )
          return showList(context, args, records, ['userId'])
        }),
      )
      .command(
        'add <group> <user>',
        'Put a user into a group',
        (y) => user(group(y)).example('$0 members add 12 1007', 'user 1007 joins group 12'),
        act(async ({ operator, output }, args) => {
          await operator().user.putGroupMember({ id: args.group, userId: args.user })
          output.say(`User ${args.user} is in group ${args.group}.`)
        }),
      )
      .command(
        'remove <group> <user>',
        'Take a user out of a group',
        (y) => user(group(y)).example('$0 members remove 12 1007', 'user 1007 leaves group 12'),
        act(async ({ operator, output }, args) => {
          await operator().user.deleteGroupMember({ id: args.group, userId: args.user })
          output.say(`User ${args.user} is not in group ${args.group}.`)
        }),
      ),
}
