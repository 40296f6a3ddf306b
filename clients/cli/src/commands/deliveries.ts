import { DeliveryStatus, RetryableStatus } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { printForEachId } from './each-id.ts'
import { printList } from './list.ts'
import { defined, flagOption, idsArgument, listOptions, numberOption, textOption } from './options.ts'
import { printHandled, printReasons, reasonOption } from './reasons.ts'

const retryableStatus = { choices: Object.values(RetryableStatus), describe: 'with this status' } as const

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
            .option('user', numberOption('user', 'to this user'))
            .option('to', textOption('to exactly this address'))
            .option('status', { choices: Object.values(DeliveryStatus), describe: 'with this status' })
            .example('$0 deliveries list --status failed', 'e-mails that could not be sent'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const filters = defined({
            registrationId: args.registration,
            userId: args.user,
            status: args.status,
            to: args.to,
          })
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
        'preview <id>',
        'Show an e-mail as it is sent',
        (y) =>
          y
            .positional('id', { type: 'string', demandOption: true, describe: 'id of the delivery' })
            .example('$0 deliveries preview 1003', 'its subject and text'),
        action(async ({ operatorApi, output }, { id }) => {
          const mail = await operatorApi().notification.previewDelivery({ id })
          await (output.json ? output.record(mail) : output.line(`${mail.subject}\n\n${mail.text}`))
        }),
      )
      .command(
        'reasons',
        'Count e-mails that failed or wait by reason',
        (y) =>
          y
            .option('status', retryableStatus)
            .example('$0 deliveries reasons --status queued', 'why e-mails wait'),
        action(async (context, { status }) => {
          const { notification } = context.operatorApi()
          const columns = ['count', 'reason', 'oldestAt', 'newestAt', 'exampleId'] as const
          await printReasons(context, await notification.listDeliveryReasons(defined({ status })), columns)
        }),
      )
      .command(
        'retry [ids..]',
        'Send e-mails that failed again, or those that wait at once: some, a group or all of a status',
        (y) =>
          y
            .positional('ids', idsArgument('ids of deliveries [default: all with the status and reason]'))
            .option('status', { ...retryableStatus, demandOption: true })
            .option('reason', reasonOption)
            .example('$0 deliveries retry --status failed', 'after the mail server has been repaired')
            .example('$0 deliveries retry --status failed --reason "550 relay denied"', 'one group'),
        action(async (context, { ids, status, reason }) => {
          const { notification } = context.operatorApi()
          const DeliveriesToRetry = defined({ status, reason, ids: ids.length === 0 ? undefined : ids })
          await printHandled(context, 'retried', () => notification.retryDeliveries({ DeliveriesToRetry }))
        }),
      )
      .command(
        'resend <ids..>',
        'Send e-mails again, also those that were sent, as new deliveries',
        (y) =>
          y
            .positional('ids', idsArgument('ids of deliveries'))
            .option(
              'anyway',
              flagOption('also e-mails that are still going to be sent, which are then sent twice'),
            )
            .example('$0 deliveries resend 1003', 'send one again'),
        action((context, { ids, anyway }) => {
          const { notification } = context.operatorApi()
          return printForEachId(
            context,
            ids,
            (id) => notification.resendDelivery({ id, ...(anyway ? { anyway } : {}) }),
            ['id', 'registrationId', 'to', 'status'],
          )
        }),
      ),
}
