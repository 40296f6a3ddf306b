import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { printList } from './list.ts'
import {
  defined,
  flagOption,
  fromNow,
  futureDateTime,
  idArgument,
  listOptions,
  readWholeNumber,
  textOption,
} from './options.ts'

const COLUMNS = [
  'keyId',
  'name',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
  'lastUsedFrom',
] as const

const accountArgument = idArgument('account', 'id of the service account')

const keyArgument = <T>(yargs: Argv<T>) =>
  accountArgument(yargs).positional('key', { type: 'string', demandOption: true, describe: 'id of the key' })

const expiryOptions = <T>(yargs: Argv<T>, otherwise: string) =>
  yargs
    .option('expires-at', {
      ...textOption(`date-time at which it expires [default: ${otherwise}]`),
      coerce: futureDateTime('expires-at'),
    })
    .option('expires-in', {
      ...textOption('how long it is valid from now on, such as 12h, 90d or 2w'),
      coerce: fromNow('expires-in'),
    })
    .conflicts('expires-at', 'expires-in')

const DAY_MS = 86_400_000
/** Keys that are in use and expire soon, as the alert RollcallKeysExpiring has it. */
export const expiringKeys = () => ({
  expiresBefore: new Date(Date.now() + 14 * DAY_MS),
  usedAfter: new Date(Date.now() - 7 * DAY_MS),
})

export const keys: Noun = {
  name: 'keys',
  describe: 'API keys of a service account',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list [account]',
        'List the keys of a service account, or those to rotate, without their secrets',
        (y) =>
          listOptions(y)
            .positional('account', {
              type: 'string',
              describe: 'id of the service account',
              coerce: (text: string | undefined) =>
                text === undefined ? undefined : readWholeNumber('account', text),
            })
            .option(
              'expiring',
              flagOption('of all accounts: keys that expire within 14 days and were used within the last 7'),
            )
            .example('$0 keys list 3', 'keys of account 3')
            .example('$0 keys list --expiring', 'keys to rotate'),
        action((context, args) => {
          const { account: id, expiring } = args
          if (expiring === (id !== undefined))
            throw new UsageError('Give an account or --expiring, not both.')
          const { user } = context.operatorApi()
          if (id !== undefined)
            return printList(context, args, (page) => user.listKeysRaw({ id, ...page }), COLUMNS)
          return printList(context, args, (page) => user.listAllKeysRaw({ ...expiringKeys(), ...page }), [
            'accountId',
            ...COLUMNS,
          ])
        }),
      )
      .command(
        'issue <account>',
        'Issue a key. Its secret is shown only once',
        (y) =>
          expiryOptions(accountArgument(y), 'never')
            .option('name', textOption('what it is for'))
            .example('$0 keys issue 3 --name "nightly sync" --expires-in 90d', 'a key for 90 days')
            .example('$0 keys issue 3 --expires-at 2027-01-31T00:00:00Z --json', 'a key as JSON'),
        action(async ({ operatorApi, output }, args) => {
          const key = await operatorApi().user.issueKey({
            id: args.account,
            KeyInput: defined({ name: args.name, expiresAt: args.expiresAt ?? args.expiresIn }),
          })
          await output.record(key)
          output.warn('Store the secret now: it is not shown again.')
        }),
      )
      .command(
        'rotate <account> <key>',
        'Issue a key to replace another one, which stays valid until it expires or is revoked',
        (y) =>
          expiryOptions(keyArgument(y), 'as long as the old one')
            .option('old-expires-in', {
              ...textOption(
                'how long the old key stays valid at most, such as 7d [default: until it expires]',
              ),
              coerce: fromNow('old-expires-in'),
            })
            .example(
              '$0 keys rotate 3 rck_a1B2c3D4e5F6g7H8 --old-expires-in 7d',
              'the old key stays valid for a week',
            ),
        action(async ({ operatorApi, output }, args) => {
          const key = await operatorApi().user.rotateKey({
            id: args.account,
            keyId: args.key,
            KeyRotation: defined({
              expiresAt: args.expiresAt ?? args.expiresIn,
              oldKeyExpiresAt: args.oldExpiresIn,
            }),
          })
          await output.record(key)
          output.warn('Store the secret now: it is not shown again.')
          if (!args.oldExpiresIn)
            output.info(
              `Revoke the old key when \`rollcall keys list ${args.account}\` shows that it is not used any more.`,
            )
        }),
      )
      .command(
        'revoke <account> <key>',
        'Revoke a key. This takes effect within 15 seconds',
        (y) => keyArgument(y).example('$0 keys revoke 3 rck_a1B2c3D4e5F6g7H8', 'revoke a key of account 3'),
        action(async ({ operatorApi, output }, { account, key }) => {
          await operatorApi().user.revokeKey({ id: account, keyId: key })
          output.info(`Key ${key} is revoked. It may still be accepted for 15 seconds.`)
        }),
      ),
}
