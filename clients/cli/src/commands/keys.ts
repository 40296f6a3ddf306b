import { UsageError } from '../errors.ts'
import { expiringKeys } from '../requests.ts'
import { flagOption, listOptions, wholeNumber } from './arguments.ts'
import { command, printList, type Noun } from './table.ts'

const COLUMNS = [
  'keyId',
  'name',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
  'lastUsedFrom',
] as const

export const keys: Noun = {
  describe: 'API keys of a service account',
  commands: {
    'list [account]': command({
      describe: 'List the keys of a service account, or those to rotate, without their secrets',
      arguments: {
        ...listOptions,
        account: { type: 'string', describe: 'id of the service account', read: wholeNumber },
        expiring: flagOption(
          'of all accounts: keys that expire within 14 days and were used within the last 7',
        ),
      },
      examples: {
        'list 3': 'keys of account 3',
        'list --expiring': 'keys to rotate',
      },
      run(context, args) {
        const { account: id, expiring } = args
        if (!expiring && id === undefined) throw new UsageError('Give the id of an account, or --expiring.')
        if (expiring && id !== undefined)
          throw new UsageError('Give the id of an account or --expiring, not both.')
        const { user } = context.api
        if (id !== undefined)
          return printList(context, args, (page) => user.listKeysRaw({ id, ...page }), COLUMNS)
        const filters = expiringKeys()
        const columns = ['accountId', ...COLUMNS] as const
        return printList(context, args, (page) => user.listAllKeysRaw({ ...filters, ...page }), columns)
      },
    }),
  },
}
