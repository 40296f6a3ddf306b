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
import { beginTrace } from '../trace.ts'
import { errorResponse, type ErrorResponse } from './error-answer.ts'
import type { ErrorCode } from '../contract/generated/errors.ts'

/** Idle connections are closed after this long; longer than common load balancers keep theirs (60 s). */
const KEEP_ALIVE_MS = 65_000
/** How long a request that is still arriving when the stop begins has to complete. */
const MAX_LAST_REQUEST_MS = 1_000
const MAX_HEADER_BYTES = 16 * 1024
/** A client that takes longer than this to send its headers or its body is cut off. */
const MAX_REQUEST_MS = 30_000

/** The error codes of node:http for requests that it can't read; any other code means a malformed request. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** An HTTP server as a part of a service. `port()` returns the actual port once it has started. */
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
    async start() {
      server.listen(at.port, at.address)
      await once(server, 'listening')
    },
    drain() {
      draining = true
    },
    // close() accepts no new connection, closes idle ones and waits for the others.
    stop: () =>
      new Promise<void>((resolve) => {
        if (!server.listening) return resolve()
        server.close(() => resolve())
        for (const answer of connections.values()) if (answer) closeAfterResponse(answer)
        // It would also wait for connections that have sent no request yet; browsers and proxies open some in
        // advance.
        setTimeout(() => {
          for (const [socket, answer] of connections) if (!answer) socket.destroy()
        }, MAX_LAST_REQUEST_MS).unref()
      }),
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (draining || !server.listening) closeAfterResponse(response)
    app(request, response)
  }
}

/**
 * Asks a keep-alive client to open a new connection for its next request; node:http does not do so by itself.
 */
function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

export interface HttpServer {
  readonly server: Server
  /** Open connections, each with the response in progress on it. */
  readonly connections: ReadonlyMap<Socket, ServerResponse | undefined>
}

/**
 * An HTTP server that also answers unreadable requests in the shape of every error (specification §7);
 * node:http by itself sends a bare status.
 *
 * @param refused called for each such answer, because no handler sees the request
 */
export function createHttpServer(
  handle: RequestListener,
  refused: (code: ErrorCode) => void = () => {},
  options: ServerOptions = {},
): HttpServer {
  const connections = new Map<Socket, ServerResponse | undefined>()
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: MAX_REQUEST_MS,
      // Checked below, so that the refusal has a body.
      requireHostHeader: false,
      ...options,
    },
    begin,
  )
  server.on('connection', (socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); node:http would send a bare 417.
  server.on('checkExpectation', begin)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = connections.get(socket as Socket)
    const begun = answer?.headersSent === true && !answer.writableEnded
    if (begun || !socket.writable) return void socket.destroy()
    socket.end(asText(refusal(CODES[error.code ?? ''] ?? 'malformed-request')), () => socket.destroy())
  })
  return { server, connections }

  function begin(request: IncomingMessage, response: ServerResponse): void {
    connections.set(request.socket, response)
    response.once('close', () => {
      if (connections.get(request.socket) === response) connections.set(request.socket, undefined)
    })
    if (!lacksHost(request)) return handle(request, response)
    const { status, headers, body } = refusal('malformed-request')
    response.writeHead(status, { ...headers, connection: 'close' }).end(body)
  }

  function refusal(code: ErrorCode): ErrorResponse {
    refused(code)
    const answer = errorResponse({ code, detail: undefined }, false)
    return {
      ...answer,
      headers: { ...answer.headers, 'x-request-id': beginTrace(undefined, undefined).requestId },
    }
  }
}

/** HTTP/1.1 requires the header, and 400 without it (RFC 9112, 3.2). */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined

/** Written to the socket directly: node:http has no response object for a request that it could not read. */
function asText({ status, headers, body }: ErrorResponse): string {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

/**
 * Load balancers that send to the pods themselves ask the port that they send to. They are told whether, and not
 * what is away; they have no credential and would use up a limit, so no step of the API sees them.
 */
export const withHealth =
  (api: RequestListener, readiness: Readiness): RequestListener =>
  (request, response) => {
    if (request.url !== '/readyz' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return api(request, response)
    const { status } = readiness.health()
    response
      .writeHead(status === 'not ready' ? 503 : 200, { 'content-type': 'application/json' })
      .end(request.method === 'HEAD' ? undefined : JSON.stringify({ status }))
  }
