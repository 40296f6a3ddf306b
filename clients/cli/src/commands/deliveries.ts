import { defined } from '../defined.ts'
import { DeliveryStatus, RetryableStatus } from '@rollcall/client/operator'
import {
  choiceOption,
  flagOption,
  idsArgument,
  numberOption,
  required,
  textArgument,
  textOption,
} from './arguments.ts'
import { printForEachId, requireEach } from './each-id.ts'
import { reasonOption, reasons, untilNoneRemains, withReason } from './reasons.ts'
import { command, list, operation, type Noun } from './table.ts'

const id = textArgument('id of the delivery')
const status = choiceOption(Object.values(RetryableStatus), 'failed or queued e-mails')

export const deliveries: Noun = {
  describe: 'E-mails about registrations',
  commands: {
    list: list({
      describe: 'List deliveries, newest first',
      arguments: {
        registration: numberOption('about this registration'),
        user: numberOption('to this user'),
        to: textOption('to exactly this address'),
        status: choiceOption(Object.values(DeliveryStatus), 'with this status'),
      },
      examples: { 'list --status failed': 'e-mails that could not be sent, with the error' },
      call: ({ notification }, { registration: registrationId, user: userId, status, to }, page) =>
        notification.listDeliveriesRaw({ ...defined({ registrationId, userId, status, to }), ...page }),
      columns: [
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
      ],
    }),
    'get <id>': operation({
      describe: 'Show a delivery',
      arguments: { id },
      examples: { 'get 1003': 'delivery 1003, with its last error' },
      call: ({ notification }, { id }) => notification.getDelivery({ id }),
    }),
    'preview <id>': command({
      describe: 'Show the e-mail of a delivery in the present template',
      arguments: { id },
      examples: { 'preview 1003': 'subject and text of delivery 1003' },
      async run({ api, output }, { id }) {
        const mail = await api.notification.previewTemplate({ MailToPreview: { deliveryId: id } })
        await (output.json ? output.record(mail) : output.line(`${mail.subject}\n\n${mail.text}`))
      },
    }),
    reasons: reasons({
      describe: 'Count failed or queued e-mails by reason',
      arguments: { status: { ...status, default: RetryableStatus.Failed } },
      examples: {
        reasons: 'why e-mails failed',
        'reasons --status queued': 'why e-mails wait',
      },
      call: ({ notification }, { status }) => notification.listReasons({ of: 'emails', status }),
      columns: ['count', 'reason', 'oldestAt', 'newestAt', 'exampleId'],
    }),
    'retry [ids..]': operation({
      describe:
        'Send failed e-mails again, or queued ones without a delay: those with these ids, or all with ' +
        'the status and reason',
      arguments: {
        ids: idsArgument('ids of deliveries [default: all with the status and reason]'),
        status: required(status),
        reason: reasonOption,
      },
      examples: {
        'retry --status failed': 'send all again, after the mail server has been fixed',
        'retry --status failed --reason "550 relay denied"': 'only those with this reason',
      },
      question: ({ status, reason, ids }) =>
        ids.length > 0 ? undefined : `Send all ${status} e-mails${withReason(reason)}?`,
      call({ notification }, { status, reason, ids }) {
        const chosen = defined({ status, reason, ids: ids.length === 0 ? undefined : ids })
        return untilNoneRemains('retried', () => notification.retryDeliveries({ DeliveriesToRetry: chosen }))
      },
      check: ({ retried }, { status, ids }) =>
        requireEach(ids, retried, `are sent again. The others do not exist, or are not ${status}.`),
    }),
    'resend <ids..>': command({
      describe: 'Send e-mails again as new deliveries, even those that were sent',
      arguments: {
        ids: idsArgument('ids of deliveries'),
        anyway: flagOption('also queued e-mails, which the user may then get twice'),
      },
      examples: { 'resend 1003': 'send the e-mail of delivery 1003 again' },
      run(context, { ids, anyway }) {
        const { notification } = context.api
        const resend = (id: string) => notification.resendDelivery({ id, ...(anyway ? { anyway } : {}) })
        return printForEachId(context, ids, resend, ['id', 'registrationId', 'to', 'status'])
      },
    }),
  },
}
