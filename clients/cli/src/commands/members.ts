import type { Noun } from '../context.ts'
import { printList } from './list.ts'
import { idArgument, listOptions } from './options.ts'

const groupArgument = idArgument('group', 'id of the group')
const userArgument = idArgument('user', 'id of the user')

export const members: Noun = {
  name: 'members',
  describe: 'Direct members of a group',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list <group>',
        'List the members of a group',
        (y) => listOptions(groupArgument(y)).example('$0 members list 12', 'members of group 12'),
        action((context, args) => {
          const { user } = context.operatorApi()
          return printList(context, args, (page) => user.listGroupMembersRaw({ id: args.group, ...page }), [
            'userId',
          ])
        }),
      )
      .command(
        'add <group> <user>',
        'Add a user to a group',
        (y) => userArgument(groupArgument(y)).example('$0 members add 12 1007', 'add user 1007 to group 12'),
        action(async ({ operatorApi, output }, { group, user }) => {
          await operatorApi().user.putGroupMember({ id: group, userId: user })
          output.info(`User ${user} is in group ${group}.`)
        }),
      )
      .command(
        'remove <group> <user>',
        'Remove a user from a group',
        (y) =>
          userArgument(groupArgument(y)).example(
            '$0 members remove 12 1007',
            'remove user 1007 from group 12',
          ),
        action(async ({ operatorApi, output }, { group, user }) => {
          await operatorApi().user.deleteGroupMember({ id: group, userId: user })
          output.info(`User ${user} is not in group ${group}.`)
        }),
      ),
}
