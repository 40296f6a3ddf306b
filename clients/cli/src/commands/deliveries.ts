import { RetryableStatus } from '@rollcall/client/operator'
import { choiceOption, flagOption, idsArgument, textArgument } from './arguments.ts'
import { printForEachId } from './each-id.ts'
import { reasons } from './reasons.ts'
import { command, type Noun } from './table.ts'

const id = textArgument('id of the delivery')
const status = choiceOption(Object.values(RetryableStatus), 'failed or queued e-mails')

export const deliveries: Noun = {
  describe: 'E-mails about registrations',
  commands: {
    'preview <id>': command({
      describe: 'Show the e-mail of a delivery in the present template',
      arguments: { id },
      examples: { 'preview 1003': 'subject and text of delivery 1003' },
      async run({ api, output }, { id }) {
        const mail = await api.notification.previewTemplate({ MailPreviewInput: { deliveryId: id } })
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
      of: 'emails',
    }),
    'resend <ids..>': command({
      describe: 'Send e-mails again as new deliveries, to the present address, even those that were sent',
      arguments: {
        ids: idsArgument('ids of deliveries'),
        anyway: flagOption('also while the e-mail or a resend of it waits; the user may then get it twice'),
      },
      examples: { 'resend 1003': 'send the e-mail of delivery 1003 again' },
      run(context, { ids, anyway }) {
        const { notification } = context.api
        const resend = (id: string) => notification.resendDelivery({ id, ...(anyway ? { anyway } : {}) })
        return printForEachId(context, ids, resend, ['id', 'registrationId', 'status'])
      },
    }),
  },
}
