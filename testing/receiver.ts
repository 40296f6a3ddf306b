import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { onFreePort } from './gateway.ts'

/** A request that a receiver has received. */
export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: any }
}

type Responder = (response: ServerResponse, received: ReceivedRequest) => void

/** Responds with this status. */
export const respondWith =
  (code: number, headers: Readonly<Record<string, string>> = {}): Responder =>
  (response) => {
    response.writeHead(code, headers).end()
  }

/**
 * A webhook receiver that records its requests. Their bodies must be JSON; another one ends the test process.
 */
export async function startReceiver(responder: Responder = respondWith(204)) {
  const received: ReceivedRequest[] = []
  let respond = responder
  const server = createServer((request, response) => {
    const record = (body: string) => {
      const receivedRequest = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        event: JSON.parse(body),
      }
      received.push(receivedRequest)
      respond(response, receivedRequest)
    }
    // A request that ends before its body is complete is not recorded.
    void text(request).then(record, () => undefined)
  })
  const { url, port, close } = await onFreePort(server)
  return {
    url: `${url}/hooks`,
    port,
    received,
    /** Sets how later requests are responded to. */
    onRequest(next: Responder) {
      respond = next
    },
    async stop() {
      close()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

interface ConnectProxyOptions {
  /** `user:password` that requests must have; others get 407. */
  readonly credentials?: string
  /** The response to every request, instead of a connection. */
  readonly status?: number
}

/**
 * A proxy that opens connections (CONNECT) to any address, and records the targets of the CONNECT requests.
 */
export async function startConnectProxy({ credentials, status }: ConnectProxyOptions = {}) {
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  const targets: string[] = []
  const server = createServer().on('connect', (request, client) => {
    const target = request.url ?? ''
    targets.push(target)
    client.on('error', () => undefined)
    const rejection = status ?? (request.headers['proxy-authorization'] === expected ? undefined : 407)
    if (rejection !== undefined) return void client.end(`HTTP/1.1 ${rejection} Refused\r\n\r\n`)
    // An IPv6 address is in brackets.
    const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(target) ?? []
    const upstream = connect({ host, port: Number(port) }, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const { url } = await onFreePort(server)
  return {
    url,
    targets,
    stop: () => new Promise((closed) => server.close(closed)),
  }
}
