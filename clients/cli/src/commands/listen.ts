import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { RollcallError, verifyWebhook, WebhookEventType, WebhookVerificationError } from '@rollcall/client'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { jsonText } from '../output.ts'
import { command } from './table.ts'

const EVENT_TYPES = Object.values(WebhookEventType)

export const listenCommand = command({
  describe:
    'Create a temporary endpoint for the service account of the API key, and print its events until Ctrl-C',
  arguments: {
    events: {
      type: 'string',
      array: true,
      choices: EVENT_TYPES,
      default: EVENT_TYPES,
      defaultDescription: 'all, which needs a role for registrations and User administrator',
      describe: 'types of events, with commas between them',
      read: (texts: readonly string[]) => texts.flatMap((text) => text.split(',')) as WebhookEventType[],
    },
  },
  examples: {
    listen: 'every event of the installation that `npm start` runs',
    'listen --events registration.completed': 'only completed registrations, which needs no role for users',
  },
  run: (context, { events }) => listen(context, events),
})

/**
 * Creates an endpoint that points to this machine, prints the events with a valid signature, and deletes the
 * endpoint when the process is asked to end. The installation must allow loopback addresses and http, as that
 * of `npm start` does.
 */
async function listen(context: Context, events: readonly WebhookEventType[]): Promise<void> {
  const { output, terminal } = context
  const client = context.api.publicApi
  // Known once the endpoint exists; earlier requests are rejected.
  let secret = ''
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      output.error(`A request could not be handled: ${String(error)}`)
      response.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    const endpoint = await client.webhooks
      .createWebhookEndpoint({
        WebhookEndpointInput: { url, events: new Set(events), description: 'rollcall webhooks listen' },
      })
      .catch(explainRole)
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
      const body = await buffer(request)
      const { id, event } = await verifyWebhook({ body, headers: request.headers, secret })
      await output.line(
        output.json
          ? jsonText({ id, ...event })
          : `${event.timestamp}  ${event.type}  ${jsonText(event.data)}`,
      )
      response.writeHead(204).end()
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      output.error(`A request was rejected: ${error.message}.`)
      response.writeHead(400).end()
    }
  }
}

/** @throws UsageError if the service account may not get all events */
function explainRole(error: unknown): never {
  if (!(error instanceof RollcallError && error.code === 'role-missing')) throw error
  throw new UsageError(
    'The service account has no role for some of these events: those of registrations need a role for ' +
      'registrations, those of users need User administrator. Choose others with --events, or ask an ' +
      'operator.',
  )
}
