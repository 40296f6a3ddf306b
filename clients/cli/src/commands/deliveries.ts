import { DeliveryStatus, each } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Noun } from '../context.ts'
import { showList } from './list.ts'
import { amount, given, pageSize, wholeNumber } from './options.ts'

const delivery = <T>(yargs: Argv<T>) =>
  yargs.positional('id', { type: 'string', demandOption: true, describe: 'id of the delivery' })

export const deliveries: Noun = {
  name: 'deliveries',
  describe: 'The e-mails about registrations',
  verbs: (yargs, act) =>
    yargs
      .command(
        'list',
        'List deliveries',
        (y) =>
          amount(y)
            .option('registration', {
              type: 'string',
              requiresArg: true,
              describe: 'of this registration',
              coerce: wholeNumber('registration'),
            })
            .option('status', { choices: Object.values(DeliveryStatus), describe: 'in this status' })
            .example('$0 deliveries list --status failed', 'what could not be sent'),
        act((context, args) => {
          const { notification } = context.operator()
          const filters = given({ registrationId: args.registration, status: args.status })
          const records = each((page) =>
            notification.listDeliveriesRaw({ ...filters, limit: pageSize(args), ...page }),
          )
          return showList(context, args, records, [
            ...(['id', 'registrationId', 'to', 'status', 'attempts', 'sentAt', 'lastError'] as const),
          ])
        }),
      )
      .command(
        'get <id>',
        'Show a delivery',
        (y) => delivery(y).example('$0 deliveries get 1003', 'with its last error'),
        act(async ({ operator, output }, args) =>
          output.record(await operator().notification.getDelivery({ id: args.id })),
        ),
      )
      .command(
        'resend <id>',
        'Send an e-mail again, as a new delivery',
        (y) => delivery(y).example('$0 deliveries resend 1003', 'send it again'),
        act(async ({ operator, output }, args) =>
          output.record(await operator().notification.resendDelivery({ id: args.id })),
        ),
      ),
}
