import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts'
import { onFreePort } from '../gateway.ts'

/** Another process of the notification service has a clock that is seven minutes ahead. */
const TOLERANCE_SECONDS = 600

export type Responder = (response: ServerResponse) => void
export const respondWith =
  (status: number): Responder =>
  (response) => {
    response.writeHead(status).end()
  }

/** A webhook receiver that accepts, fails or does not respond, and records what it receives. */
export async function startReceiver() {
  let secret = ''
  let respond: Responder = respondWith(204)
  /** The ids under which each event came, by its type, record and version. */
  const arrived = new Map<string, Set<string>>()
  const forged: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void verifyWebhook({
        body: Buffer.concat(chunks),
        headers: request.headers,
        secret,
        toleranceSeconds: TOLERANCE_SECONDS,
      }).then(
        ({ id, event }) => {
          const key =
            event.type === 'webhook.test'
              ? event.type
              : `${event.type} ${event.data.id} ${event.data.version}`
          arrived.set(key, (arrived.get(key) ?? new Set()).add(id))
          respond(response)
        },
        (error: unknown) => {
          forged.push(String(error))
          response.writeHead(400).end()
        },
      )
    })
  })
  const { url, port, close } = await onFreePort(server)
  return {
    url: `${url}/`,
    arrived,
    forged,
    /** Sets the secret of the endpoint, which is known after the receiver has started. */
    useSecret(next: string) {
      secret = next
    },
    /** Sets how later requests are responded to. */
    onRequest(next: Responder) {
      respond = next
    },
    /** Rejects connections for a while. */
    async isDownFor(ms: number) {
      close()
      await delay(ms)
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    stop: close,
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
