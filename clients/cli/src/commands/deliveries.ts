import { DeliveryStatus, each, type Operator } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { printForEachId } from './each-id.ts'
import { printList } from './list.ts'
import { defined, flagOption, listOptions, numberOption, pageSize, textOption } from './options.ts'

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
          const records = each((page) =>
            notification.listDeliveriesRaw({ ...filters, limit: pageSize(args), ...page }),
          )
          return printList(context, args, records, [
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
            .positional('ids', { type: 'string', array: true, default: [], describe: 'ids of deliveries' })
            .option('failed', flagOption('for every registration whose newest e-mail has failed'))
            .option(
              'anyway',
              flagOption('also e-mails that are still going to be sent, which are then sent twice'),
            )
            .example('$0 deliveries resend 1003', 'send one again')
            .example('$0 deliveries resend --failed', 'after the mail server has been repaired'),
        action((context, { ids, failed, anyway }) => {
          if (failed === ids.length > 0) throw new UsageError('Give ids of deliveries or --failed, not both.')
          const { notification } = context.operatorApi()
          const chosen = failed ? failedDeliveries(notification) : ids
          return printForEachId(
            context,
            chosen,
            (id) => notification.resendDelivery({ id, ...(anyway ? { anyway } : {}) }),
            ['id', 'registrationId', 'to', 'status'],
          )
        }),
      ),
}

/** One id for each registration. Read to the end before anything is sent, because an e-mail may fail again. */
async function* failedDeliveries(notification: Notifications): AsyncGenerator<string> {
  const failed: string[] = []
  for await (const { id, registrationId } of each((page) =>
    notification.listDeliveriesRaw({ status: 'failed', limit: 1000, ...page }),
  )) {
    const [newest] = await notification.listDeliveries({ registrationId, limit: 1 })
    if (newest?.id === id) failed.push(id)
  }
  yield* failed
}
