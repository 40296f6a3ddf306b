import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Where the cluster's ingress answers, and the host name that leads to us: `fetch` would not send another name. */
export interface Way {
  readonly address: string
  readonly host: string
}

const MAX_MS = 20_000

/** Like any client: keeps its connections. Nothing is tried twice here. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export async function ask(
  { address, host }: Way,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Answer> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const asked = request({
    ...{ agent, host: address, method, path, signal: AbortSignal.timeout(MAX_MS) },
    headers: { ...headers, ...type, Host: host },
  }).end(body === undefined ? '' : JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}

export const closeConnections = (): void => agent.destroy()
