import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, WebhookEventType, WebhookVerificationError } from '@rollcall/client'
import { RetryableWebhookStatus } from '@rollcall/client/operator'
import type { Context, Noun } from '../context.ts'
import { UsageError } from '../errors.ts'
import { collect } from '../paging.ts'
import { printForEachId } from './each-id.ts'
import { firstRecords, printList } from './list.ts'
import {
  defined,
  flagOption,
  idArgument,
  idsArgument,
  listOptions,
  numberOption,
  readWholeNumber,
  wholeNumbers,
} from './options.ts'
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

const statusOption = {
  choices: Object.values(RetryableWebhookStatus),
  describe: 'failed deliveries, or pending ones after a failed attempt',
} as const

const endpointArgument = idArgument('id', 'id of the endpoint')

export const webhooks: Noun = {
  name: 'webhooks',
  describe: 'Webhook endpoints of all accounts, and a local receiver for trying out webhooks',
  verbs: (yargs, action) =>
    yargs
      .command(
        'list',
        'List webhook endpoints',
        (y) =>
          listOptions(y)
            .option('account', numberOption('account', 'of this service account'))
            .option('disabled', flagOption('only those that are disabled'))
            .example('$0 webhooks list --disabled', 'disabled endpoints, with the reason'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const filters = defined({ accountId: args.account, enabled: args.disabled ? false : undefined })
          return printList(
            context,
            args,
            (page) => notification.listAllWebhookEndpointsRaw({ ...filters, ...page }),
            COLUMNS,
          )
        }),
      )
      .command(
        'show <id>',
        'Show a webhook endpoint and its newest deliveries',
        (y) =>
          listOptions(endpointArgument(y)).example(
            '$0 webhooks show 7',
            'endpoint 7, and its deliveries with their errors',
          ),
        action(async (context, args) => {
          const { output } = context
          const { notification } = context.operatorApi()
          const { id } = args
          const endpoint = await notification.getAnyWebhookEndpoint({ id })
          const deliveries = firstRecords(context, args, (page) =>
            notification.listAnyWebhookDeliveriesRaw({ id, ...page }),
          )
          if (output.json) return output.record({ ...endpoint, deliveries: await collect(deliveries) })
          await output.record(endpoint)
          await output.list(deliveries, DELIVERY_COLUMNS)
        }),
      )
      .command(
        'disable <id>',
        'Disable an endpoint; only an operator can enable it again',
        (y) => endpointArgument(y).example('$0 webhooks disable 7', 'stop all deliveries to endpoint 7'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.disableWebhookEndpoint({ id })),
        ),
      )
      .command(
        'enable <id>',
        'Enable an endpoint, which then gets new events. Its account can replay those that it missed',
        (y) => endpointArgument(y).example('$0 webhooks enable 7', 'enable endpoint 7'),
        action(async ({ operatorApi, output }, { id }) =>
          output.record(await operatorApi().notification.enableWebhookEndpoint({ id })),
        ),
      )
      .command(
        'deliveries',
        'List the deliveries to the endpoints of all accounts, newest first',
        (y) =>
          listOptions(y)
            .option('user', numberOption('user', 'only events about this user or their registrations'))
            .example('$0 webhooks deliveries --user 1007', 'deliveries about user 1007'),
        action((context, args) => {
          const { notification } = context.operatorApi()
          const filters = defined({ userId: args.user })
          return printList(
            context,
            args,
            (page) => notification.listAllWebhookDeliveriesRaw({ ...filters, ...page }),
            ['endpointId', ...DELIVERY_COLUMNS],
          )
        }),
      )
      .command(
        'reasons',
        'Count failed deliveries, or pending ones after a failed attempt, by endpoint and reason',
        (y) =>
          y
            .option('status', { ...statusOption, default: RetryableWebhookStatus.Failed })
            .example('$0 webhooks reasons', 'why deliveries failed')
            .example('$0 webhooks reasons --status pending', 'why deliveries wait for another attempt'),
        action(async (context, { status }) => {
          const { notification } = context.operatorApi()
          await printReasons(context, await notification.listWebhookDeliveryReasons({ status }), [
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
          endpointArgument(y)
            .positional('deliveries', {
              ...idsArgument('ids of deliveries'),
              coerce: wholeNumbers('deliveries'),
            })
            .example('$0 webhooks retry 7 9120', 'send delivery 9120 to endpoint 7 again'),
        action((context, { id, deliveries }) => {
          const { notification } = context.operatorApi()
          return printForEachId(
            context,
            deliveries,
            (deliveryId) => notification.retryAnyWebhookDelivery({ id, deliveryId }),
            ['id', 'eventType', 'status', 'attempts'],
          )
        }),
      )
      .command(
        'retry-all',
        'Send all deliveries with a status to enabled endpoints again, or only those of one endpoint or reason',
        (y) =>
          y
            .option('status', { ...statusOption, demandOption: true })
            .option('endpoint', numberOption('endpoint', 'only deliveries to this endpoint'))
            .option('reason', reasonOption)
            .example(
              '$0 webhooks retry-all --status failed --endpoint 7',
              'send everything that failed again, after the receiver has been fixed',
            ),
        action(async (context, { status, endpoint, reason }) => {
          const { notification } = context.operatorApi()
          const request = { WebhookDeliveriesToRetry: defined({ status, endpointId: endpoint, reason }) }
          await printHandled(context, 'retried', () => notification.retryWebhookDeliveries(request))
        }),
      )
      .command(
        'listen',
        'Create a temporary endpoint for the service account of the API key, and print its events until Ctrl-C',
        (y) =>
          y
            .option('events', {
              type: 'string',
              array: true,
              choices: EVENT_TYPES,
              default: [...EVENT_TYPES],
              defaultDescription: 'all, which needs a role for registrations and User administrator',
              describe: 'types of events',
            })
            .option('port', {
              ...numberOption('port', 'port of this machine'),
              coerce: portNumber,
              default: '0',
              defaultDescription: 'any free port',
            })
            .example('$0 webhooks listen', 'every event of the installation that `npm start` runs')
            .example(
              '$0 webhooks listen --events registration.completed',
              'only completed registrations, which needs no role for users',
            ),
        action((context, { events, port }) => listen(context, events as WebhookEventType[], Number(port))),
      ),
}

const MAX_PORT = 65_535

function portNumber(text: string): number {
  const port = readWholeNumber('port', text)
  if (port > MAX_PORT) throw new UsageError(`port must be at most ${MAX_PORT}, not ${port}.`)
  return port
}

/**
 * Creates an endpoint that points to this machine, prints the events with a valid signature, and deletes the endpoint on
 * Ctrl-C. The installation must allow loopback addresses and http, as that of `npm start` does.
 */
async function listen(context: Context, events: WebhookEventType[], port: number): Promise<void> {
  const { output, terminal } = context
  const client = context.publicApi()
  // Known once the endpoint exists; earlier requests are rejected.
  let secret = ''
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      output.error(`A request could not be handled: ${String(error)}`)
      response.destroy()
    })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening').catch(({ message }: Error) => {
    throw new UsageError(`port ${port} cannot be used: ${message}. Leave out --port for any free port.`)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    const endpoint = await client.webhooks.createWebhookEndpoint({
      WebhookEndpointInput: { url, events: new Set(events), description: 'rollcall webhooks listen' },
    })
    secret = endpoint.secret
    output.info(`Listening at ${url} as endpoint ${endpoint.id}. Press Ctrl-C to stop.`)
    const { interrupted } = terminal
    if (!interrupted.aborted) await once(interrupted, 'abort')
    await client.webhooks.deleteWebhookEndpoint({ id: endpoint.id })
  } finally {
    server.close()
    server.closeAllConnections()
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await readBody(request)
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
  }
}

/** Far more than any event, which is about one registration or one user. */
const MAX_BODY_BYTES = 1024 * 1024

/** Reads a body to its end, so that the sender of one that is too large gets the response. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  if (bytes > MAX_BODY_BYTES) throw new WebhookVerificationError('the body is larger than any event')
  return Buffer.concat(chunks)
}
