import { each } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { showList } from './list.ts'
import { amount, futureMoment, given, id, pageSize } from './options.ts'

const account = id('id of the service account', 'account') as unknown as <T>(
  yargs: Argv<T>,
) => Argv<T & { account: number }>

export const keys: Noun = {
  name: 'keys',
  describe: 'The API keys of a service account',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list <account>',
        'List the keys of a service account, without their secrets',
        (y) => amount(account(y)).example('$0 keys list 3', 'the keys of account 3'),
        act((context, args) => {
          const { user } = context.operator()
          const records = each((page) =>
            user.listKeysRaw({ id: args.account, limit: pageSize(args), ...page }),
          )
          return showList(context, args, records, ['keyId', 'createdAt', 'expiresAt', 'revokedAt'])
        }),
      )
      .command(
        'issue <account>',
        'Issue a key; its secret is shown this once',
        (y) =>
          account(y)
            .option('expires-at', {
              type: 'string',
              requiresArg: true,
              describe: 'date-time at which it ends; never without',
              coerce: futureMoment('expires-at'),
            })
            .example('$0 keys issue 3', 'a key that does not expire')
            .example('$0 keys issue 3 --expires-at 2027-01-31T00:00:00Z --json', 'for a script'),
        act(async ({ operator, output }, args) => {
          const KeyInput = given({ expiresAt: args.expiresAt })
          await output.record(await operator().user.issueKey({ id: args.account, KeyInput }))
          output.warn('Keep the secret now: it is not shown again.')
        }),
      )
      .command(
        'revoke <account> <key>',
        'Revoke a key',
        (y) =>
          account(y)
            .positional('key', { type: 'string', demandOption: true, describe: 'id of the key' })
            .example('$0 keys revoke 3 k7Qp2xVn', 'ends within 15 seconds'),
        act(async ({ operator, output }, args) => {
          await operator().user.revokeKey({ id: args.account, keyId: args.key })
          output.say(`Key ${args.key} is revoked; it may still be taken for 15 seconds.`)
        }),
      ),
}
