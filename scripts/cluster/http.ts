import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Where the cluster's ingress answers, and the host name that leads to us. */
export interface Way {
  readonly address: string
  readonly host: string
}

const LONGEST_MS = 20_000

/** Like any client: keeps its connections. Nothing is tried twice here. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export function ask(
  way: Way,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const asked = request(
      {
        agent,
        host: way.address,
        method,
        path,
        headers: {
          ...headers,
          Host: way.host,
          ...(payload === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': String(payload.length) }),
        },
        signal: AbortSignal.timeout(LONGEST_MS),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        )
      },
    )
    asked.once('error', reject)
    asked.end(payload)
  })
}

export const closeConnections = (): void => agent.destroy()
