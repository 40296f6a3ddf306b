import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: any }
  readonly at: number
}

type Answer = (response: ServerResponse, received: Received) => void

/** Responds with this status. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()

/** A receiver of webhooks, which keeps what it gets. */
export async function startReceiver(answer: Answer = status(204)) {
  const received: Received[] = []
  let current = answer
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        event: JSON.parse(body),
        at: Date.now(),
      }
      received.push(one)
      current(response, one)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    answer(next: Answer) {
      current = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A proxy that opens connections (CONNECT) to any address, and records the requests. */
export async function startConnectProxy() {
  const asked: string[] = []
  const server = createServer().on('connect', (request, near) => {
    const target = request.url ?? ''
    asked.push(target)
    const { hostname, port } = new URL(`http://${target}`)
    const far = connect({ host: hostname, port: Number(port) }, () => {
      near.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      near.pipe(far).pipe(near)
    })
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => new Promise((closed) => server.close(closed)),
  }
}
