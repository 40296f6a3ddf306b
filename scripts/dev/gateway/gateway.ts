import { Agent, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createProxyServer } from 'http-proxy-3'
import type { ErrorCode } from '../../../services/shared/contract/generated/errors.ts'
import { errorResponse, PROBLEM_JSON } from '../../../services/shared/http/error-response.ts'
import { createHttpServer } from '../../../services/shared/http/listen.ts'
import { withReference } from '../../../services/registration/src/reference/page.ts'
import { beginTrace } from '../../../services/shared/trace.ts'
import { routeFor, type Audience, type ServiceName } from './routes.ts'

/** The instances of each service, by the audience that they answer: each has a port of its own. */
export type Upstreams = Readonly<Record<Audience, Readonly<Partial<Record<ServiceName, readonly string[]>>>>>

const RETRY_AFTER_SECONDS = 2
const MAX_CONNECTIONS_PER_INSTANCE = 256

/** Headers in which a client could claim to be somebody else: the gateway's own word replaces them. */
const CLAIMS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Methods whose bodies the proxy library does not frame: it declares them empty. */
const WITHOUT_BODY = new Set(['DELETE', 'OPTIONS'])

/** One address in front of all services. `audience` says which operations it answers. */
export function createGateway({ audience, upstreams }: { audience: Audience; upstreams: Upstreams }): Server {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS_PER_INSTANCE })
  const proxy = createProxyServer({ agent })
  const turns = new Map<readonly string[], number>()
  const nextOf = (instances: readonly string[]): string => {
    const turn = turns.get(instances) ?? 0
    turns.set(instances, turn + 1)
    return instances[turn % instances.length] ?? ''
  }

  // a service that dies in the middle of its answer: the client has to see that it is cut
  proxy.on('proxyRes', (answer, _request, response) => {
    answer.once('error', () => response.destroy())
  })

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // Node joins what comes more than once.
    const { requestId } = beginTrace(request.headers['x-request-id'] as string | undefined, undefined)
    response.setHeader('X-Request-Id', requestId)
    const [path = ''] = (request.url ?? '/').split('?', 1)
    const route = routeFor(path, audience)
    if (route === undefined) return refuse(request, response, 'path-not-found')
    if (WITHOUT_BODY.has(request.method ?? '') && 'transfer-encoding' in request.headers)
      return refuse(request, response, 'unsupported-media-type', { Connection: 'close' })
    for (const name of CLAIMS) delete request.headers[name]
    proxy.web(
      request,
      response,
      {
        target: nextOf(upstreams[route.audience][route.service] ?? []),
        toProxy: true, // the path goes on as it came: `a%2Fb` is one segment
        prependPath: false,
        headers: {
          'x-request-id': requestId,
          'x-forwarded-for': request.socket.remoteAddress ?? '',
          'x-forwarded-proto': 'http',
        },
      },
      () => {
        // once an answer has begun, its own end decides (above)
        if (response.headersSent || response.destroyed) return
        refuse(request, response, 'dependency-unavailable', { 'Retry-After': String(RETRY_AFTER_SECONDS) })
      },
    )
  }
  const { server } = createHttpServer(withReference(answer))
  // above the keep-alive of the load balancers and clients in front of it, so that none reuses a closed connection
  server.keepAliveTimeout = 65_000
  server.once('close', () => agent.destroy())
  return server
}

/** An error of the gateway itself, in the one shape that all errors have (decision S4). */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
  more: Readonly<Record<string, string>> = {},
): void {
  const asProblem = request.headers.accept?.includes(PROBLEM_JSON) === true
  const { status, headers, body } = errorResponse({ code, detail: undefined }, asProblem)
  // For HEAD node:http sends the headers alone.
  response.writeHead(status, { ...headers, ...more }).end(body)
}
