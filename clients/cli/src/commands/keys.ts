import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import {
  flagOption,
  fromNow,
  futureDateTime,
  idArgument,
  listOptions,
  textArgument,
  textOption,
  wholeNumber,
} from './arguments.ts'
import { command, operation, printList, type Noun } from './table.ts'

const COLUMNS = [
  'keyId',
  'name',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
  'lastUsedFrom',
] as const

const account = idArgument('id of the service account')
const key = textArgument('id of the key')

const expiryOptions = (otherwise: string) =>
  ({
    'expires-at': {
      ...textOption(`date-time at which it expires [default: ${otherwise}]`),
      read: futureDateTime,
      conflicts: 'expires-in',
    },
    'expires-in': {
      ...textOption('how long it is valid from now on, such as 12h, 90d or 2w'),
      read: fromNow,
    },
  }) as const

const SHOWN_ONCE = 'Store the secret now: it is not shown again.'

const DAY_MS = 86_400_000
/** Keys that are in use and expire soon, as the alert RollcallKeysExpiring has it. */
export const expiringKeys = () => ({
  expiresBefore: new Date(Date.now() + 14 * DAY_MS),
  usedAfter: new Date(Date.now() - 7 * DAY_MS),
})

export const keys: Noun = {
  describe: 'API keys of a service account',
  commands: {
    'list [account]': command({
      describe: 'List the keys of a service account, or those to rotate, without their secrets',
      arguments: {
        ...listOptions,
        account: { type: 'string', describe: account.describe, read: wholeNumber },
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
    'issue <account>': operation({
      describe: 'Issue a key. Its secret is shown only once',
      arguments: { account, ...expiryOptions('never'), name: textOption('what it is for') },
      examples: {
        'issue 3 --name "nightly sync" --expires-in 90d': 'a key for 90 days',
        'issue 3 --expires-at 2027-01-31T00:00:00Z --json': 'a key as JSON',
      },
      call: ({ user }, { account, name, expiresAt, expiresIn }) =>
        user.issueKey({ id: account, KeyInput: defined({ name, expiresAt: expiresAt ?? expiresIn }) }),
      warning: SHOWN_ONCE,
    }),
    'rotate <account> <key>': operation({
      describe: 'Issue a key to replace another one, which stays valid until it expires or is revoked',
      arguments: {
        account,
        key,
        ...expiryOptions('as long as the old one'),
        'old-expires-in': {
          ...textOption('how long the old key stays valid at most, such as 7d [default: until it expires]'),
          read: fromNow,
        },
      },
      examples: {
        'rotate 3 rck_a1B2c3D4e5F6g7H8 --old-expires-in 7d': 'the old key stays valid for a week',
      },
      call({ user }, { account, key, expiresAt, expiresIn, oldExpiresIn }) {
        const KeyRotation = defined({ expiresAt: expiresAt ?? expiresIn, oldKeyExpiresAt: oldExpiresIn })
        return user.rotateKey({ id: account, keyId: key, KeyRotation })
      },
      warning: SHOWN_ONCE,
      message: ({ account, oldExpiresIn }) =>
        oldExpiresIn === undefined
          ? `Revoke the old key when \`rollcall keys list ${account}\` shows that it is not used any more.`
          : undefined,
    }),
    'revoke <account> <key>': operation({
      describe: 'Revoke a key. This takes effect within 15 seconds',
      arguments: { account, key },
      examples: { 'revoke 3 rck_a1B2c3D4e5F6g7H8': 'revoke a key of account 3' },
      call: ({ user }, { account, key }) => user.revokeKey({ id: account, keyId: key }),
      question: ({ account, key }) => `Revoke key ${key} of account ${account} for good?`,
      message: ({ key }) => `Key ${key} is revoked. It may still be accepted for 15 seconds.`,
    }),
  },
}
