import {
  Agent,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createProxyServer } from 'http-proxy-3'
import type { ErrorCode } from '../../services/platform/contract/generated/errors.ts'
import { errorForm, errorResponse, PROBLEM_JSON } from '../../services/platform/http/error-response.ts'
import { createHttpServer } from '../../services/platform/http/listen.ts'
import type { PageLinks } from '../../services/platform/http/shell.ts'
import { withReference } from '../../services/registration/src/reference/web.ts'
import { withOperatorsPage } from '../../services/notification/src/operators-page/web.ts'
import { beginTrace } from '../../services/platform/observability/trace.ts'
import { endSpan, startSpan, traceparentOf } from '../../services/platform/observability/tracing.ts'
import { routeFor, type Audience, type ServiceName } from './routes.ts'

/** The addresses of each service's replicas, for each audience. */
export type Upstreams = Readonly<Record<Audience, Readonly<Partial<Record<ServiceName, readonly string[]>>>>>

const RETRY_AFTER_SECONDS = 2
const MAX_CONNECTIONS_PER_REPLICA = 256
/** Shorter than services keep idle connections, so that none is used that a service has just closed. */
const MAX_IDLE_MS = 60_000

/** Headers with which a client could pretend to be another one; the gateway sets its own. */
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Methods whose bodies the proxy library declares empty. */
const WITHOUT_BODY = new Set(['DELETE', 'OPTIONS'])

export interface GatewayOptions {
  readonly audience: Audience
  readonly upstreams: Upstreams
  /** What the bar of the pages leads to besides the documentation. */
  readonly links?: PageLinks
}

/**
 * Creates a server in front of all services, with the pages under /docs/. The one for operators serves the
 * public operations too.
 */
export function createGateway({ audience, upstreams, links = {} }: GatewayOptions): Server {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS_PER_REPLICA,
    timeout: MAX_IDLE_MS,
  })
  const proxy = createProxyServer({ agent })
  let turn = 0

  // When a service dies during its response, the client has to see that it is cut.
  proxy.on('proxyRes', (received, _request, response) => {
    received.once('error', () => response.destroy())
  })

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // Node joins repeated headers.
    const { 'x-request-id': sentId, traceparent: parent } = request.headers as Record<string, string>
    const span = startSpan({
      name: request.method ?? '',
      kind: 'server',
      parent,
      attributes: { 'http.request.method': request.method ?? '', 'url.scheme': 'http' },
    })
    response.once('close', () =>
      endSpan(span, { attributes: { 'http.response.status_code': response.statusCode } }),
    )
    const { requestId, traceparent } = beginTrace(sentId, parent, span && traceparentOf(span))
    response.setHeader('X-Request-Id', requestId)
    const reject = (code: ErrorCode, more: Readonly<Record<string, string>> = {}) =>
      sendError(request, response, code, { traceresponse: traceparent, ...more })
    const [path = ''] = (request.url ?? '/').split('?', 1)
    const route = routeFor(path, audience)
    if (route === undefined) return reject('path-not-found')
    if (WITHOUT_BODY.has(request.method ?? '') && 'transfer-encoding' in request.headers)
      return reject('unsupported-media-type', { Connection: 'close' })
    for (const name of FORWARDING_HEADERS) delete request.headers[name]
    const replicas = upstreams[route.audience][route.service] ?? []
    proxy.web(
      request,
      response,
      {
        target: replicas[turn++ % replicas.length] ?? '',
        toProxy: true, // the path is not decoded: `a%2Fb` is one segment
        prependPath: false,
        headers: {
          'x-request-id': requestId,
          // Without a span of the gateway the caller's own header is passed on.
          ...(span ? { traceparent } : {}),
          'x-forwarded-for': request.socket.remoteAddress ?? '',
          'x-forwarded-proto': 'http',
        },
      },
      () => {
        // A response that has begun is cut above.
        if (response.headersSent || response.destroyed) return
        reject('dependency-unavailable', { 'Retry-After': String(RETRY_AFTER_SECONDS) })
      },
    )
  }
  const shown = audience === 'operator' ? { ...links, operations: 'ops/' } : links
  const withPage = audience === 'operator' ? withOperatorsPage(shown) : (api: RequestListener) => api
  const { server } = createHttpServer(withReference(audience, shown)(withPage(handle)))
  // Longer than that of clients, so that none reuses a closed connection.
  server.keepAliveTimeout = 65_000
  server.once('close', () => agent.destroy())
  return server
}

/** Sends an error of the gateway itself, in the form that all errors have. */
function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  more: Readonly<Record<string, string>>,
): void {
  const asProblem = request.headers.accept?.includes(PROBLEM_JSON) === true
  const { status, headers, body } = errorResponse(
    { code, detail: undefined },
    errorForm(request.url, asProblem),
  )
  // For HEAD node:http sends only the headers.
  response.writeHead(status, { ...headers, ...more }).end(body)
}
