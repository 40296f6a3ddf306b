import { each } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { printList } from './list.ts'
import { defined, futureDateTime, idArgument, listOptions, pageSize, textOption } from './options.ts'

const accountArgument = idArgument('account', 'id of the service account')

export const keys: Noun = {
  name: 'keys',
  describe: 'API keys of a service account',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list <account>',
        'List the keys of a service account, without their secrets',
        (y) => listOptions(accountArgument(y)).example('$0 keys list 3', 'keys of account 3'),
        action((context, args) => {
          const { user } = context.operatorApi()
          const records = each((page) =>
            user.listKeysRaw({ id: args.account, limit: pageSize(args), ...page }),
          )
          return printList(context, args, records, ['keyId', 'createdAt', 'expiresAt', 'revokedAt'])
        }),
      )
      .command(
        'issue <account>',
        'Issue a key. Its secret is shown only this once',
        (y) =>
          accountArgument(y)
            .option('expires-at', {
              ...textOption('date-time at which it expires [default: never]'),
              coerce: futureDateTime('expires-at'),
            })
            .example('$0 keys issue 3', 'a key that does not expire')
            .example('$0 keys issue 3 --expires-at 2027-01-31T00:00:00Z --json', 'for a script'),
        action(async ({ operatorApi, output }, args) => {
          const KeyInput = defined({ expiresAt: args.expiresAt })
          await output.record(await operatorApi().user.issueKey({ id: args.account, KeyInput }))
          output.warn('Store the secret now: it is not shown again.')
        }),
      )
      .command(
        'revoke <account> <key>',
        'Revoke a key',
        (y) =>
          accountArgument(y)
            .positional('key', { type: 'string', demandOption: true, describe: 'id of the key' })
            .example('$0 keys revoke 3 rck_a1B2c3D4e5F6g7H8', 'takes effect within 15 seconds'),
        action(async ({ operatorApi, output }, { account, key }) => {
          await operatorApi().user.revokeKey({ id: account, keyId: key })
          output.info(`Key ${key} is revoked. It may still be accepted for 15 seconds.`)
        }),
      ),
}
