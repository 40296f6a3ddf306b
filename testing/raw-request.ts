import { once } from 'node:events'
import { request as send, type Agent, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

interface Options {
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  readonly body?: string | Buffer
  readonly agent?: Agent
}

/** Sends a request exactly as it is written; `fetch` would normalise its path and add headers. */
export async function rawRequest(url: string, path: string, options: Options = {}) {
  const { hostname, port } = new URL(url)
  const { body, agent = false, ...rest } = options
  const request = send({ hostname, port, path, agent, ...rest })
  request.on('error', () => undefined) // before the response, once() throws it; after it, it does not matter
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}
