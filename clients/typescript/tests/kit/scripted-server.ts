import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Scripted {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Ends the connection instead of answering. */
  readonly hangUp?: boolean
}

const running = new Set<() => Promise<void>>()
afterEach(() => Promise.all([...running].map((stop) => stop())))

/**
 * A server that gives the answers of a script, one after the other, the last one for ever; for what real services do rarely. It
 * ends with the test that started it, or before.
 */
export async function scriptedServer(...script: readonly Scripted[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = script[Math.min(received.length, script.length - 1)]
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      if (answer === undefined || answer.hangUp) return request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  async function stop(): Promise<void> {
    if (!running.delete(stop)) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  running.add(stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, stop }
}
