import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Part } from './part.ts'

/** Idle connections are closed after this long; longer than common load balancers keep theirs (60 s). */
const KEEP_ALIVE_MS = 65_000
/** A client that takes longer than this to send its headers or its body is cut off. */
const SLOWEST_REQUEST_MS = 30_000
const LONGEST_HEADERS = 16 * 1024

/** An HTTP server as a part of a service. `port()` tells the real port once started. */
export interface Listener extends Part {
  port(): number
}

export function listen(
  name: string,
  app: RequestListener,
  at: { address: string; port: number; keepAliveMs?: number },
): Listener {
  let server: Server | undefined
  return {
    name,
    port: () => (server?.address() as AddressInfo).port,
    start: () =>
      new Promise<void>((resolve, reject) => {
        server = createServer({ maxHeaderSize: LONGEST_HEADERS, requestTimeout: SLOWEST_REQUEST_MS }, app)
        server.keepAliveTimeout = at.keepAliveMs ?? KEEP_ALIVE_MS
        server.once('error', reject)
        server.listen(at.port, at.address, resolve)
      }),
    // close() takes no new connection, closes the idle ones and waits for requests in flight; node:http answers those
    // with `Connection: close` once the server no longer listens, so no keep-alive client is cut in the middle.
    stop: () =>
      new Promise<void>((resolve) => {
        if (!server?.listening) return resolve()
        server.close(() => resolve())
      }),
  }
}
