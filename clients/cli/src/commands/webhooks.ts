import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, WebhookEventType, WebhookVerificationError } from '@rollcall/client'
import { RetryableWebhookStatus } from '@rollcall/client/operator'
import type { Context, Noun } from '../context.ts'
import { printForEachId } from './each-id.ts'
import { printList } from './list.ts'
import { defined, flagOption, idArgument, idsArgument, listOptions, numberOption } from './options.ts'
import { printHandled, printReasons, reasonOption } from './reasons.ts'

const EVENT_TYPES = Object.values(WebhookEventType)

const COLUMNS = ['id', 'accountId', 'url', 'enabled', 'disabledReason', 'failingSince'] as const

const DELIVERY_COLUMNS = [
  'id',
  'eventType',
  'status',
  'attempts',
  'lastResponseStatus',
  'lastError',
  'occurredAt',
  'nextAttemptAt',
] as const

const retryableStatus = {
  choices: Object.values(RetryableWebhookStatus),
  describe: 'with this status',
} as const

const idOf = idArgument('id', 'id of the endpoint')

export const webhooks: Noun = {
  name: 'webhooks',
  describe: 'Webhook endpoints of all accounts, and a receiver for trying them out',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List webhook endpoints',
        (y) =>
          listOptions(y)
            .option('account', numberOption('account', 'of this service account'))
            .option('disabled', flagOption('only those that are disabled'))
            .example('$0 webhooks list --disabled', 'endpoints that receive nothing'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const filters = defined({ accountId: args.account, enabled: args.disabled ? false : undefined })
          const list = (page: object) => notification.listAllWebhookEndpointsRaw({ ...filters, ...page })
          return printList(context, args, list, COLUMNS)
        }),
      )
      .command(
        'show <id>',
        'Show a webhook endpoint and its newest deliveries',
        (y) => listOptions(idOf(y)).example('$0 webhooks show 7', 'with the error of each delivery'),
        action(async (context, args) => {
          const { notification } = context.operatorApi()
          const { id } = args
          await context.output.record(await notification.getAnyWebhookEndpoint({ id }))
          const list = (page: object) => notification.listAnyWebhookDeliveriesRaw({ id, ...page })
          if (!context.output.json) await printList(context, args, list, DELIVERY_COLUMNS)
        }),
      )
      .command(
        'disable <id>',
        'Send nothing to an endpoint until an operator enables it',
        (y) => idOf(y).example('$0 webhooks disable 7', 'its account can not enable it'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.disableWebhookEndpoint({ id })),
        ),
      )
      .command(
        'enable <id>',
        'Send events to an endpoint again',
        (y) => idOf(y).example('$0 webhooks enable 7', 'its account replays what it missed'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.enableWebhookEndpoint({ id })),
        ),
      )
      .command(
        'deliveries',
        'List the events that were sent to the endpoints of all accounts, the newest first',
        (y) =>
          listOptions(y)
            .option('user', numberOption('user', "about this user and the user's registrations"))
            .example('$0 webhooks deliveries --user 1007', 'who was told about a person'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const filters = defined({ userId: args.user })
          const list = (page: object) => notification.listAllWebhookDeliveriesRaw({ ...filters, ...page })
          return printList(context, args, list, ['endpointId', ...DELIVERY_COLUMNS])
        }),
      )
      .command(
        'reasons',
        'Count deliveries that failed or wait by endpoint and reason',
        (y) =>
          y
            .option('status', retryableStatus)
            .example('$0 webhooks reasons --status pending', 'why events wait'),
        action(async (context, { status }) => {
          const found = await context
            .operatorApi()
            .notification.listWebhookDeliveryReasons(defined({ status }))
          await printReasons(context, found, [
            'count',
            'endpointId',
            'reason',
            'oldestAt',
            'newestAt',
            'exampleId',
          ])
        }),
      )
      .command(
        'retry <id> <deliveries..>',
        'Send deliveries of an endpoint again',
        (y) =>
          idOf(y)
            .positional('deliveries', idsArgument('ids of deliveries'))
            .example('$0 webhooks retry 7 9120', 'send one again'),
        action((context, { id, deliveries }) => {
          const { notification } = context.operatorApi()
          return printForEachId(
            context,
            deliveries,
            (deliveryId) => notification.retryAnyWebhookDelivery({ id, deliveryId: Number(deliveryId) }),
            ['id', 'eventType', 'status', 'attempts'],
          )
        }),
      )
      .command(
        'retry-all',
        'Send all deliveries with a status again, or a group of them',
        (y) =>
          y
            .option('status', { ...retryableStatus, demandOption: true })
            .option('endpoint', numberOption('endpoint', 'only to this endpoint'))
            .option('reason', reasonOption)
            .example(
              '$0 webhooks retry-all --status failed --endpoint 7',
              'after the receiver has been repaired',
            ),
        action(async (context, { status, endpoint, reason }) => {
          const { notification } = context.operatorApi()
          const WebhookDeliveriesToRetry = defined({ status, endpointId: endpoint, reason })
          const retry = () => notification.retryWebhookDeliveries({ WebhookDeliveriesToRetry })
          await printHandled(context, 'retried', retry)
        }),
      )
      .command(
        'listen',
        'Print the events that your account receives, until Ctrl-C',
        (y) =>
          y
            .option('events', {
              type: 'string',
              array: true,
              choices: EVENT_TYPES,
              default: [...EVENT_TYPES],
              describe: 'types of events',
            })
            .option('port', {
              ...numberOption('port', 'of this machine; by default any free one'),
              default: '0',
            })
            .example('$0 webhooks listen', 'every event, with `npm start` running on this machine')
            .example('$0 webhooks listen --events registration.completed', 'one type'),
        action((context, { events, port }) => listen(context, events as WebhookEventType[], Number(port))),
      ),
}

/** Receives events on loopback, which an installation has to allow (`npm start` does), and prints those that are genuine. */
async function listen(context: Context, events: WebhookEventType[], port: number): Promise<void> {
  const { output, terminal } = context
  const client = context.publicApi()
  let secret = ''
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const body = await bodyOf(request)
        const { id, event } = await verifyWebhook({ body, headers: request.headers, secret })
        await output.line(
          output.json
            ? JSON.stringify({ id, ...event })
            : `${event.timestamp}  ${event.type}  ${JSON.stringify(event.data)}`,
        )
        response.writeHead(204).end()
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error
        output.error(`A request was rejected: ${error.message}.`)
        response.writeHead(400).end()
      }
    })().catch(() => response.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    const endpoint = await client.webhooks.createWebhookEndpoint({
      WebhookEndpointInput: { url, events: new Set(events), description: 'rollcall webhooks listen' },
    })
    secret = endpoint.secret
    output.info(`Listening at ${url} as endpoint ${endpoint.id}. Ctrl-C ends it.`)
    const { interrupted } = terminal
    if (!interrupted.aborted) await once(interrupted, 'abort')
    await client.webhooks.deleteWebhookEndpoint({ id: endpoint.id })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const MAX_BODY_BYTES = 1024 * 1024

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new WebhookVerificationError('the body is larger than any event')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
