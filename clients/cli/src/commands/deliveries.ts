import { DeliveryStatus, RetryableStatus } from '@rollcall/client/operator'
import type { Noun } from '../context.ts'
import { printForEachId } from './each-id.ts'
import { printList } from './list.ts'
import { defined, flagOption, idsArgument, listOptions, numberOption, textOption } from './options.ts'
import { printHandled, printReasons, reasonOption } from './reasons.ts'

const statusOption = {
  choices: Object.values(RetryableStatus),
  describe: 'failed or queued e-mails',
} as const

export const deliveries: Noun = {
  name: 'deliveries',
  describe: 'E-mails about registrations',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List deliveries, newest first',
        (y) =>
          listOptions(y)
            .option('registration', numberOption('registration', 'about this registration'))
            .option('user', numberOption('user', 'to this user'))
            .option('to', textOption('to exactly this address'))
            .option('status', { choices: Object.values(DeliveryStatus), describe: 'with this status' })
            .example('$0 deliveries list --status failed', 'e-mails that could not be sent, with the error'),
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
            .example('$0 deliveries get 1003', 'delivery 1003, with its last error'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.getDelivery({ id })),
        ),
      )
      .command(
        'preview <id>',
        'Show the e-mail of a delivery in the present template',
        (y) =>
          y
            .positional('id', { type: 'string', demandOption: true, describe: 'id of the delivery' })
            .example('$0 deliveries preview 1003', 'subject and text of delivery 1003'),
        action(async ({ operatorApi, output }, { id }) => {
          const mail = await operatorApi().notification.previewDelivery({ id })
          await (output.json ? output.record(mail) : output.line(`${mail.subject}\n\n${mail.text}`))
        }),
      )
      .command(
        'reasons',
        'Count failed or queued e-mails by reason',
        (y) =>
          y
            .option('status', { ...statusOption, default: RetryableStatus.Failed })
            .example('$0 deliveries reasons', 'why e-mails failed')
            .example('$0 deliveries reasons --status queued', 'why e-mails wait'),
        action(async (context, { status }) => {
          const { notification } = context.operatorApi()
          const columns = ['count', 'reason', 'oldestAt', 'newestAt', 'exampleId'] as const
          await printReasons(context, await notification.listDeliveryReasons({ status }), columns)
        }),
      )
      .command(
        'retry [ids..]',
        'Send failed e-mails again, or queued ones without a delay: those with these ids, or all with the status and reason',
        (y) =>
          y
            .positional('ids', idsArgument('ids of deliveries [default: all with the status and reason]'))
            .option('status', { ...statusOption, demandOption: true })
            .option('reason', reasonOption)
            .example(
              '$0 deliveries retry --status failed',
              'send all again, after the mail server has been fixed',
            )
            .example(
              '$0 deliveries retry --status failed --reason "550 relay denied"',
              'only those with this reason',
            ),
        action(async (context, { ids, status, reason }) => {
          const { notification } = context.operatorApi()
          const request = {
            DeliveriesToRetry: defined({ status, reason, ids: ids.length === 0 ? undefined : ids }),
          }
          await printHandled(context, 'retried', () => notification.retryDeliveries(request))
        }),
      )
      .command(
        'resend <ids..>',
        'Send e-mails again as new deliveries, even those that were sent',
        (y) =>
          y
            .positional('ids', idsArgument('ids of deliveries'))
            .option('anyway', flagOption('also queued e-mails, which the user may then get twice'))
            .example('$0 deliveries resend 1003', 'send the e-mail of delivery 1003 again'),
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
