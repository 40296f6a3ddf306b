import { Agent, type IncomingMessage, type Server } from 'node:http'
import { createProxyServer } from 'http-proxy-3'
import { createHttpServer } from '../../services/shared/http/server.ts'
import { beginTrace } from '../../services/shared/trace.ts'
import { refuse } from './answers.ts'
import { serveReference } from './reference.ts'
import { routeFor, type Audience } from './routes.ts'
import { inTurn, type Upstreams } from './upstreams.ts'

const RETRY_AFTER_SECONDS = 2
const MOST_CONNECTIONS_PER_INSTANCE = 256

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
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS_PER_INSTANCE })
  const proxy = createProxyServer({ agent })
  const instanceOf = inTurn(upstreams)

  // a service that dies in the middle of its answer: the client has to see that it is cut
  proxy.on('proxyRes', (answer, _request, response) => {
    answer.once('error', () => response.destroy())
  })

  const { server } = createHttpServer((request, response) => {
    const { requestId } = beginTrace(header(request, 'x-request-id'), undefined)
    response.setHeader('X-Request-Id', requestId)
    const target = request.url ?? '/'
    const path = target.split('?', 1)[0] ?? ''
    if (isRead(request) && serveReference(path, response)) return

    const route = routeFor(target, audience)
    if (route === undefined) return refuse(request, response, 'path-not-found')
    if (WITHOUT_BODY.has(request.method ?? '') && 'transfer-encoding' in request.headers) {
      return refuse(request, response, 'unsupported-media-type', { Connection: 'close' })
    }
    for (const name of CLAIMS) delete request.headers[name]
    proxy.web(
      request,
      response,
      {
        target: instanceOf(route) ?? '',
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
  })
  // above the keep-alive of the load balancers and clients in front of it, so that none reuses a closed connection
  server.keepAliveTimeout = 65_000
  server.once('close', () => agent.destroy())
  return server
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
