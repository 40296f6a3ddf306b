import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorCode } from '../contract/generated/errors.ts'
import { createHttpServer } from '../http/server.ts'
import type { Part } from './part.ts'

/** Idle connections are closed after this long; longer than common load balancers keep theirs (60 s). */
const KEEP_ALIVE_MS = 65_000
/** A request whose first bytes have arrived when the stop begins has this long to become whole. */
const LAST_REQUEST_MS = 1_000

/** An HTTP server as a part of a service. `port()` tells the real port once started. */
export interface Listener extends Part {
  port(): number
}

export function listen(
  name: string,
  app: RequestListener,
  at: { address: string; port: number; keepAliveMs?: number; refused?: (code: ErrorCode) => void },
): Listener {
  const { server, connections } = createHttpServer(handle, at.refused)
  server.keepAliveTimeout = at.keepAliveMs ?? KEEP_ALIVE_MS
  let draining = false
  return {
    name,
    port: () => (server.address() as AddressInfo).port,
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(at.port, at.address, resolve)
      }),
    drain() {
      draining = true
    },
    // close() takes no new connection, closes those that rest after a request, and waits for all others.
    stop: () =>
      new Promise<void>((resolve) => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        for (const answer of connections.values()) if (answer) sayGoodbye(answer)
        // A connection opened ahead of its first request (browsers and proxies do so) would be waited for, too.
        setTimeout(() => {
          for (const [socket, answer] of connections) if (!answer) socket.destroy()
        }, LAST_REQUEST_MS).unref()
      }),
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (draining || !server.listening) sayGoodbye(response)
    app(request, response)
  }
}

/** Tells a client that keeps its connection to open another one next time, elsewhere: node:http does not by itself. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
