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
  textOption,
  wholeNumber,
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
      ...textOption('the same from now on, such as 12h, 90d or 2w'),
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
        'List the keys of a service account, or those to be rotated, without their secrets',
        (y) =>
          listOptions(y)
            .positional('account', {
              type: 'string',
              describe: 'id of the service account',
              coerce: (text: string | undefined) =>
                text === undefined ? undefined : wholeNumber('account')(text),
            })
            .option(
              'expiring',
              flagOption('of all accounts: keys that expire within 14 days and were used within the last 7'),
            )
            .example('$0 keys list 3', 'keys of account 3')
            .example('$0 keys list --expiring', 'keys to be rotated'),
        action((context, args) => {
          const { account: id, expiring } = args
          if (expiring === (id !== undefined))
            throw new UsageError('Give an account or --expiring, not both.')
          const { user } = context.operatorApi()
          if (id !== undefined)
            return printList(context, args, (page) => user.listKeysRaw({ id, ...page }), COLUMNS)
          const list = (page: object) => user.listAllKeysRaw({ ...expiringKeys(), ...page })
          return printList(context, args, list, ['accountId', ...COLUMNS])
        }),
      )
      .command(
        'issue <account>',
        'Issue a key. Its secret is shown only this once',
        (y) =>
          expiryOptions(accountArgument(y), 'never')
            .option('name', textOption('what it is for'))
            .example('$0 keys issue 3 --name "nightly sync" --expires-in 90d', 'a key for 90 days')
            .example('$0 keys issue 3 --expires-at 2027-01-31T00:00:00Z --json', 'for a script'),
        action(async ({ operatorApi, output }, args) => {
          const KeyInput = defined({ name: args.name, expiresAt: args.expiresAt ?? args.expiresIn })
          await output.record(await operatorApi().user.issueKey({ id: args.account, KeyInput }))
          output.warn('Store the secret now: it is not shown again.')
        }),
      )
      .command(
        'rotate <account> <key>',
        'Issue a key that replaces another one, which stays valid meanwhile',
        (y) =>
          expiryOptions(keyArgument(y), 'as long as the old one')
            .option('old-expires-in', {
              ...textOption('when the old key expires at the latest, such as 7d [default: as before]'),
              coerce: fromNow('old-expires-in'),
            })
            .example('$0 keys rotate 3 rck_a1B2c3D4e5F6g7H8 --old-expires-in 7d', 'a week to change over'),
        action(async ({ operatorApi, output }, args) => {
          const KeyRotation = defined({
            expiresAt: args.expiresAt ?? args.expiresIn,
            oldKeyExpiresAt: args.oldExpiresIn,
          })
          const { user } = operatorApi()
          await output.record(await user.rotateKey({ id: args.account, keyId: args.key, KeyRotation }))
          output.warn('Store the secret now: it is not shown again.')
          if (!args.oldExpiresIn)
            output.info(
              `Revoke the old key when \`rollcall keys list ${args.account}\` shows that it is not used.`,
            )
        }),
      )
      .command(
        'revoke <account> <key>',
        'Revoke a key',
        (y) =>
          keyArgument(y).example('$0 keys revoke 3 rck_a1B2c3D4e5F6g7H8', 'takes effect within 15 seconds'),
        action(async ({ operatorApi, output }, { account, key }) => {
          await operatorApi().user.revokeKey({ id: account, keyId: key })
          output.info(`Key ${key} is revoked. It may still be accepted for 15 seconds.`)
        }),
      ),
}
