import { idArgument } from './arguments.ts'
import { list, operation, type Noun } from './table.ts'

const group = idArgument('id of the group')
const user = idArgument('id of the user')

export const members: Noun = {
  describe: 'Direct members of a group',
  commands: {
    'list <group>': list({
      describe: 'List the members of a group',
      arguments: { group },
      examples: { 'list 12': 'members of group 12' },
      call: ({ user }, { group }, page) => user.listGroupMembersRaw({ id: group, ...page }),
      columns: ['userId'],
    }),
    'add <group> <user>': operation({
      describe: 'Add a user to a group',
      arguments: { group, user },
      examples: { 'add 12 1007': 'add user 1007 to group 12' },
      call: ({ user }, args) => user.putGroupMember({ id: args.group, userId: args.user }),
      message: ({ group, user }) => `User ${user} is in group ${group}.`,
    }),
    'remove <group> <user>': operation({
      describe: 'Remove a user from a group',
      arguments: { group, user },
      examples: { 'remove 12 1007': 'remove user 1007 from group 12' },
      call: ({ user }, args) => user.deleteGroupMember({ id: args.group, userId: args.user }),
      question: ({ group, user }) => `Remove user ${user} from group ${group}?`,
      message: ({ group, user }) => `User ${user} is not in group ${group}.`,
    }),
  },
}
