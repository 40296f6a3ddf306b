import { DeliveryStatus, type Delivery, type Operator } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { everyRecord } from '../paging.ts'
import { chosenIds, printForEachId } from './each-id.ts'
import { printList } from './list.ts'
import { defined, flagOption, idsArgument, listOptions, numberOption, textOption } from './options.ts'

type Notifications = Operator['notification']

export const deliveries: Noun = {
  name: 'deliveries',
  describe: 'E-mails about registrations',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List deliveries, the newest first',
        (y) =>
          listOptions(y)
            .option('registration', numberOption('registration', 'about this registration'))
            .option('to', textOption('to exactly this address'))
            .option('status', { choices: Object.values(DeliveryStatus), describe: 'with this status' })
            .example('$0 deliveries list --status failed', 'e-mails that could not be sent'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const filters = defined({ registrationId: args.registration, status: args.status, to: args.to })
          return printList(context, args, (page) => notification.listDeliveriesRaw({ ...filters, ...page }), [
            'id',
            'registrationId',
            'to',
            'status',
            'attempts',
            'createdAt',
            'sentAt',
            'failedAt',
            'nextAttemptAt',
            'lastError',
          ])
        }),
      )
      .command(
        'get <id>',
        'Show a delivery',
        (y) =>
          y
            .positional('id', { type: 'string', demandOption: true, describe: 'id of the delivery' })
            .example('$0 deliveries get 1003', 'with its last error'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.getDelivery({ id })),
        ),
      )
      .command(
        'resend [ids..]',
        'Send e-mails again, as new deliveries',
        (y) =>
          y
            .positional('ids', idsArgument('ids of deliveries'))
            .option('failed', flagOption('for every registration whose newest e-mail has failed'))
            .option(
              'anyway',
              flagOption('also e-mails that are still going to be sent, which are then sent twice'),
            )
            .example('$0 deliveries resend 1003', 'send one again')
            .example('$0 deliveries resend --failed', 'after the mail server has been repaired'),
        action(async (context, { ids, failed, anyway }) => {
          const { notification } = context.operatorApi()
          const all = failedDeliveries(notification)
          return printForEachId(
            context,
            await chosenIds(ids, { what: 'deliveries', option: '--failed', isSet: failed, all }),
            (id) => notification.resendDelivery({ id, ...(anyway ? { anyway } : {}) }),
            ['id', 'registrationId', 'to', 'status'],
          )
        }),
      ),
}

/** The newest delivery of each registration, where that has failed. */
async function* failedDeliveries(notification: Notifications): AsyncGenerator<Delivery> {
  const list = (page: object) => notification.listDeliveriesRaw({ status: 'failed', ...page })
  for await (const delivery of everyRecord(list)) {
    const { id, registrationId } = delivery
    const [newest] = await notification.listDeliveries({ registrationId, limit: 1 })
    if (newest?.id === id) yield delivery
  }
}
