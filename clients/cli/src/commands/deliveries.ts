import { DeliveryStatus, each } from '@rollcall/client/operator'
import type { Argv } from 'yargs'
import type { Context, Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
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
        'List deliveries, the newest first',
        (y) =>
          amount(y)
            .option('registration', {
              type: 'string',
              requiresArg: true,
              describe: 'of this registration',
              coerce: wholeNumber('registration'),
            })
            .option('to', { type: 'string', requiresArg: true, describe: 'to exactly this address' })
            .option('status', { choices: Object.values(DeliveryStatus), describe: 'in this status' })
            .example('$0 deliveries list --status failed', 'what could not be sent'),
        act((context, args) => {
          const { notification } = context.operator()
          const filters = given({ registrationId: args.registration, status: args.status, to: args.to })
          const records = each((page) =>
            notification.listDeliveriesRaw({ ...filters, limit: pageSize(args), ...page }),
          )
          return showList(context, args, records, [
            ...([
              'id',
              'registrationId',
              'to',
              'status',
              'attempts',
              'createdAt',
              'sentAt',
              'failedAt',
              'lastError',
            ] as const),
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
        'resend [ids..]',
        'Send e-mails again, as new deliveries',
        (y) =>
          y
            .positional('ids', { type: 'string', array: true, default: [], describe: 'ids of deliveries' })
            .option('failed', {
              type: 'boolean',
              default: false,
              describe: 'every registration whose newest e-mail has failed',
            })
            .example('$0 deliveries resend 1003', 'send it again')
            .example('$0 deliveries resend --failed', 'once the mail server takes them'),
        act((context, { ids, failed }) => {
          if ((ids.length === 0) === !failed) throw new UsageError('Name deliveries, or say --failed.')
          const { notification } = context.operator()
          const chosen = failed ? failedOnes(notification) : ids
          return context.output.list(resent(notification, chosen), ['id', 'registrationId', 'to', 'status'])
        }),
      ),
}

type Notifications = ReturnType<Context['operator']>['notification']

async function* resent(notification: Notifications, ids: Iterable<string> | AsyncIterable<string>) {
  for await (const id of ids) yield await notification.resendDelivery({ id })
}

/** One id for each registration, read to the end before anything is sent: what is sent may fail again. */
async function* failedOnes(notification: Notifications): AsyncGenerator<string> {
  const failed: string[] = []
  for await (const { id, registrationId } of each((page) =>
    notification.listDeliveriesRaw({ status: 'failed', limit: 1000, ...page }),
  )) {
    const [newest] = await notification.listDeliveries({ registrationId, limit: 1 })
    if (newest?.id === id) failed.push(id)
  }
  yield* failed
}
