import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readExport, type ReceivedSpan } from './spans.ts'

/** Receives spans as a collector does, by OTLP over HTTP in JSON. */
export async function startReceiver(onSpans: (spans: readonly ReceivedSpan[]) => void) {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      onSpans(readExport(body))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
