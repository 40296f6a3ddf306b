import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAllTests } from '../after-all-tests.ts'
import { onFreePort } from '../gateway.ts'

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, instead of a body in JSON. */
  readonly text?: string
  /** Called when the request has come, before the response. */
  readonly before?: () => unknown
  /** Ends the connection without a response. */
  readonly hangUp?: boolean
  /** Ends the connection in the middle of the body. */
  readonly cut?: boolean
}

const running = new Set<() => Promise<void>>()
afterAllTests(() => Promise.all([...running].map((stop) => stop())))

/**
 * A server that returns the given responses in order, and then the last one for every further request. For
 * responses that real services rarely give, such as an interrupted one. The server stops after the tests.
 */
export async function scriptedServer(...script: readonly ScriptedResponse[]) {
  const received: ReceivedRequest[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const scripted = script[Math.min(received.length, script.length - 1)]
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body })
    scripted?.before?.()
    if (scripted === undefined || scripted.hangUp) return request.socket.destroy()
    response.writeHead(scripted.status, { 'content-type': 'application/json', ...scripted.headers })
    if (scripted.cut) return response.write('[', () => request.socket.destroy())
    return response.end(scripted.text ?? (scripted.body === undefined ? '' : JSON.stringify(scripted.body)))
  }
  const server = createServer((request, response) => void respond(request, response))
  const { url, close } = await onFreePort(server)
  async function stop(): Promise<void> {
    if (!running.delete(stop)) return
    close()
    await once(server, 'close')
  }
  running.add(stop)
  return { url, received, stop }
}
