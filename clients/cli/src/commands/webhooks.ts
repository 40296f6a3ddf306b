import { RetryableWebhookStatus } from '@rollcall/client/operator'
import { choiceOption, idArgument, listOptions } from './arguments.ts'
import { listenCommand } from './listen.ts'
import { reasons } from './reasons.ts'
import { command, firstRecords, type Noun } from './table.ts'

const DELIVERY_COLUMNS = [
  'id',
  'eventType',
  'recordId',
  'status',
  'attempts',
  'lastResponseStatus',
  'lastDurationMs',
  'lastError',
  'occurredAt',
  'nextAttemptAt',
] as const

const id = idArgument('id of the endpoint')
const status = choiceOption(
  Object.values(RetryableWebhookStatus),
  'failed deliveries, or pending ones after a failed attempt',
)

export const webhooks: Noun = {
  describe: 'Webhook endpoints of all accounts, and a local receiver for trying out webhooks',
  commands: {
    'show <id>': command({
      describe: 'Show a webhook endpoint and its newest deliveries',
      arguments: { ...listOptions, id },
      examples: { 'show 7': 'endpoint 7, and its deliveries with their errors' },
      async run(context, args) {
        const { api, output } = context
        const { id } = args
        const endpoint = await api.notification.getAnyWebhookEndpoint({ id })
        const deliveries = firstRecords(context, args, (page) =>
          api.notification.listAllWebhookDeliveriesRaw({ endpointId: id, ...page }),
        )
        if (output.json) return output.record({ ...endpoint, deliveries: await Array.fromAsync(deliveries) })
        await output.record(endpoint)
        await output.list(deliveries, DELIVERY_COLUMNS)
      },
    }),
    reasons: reasons({
      describe: 'Count failed deliveries, or pending ones after a failed attempt, by endpoint and reason',
      arguments: { status: { ...status, default: RetryableWebhookStatus.Failed } },
      examples: {
        reasons: 'why deliveries failed',
        'reasons --status pending': 'why deliveries wait for another attempt',
      },
      of: 'webhooks',
      by: 'endpointId',
    }),
    listen: listenCommand,
  },
}
