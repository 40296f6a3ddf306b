import { once } from 'node:events'
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Readiness } from '../process/health.ts'
import type { Part } from '../process/part.ts'
import { newTrace } from '../observability/trace.ts'
import { hasBody } from './body.ts'
import { errorResponse, type ErrorResponse } from './error-response.ts'
import type { ErrorCode } from '../contract/generated/errors.ts'

/**
 * Idle connections are closed after this time, which is longer than common load balancers keep theirs (60 s).
 */
const KEEP_ALIVE_MS = 65_000
/** A connection without a complete request is closed this long after the stop has begun. */
const MAX_LAST_REQUEST_MS = 1_000
const MAX_HEADER_BYTES = 16 * 1024
/** A client that takes longer than this to send its headers or its body is cut off. */
const MAX_REQUEST_MS = 30_000
/** How often node:http looks for such clients; by default as seldom as every 30 s. */
const CHECK_MS = 1_000

/** Errors of node:http for requests that it can't read; every other error means a malformed request. */
const ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** An HTTP server as a part of a service. */
export interface Listener extends Part {
  /** The port that it listens on, once it has started. */
  port(): number
}

export function listen(
  name: string,
  app: RequestListener,
  options: {
    address: string
    port: number
    onRejected?: (code: ErrorCode) => void
  },
): Listener {
  const { server, connections } = createHttpServer(handle, options.onRejected)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  let draining = false
  return {
    name,
    port: () => (server.address() as AddressInfo).port,
    async start() {
      await listenOn(server, options.port, options.address)
    },
    drain() {
      draining = true
    },
    // close() accepts no new connection, closes idle ones and waits for the others.
    stop: () =>
      new Promise<void>((resolve) => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        for (const response of connections.values()) if (response) closeAfterResponse(response)
        // close() also waits for connections without a request, which browsers and proxies open in advance.
        setTimeout(() => {
          for (const [socket, response] of connections) if (!response) socket.destroy()
        }, MAX_LAST_REQUEST_MS).unref()
      }),
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (draining || !server.listening) closeAfterResponse(response)
    app(request, response)
  }
}

/** What the operating system says of `::` where IPv6 is off. */
const IPV6_IS_OFF = new Set<unknown>(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])

/** Resolves when the server listens: on all IPv4 addresses if the address is `::` and IPv6 is off. */
async function listenOn(server: Server, port: number, address: string): Promise<void> {
  try {
    await once(server.listen(port, address), 'listening')
  } catch (error) {
    if (address !== '::' || !IPV6_IS_OFF.has((error as NodeJS.ErrnoException).code)) throw error
    await once(server.listen(port, '0.0.0.0'), 'listening')
  }
}

/** Tells a keep-alive client to open a new connection for its next request. */
function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/**
 * Closes the connection after a response to a body that has not arrived. A proxy could use it for the request
 * of somebody else, which would be read as the rest of that body.
 */
function closeUnlessComplete(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    if (!request.complete) closeAfterResponse(response)
    return writeHead(...args)
  }
}

interface HttpServer {
  readonly server: Server
  /** Open connections, each with the response in progress on it. */
  readonly connections: ReadonlyMap<Socket, ServerResponse | undefined>
}

/**
 * An HTTP server that also rejects unreadable requests with an error in the usual form; node:http sends a
 * bare status.
 *
 * @param onRejected called for each of these, because no handler sees the request
 */
export function createHttpServer(
  handle: RequestListener,
  onRejected: (code: ErrorCode) => void = () => {},
  options: ServerOptions = {},
): HttpServer {
  const connections = new Map<Socket, ServerResponse | undefined>()
  /** The last request of a connection that has its response. */
  const responded = new WeakMap<Socket, IncomingMessage>()
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: MAX_REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Checked below, so that the response has a body.
      requireHostHeader: false,
      ...options,
    },
    onRequest,
  )
  server.on('connection', (socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  // An expectation other than 100-continue may be ignored; node:http would send a bare 417.
  server.on('checkExpectation', onRequest)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = connections.get(socket as Socket)
    const isInProgress = response?.headersSent === true && !response.writableEnded
    // Its body has not arrived: a second response would be taken for that of the next request.
    const hasResponse = responded.get(socket as Socket)?.complete === false
    if (isInProgress || hasResponse || !socket.writable) return void socket.destroy()
    socket.end(asText(reject(ERROR_CODES[error.code ?? ''] ?? 'malformed-request')), () => socket.destroy())
  })
  return { server, connections }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    connections.set(request.socket, response)
    // Otherwise node:http adds the deprecated header Keep-Alive.
    if (response.shouldKeepAlive) response.setHeader('connection', 'keep-alive')
    if (hasBody(request)) closeUnlessComplete(request, response)
    response.once('close', () => {
      responded.set(request.socket, request)
      if (connections.get(request.socket) === response) connections.set(request.socket, undefined)
    })
    if (hasValidHost(request)) return handle(request, response)
    const { status, headers, body } = reject('malformed-request')
    response.writeHead(status, { ...headers, connection: 'close' }).end(body)
  }

  function reject(code: ErrorCode): ErrorResponse {
    onRejected(code)
    const { status, headers, body } = errorResponse({ code, detail: undefined }, 'plain')
    const { requestId, traceparent } = newTrace()
    return {
      status,
      headers: { ...headers, 'x-request-id': requestId, traceresponse: traceparent },
      body,
    }
  }
}

/** HTTP/1.1 requires one header `Host`. Of two, a proxy may have used the other one. */
function hasValidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

/** Written to the socket directly: node:http has no response object for a request that it could not read. */
function asText({ status, headers, body }: ErrorResponse): string {
  const fields = Object.entries({ ...headers, connection: 'close' })
  const lines = fields.map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

/**
 * Serves `/readyz` and `/livez` on an API port, for load balancers that check the port to which they send
 * requests: `/livez` for operator operations, which also work while the service is not ready. They have no
 * credential, so their requests pass no step of the API. The response does not say which dependency is
 * unavailable.
 */
export function withHealth(api: RequestListener, readiness: Readiness): RequestListener {
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isLiveness = request.url === '/livez'
    if ((request.url !== '/readyz' && !isLiveness) || !isRead) return api(request, response)
    const status = isLiveness ? 'alive' : readiness.health().status
    response.writeHead(status === 'not ready' ? 503 : 200, { 'content-type': 'application/json' })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ status }))
  }
}
