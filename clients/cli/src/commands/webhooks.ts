import { RetryableWebhookStatus } from '@rollcall/client/operator'
import { defined } from '../defined.ts'
import { collect } from '../paging.ts'
import {
  choiceOption,
  flagOption,
  idArgument,
  idsArgument,
  listOptions,
  numberOption,
  required,
  wholeNumbers,
} from './arguments.ts'
import { requireEach } from './each-id.ts'
import { listenCommand } from './listen.ts'
import { reasonOption, reasons, untilNoneRemains, withReason } from './reasons.ts'
import { command, firstRecords, list, operation, type Noun } from './table.ts'

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
    list: list({
      describe: 'List webhook endpoints',
      arguments: {
        account: numberOption('of this service account'),
        disabled: flagOption('only those that are disabled'),
      },
      examples: { 'list --disabled': 'disabled endpoints, with the reason' },
      call({ notification }, { account, disabled }, page) {
        const filters = defined({ accountId: account, enabled: disabled ? false : undefined })
        return notification.listAllWebhookEndpointsRaw({ ...filters, ...page })
      },
      columns: [
        'id',
        'accountId',
        'url',
        'description',
        'enabled',
        'disabledReason',
        'failingSince',
        'pausedUntil',
        'secretUsable',
      ],
    }),
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
        if (output.json) return output.record({ ...endpoint, deliveries: await collect(deliveries) })
        await output.record(endpoint)
        await output.list(deliveries, DELIVERY_COLUMNS)
      },
    }),
    'disable <id>': operation({
      describe: 'Disable an endpoint; only an operator can enable it again',
      arguments: { id },
      examples: { 'disable 7': 'stop all deliveries to endpoint 7' },
      call: ({ notification }, { id }) => notification.disableWebhookEndpoint({ id }),
    }),
    'enable <id>': operation({
      describe: 'Enable an endpoint, which then gets new events. Its account can replay those that it missed',
      arguments: { id },
      examples: { 'enable 7': 'enable endpoint 7' },
      call: ({ notification }, { id }) => notification.enableWebhookEndpoint({ id }),
    }),
    deliveries: list({
      describe: 'List the deliveries to the endpoints of all accounts, newest first',
      arguments: { user: numberOption('only events about this user or their registrations') },
      examples: { 'deliveries --user 1007': 'deliveries about user 1007' },
      call: ({ notification }, { user }, page) =>
        notification.listAllWebhookDeliveriesRaw({ ...defined({ userId: user }), ...page }),
      columns: ['endpointId', ...DELIVERY_COLUMNS],
    }),
    reasons: reasons({
      describe: 'Count failed deliveries, or pending ones after a failed attempt, by endpoint and reason',
      arguments: { status: { ...status, default: RetryableWebhookStatus.Failed } },
      examples: {
        reasons: 'why deliveries failed',
        'reasons --status pending': 'why deliveries wait for another attempt',
      },
      call: ({ notification }, { status }) => notification.listReasons({ of: 'webhooks', status }),
      columns: ['count', 'endpointId', 'reason', 'oldestAt', 'newestAt', 'exampleId'],
    }),
    'retry <id> <deliveries..>': operation({
      describe: 'Send deliveries of an endpoint again',
      arguments: { id, deliveries: { ...idsArgument('ids of deliveries'), read: wholeNumbers } },
      examples: { 'retry 7 9120': 'send delivery 9120 to endpoint 7 again' },
      async call({ notification }, { id, deliveries }) {
        const chosen = { endpointId: id, ids: deliveries }
        const { retried } = await notification.retryWebhookDeliveries({ WebhookDeliveriesToRetry: chosen })
        return { retried }
      },
      check: ({ retried }, { id, deliveries }) =>
        requireEach(
          deliveries,
          retried,
          `are sent again. The others are not deliveries of endpoint ${id}, or an attempt is in progress.`,
        ),
    }),
    'retry-all': operation({
      describe:
        'Send all deliveries with a status to enabled endpoints again, or only those of one endpoint or ' +
        'reason',
      arguments: {
        status: required(status),
        endpoint: numberOption('only deliveries to this endpoint'),
        reason: reasonOption,
      },
      examples: {
        'retry-all --status failed --endpoint 7':
          'send everything that failed again, after the receiver has been fixed',
      },
      question: ({ status, endpoint, reason }) =>
        `Send all ${status} deliveries to ` +
        `${endpoint === undefined ? 'all endpoints' : `endpoint ${endpoint}`}${withReason(reason)}?`,
      call({ notification }, { status, endpoint, reason }) {
        const chosen = defined({ status, endpointId: endpoint, reason })
        const retry = () => notification.retryWebhookDeliveries({ WebhookDeliveriesToRetry: chosen })
        return untilNoneRemains('retried', retry)
      },
    }),
    listen: listenCommand,
  },
}
