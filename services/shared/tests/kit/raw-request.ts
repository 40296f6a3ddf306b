import { request as send, type Agent, type IncomingHttpHeaders } from 'node:http'

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Fields = Record<string, string | string[]>

/** Sends a request exactly as it is written; `fetch` would tidy up its path and choose some of its headers. */
export function rawRequest(
  url: string,
  path: string,
  more: { method?: string; headers?: Fields; body?: string | Buffer; agent?: Agent } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', headers = {}, body = '', agent = false } = more
  return new Promise((resolve, reject) => {
    const sent = send({ hostname, port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
