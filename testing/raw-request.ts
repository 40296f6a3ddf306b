import { once } from 'node:events'
import { request as send, type Agent, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

type Fields = Record<string, string | string[]>

/** Sends a request exactly as it is written; `fetch` would tidy up its path and choose some of its headers. */
export async function rawRequest(
  url: string,
  path: string,
  more: { method?: string; headers?: Fields; body?: string | Buffer; agent?: Agent } = {},
) {
  const { hostname, port } = new URL(url)
  const { body, ...options } = { agent: false, ...more }
  const sent = send({ hostname, port, path, ...options })
  sent.on('error', () => undefined) // before the answer it is thrown below, and after it means nothing
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}
