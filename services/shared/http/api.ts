import addFormats from 'ajv-formats'
import express, { type Express, type Request, type Response } from 'express'
import { OpenAPIBackend, type Context } from 'openapi-backend'
import { contractOf, type ContractOperation } from '../contract/contract.ts'
import type { Audience, Call, Handlers, OperationId, ServiceName } from '../contract/operation.ts'
import { DomainError, InvalidRequest } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Dependency } from '../process/dependency.ts'
import { beginTrace } from '../trace.ts'
import type { Admission } from './admission.ts'
import { requireUp } from './admission.ts'
import { jsonBody, type ReadBody } from './body.ts'
import { Dispatcher } from './dispatch.ts'
import type { Answered, Exchange } from './exchange.ts'
import { readPreferences } from './preferences.ts'
import { fail, succeed } from './respond.ts'
import { invalid, requirePlainIntegers } from './validation.ts'
import { Reach } from './account.ts'

export interface ApiOptions<S extends ServiceName, A extends Audience> {
  service: S
  audience: A
  handlers: Handlers<S, A>
  admission: Admission
  /** Without these no operation can answer: 503 at once while one is away. */
  needs: readonly Dependency[]
  trustedProxies: readonly string[]
  logger: Logger
  metrics: Metrics
}

class PathNotFound extends DomainError {
  readonly code = 'path-not-found'
}
class MethodNotAllowed extends DomainError {
  readonly code = 'method-not-allowed'
}

/** The request as openapi-backend sees it, taken apart once; the body joins once it may be read. */
interface ContractRequest {
  method: string
  path: string
  headers: Record<string, string | string[]>
  params: Record<string, string>
  query: Record<string, string | string[]>
  requestBody: unknown
  route: ContractOperation
  /** The path has an escape that can't be decoded, which is told only to who may know (decision A5). */
  malformed: boolean
}

/**
 * The operations of one service for one audience, as an Express application. openapi-backend compiles the contract
 * and drives the steps, in the order of decision A5: authenticate → rate limit → role → validate → handler.
 *
 * @throws at start, for an operation without a handler or without a security handler
 */
export async function createApi<S extends ServiceName, A extends Audience>(
  options: ApiOptions<S, A>,
): Promise<Express> {
  const { admission, metrics, needs } = options
  const backend = await compile(options)
  const operations = backend.router.getOperations() as unknown as ContractOperation[]
  // The router would build this list again for every request, and find paths by regular expressions in the order of
  // the document: the list is kept, and the operation comes from our own table.
  backend.router.getOperations = () => operations as never
  backend.router.matchOperation = ((request: ContractRequest) => request.route) as never
  // It would also take each request apart four times.
  backend.router.parseRequest = ((request: ContractRequest) => request) as never
  const dispatcher = new Dispatcher(
    operations.map((operation) => ({ ...operation, method: operation.method.toUpperCase() })),
    { versioned: options.audience === 'public' },
  )
  const bodies = new Map<OperationId, ReadBody>(
    operations
      .filter((operation) => operation.requestBody)
      .map((operation) => [operation.operationId, jsonBody(operation['x-body-limit'] as number)]),
  )

  const asAccount = once((exchange) => admission.authenticateAccount(exchange))
  for (const scheme of ['apiKeyId', 'apiKeySecret', 'accountBearer'])
    backend.registerSecurityHandler(scheme, asAccount)
  backend.registerSecurityHandler(
    'operatorBearer',
    once((exchange) => admission.authenticateOperator(exchange)),
  )
  backend.registerSecurityHandler(
    'serviceBearer',
    once((exchange) => admission.authenticateService(exchange)),
  )
  backend.register({
    unauthorizedHandler: async (_context: Context, exchange: Exchange) => {
      await admission.countRefusal(exchange, exchange.refusal)
      throw exchange.refusal
    },
    postSecurityHandler: async (_context: Context, exchange: Exchange, request: ContractRequest) => {
      if (exchange.refusal !== undefined) return
      await admission.limit(exchange)
      exchange.reach = admission.reach(exchange)
      request.requestBody = await bodies.get(request.route.operationId)?.(exchange.request, exchange.response)
      await admission.limitItems(exchange, request.requestBody)
      if (request.malformed) throw new InvalidRequest('The path has a malformed percent escape.')
      requirePlainIntegers(request.route, request)
    },
    validationFail: (context: Context) => {
      throw invalid((context.validation.errors ?? []) as never)
    },
    notFound: () => {
      throw new PathNotFound()
    },
    methodNotAllowed: () => {
      throw new MethodNotAllowed()
    },
    notImplemented: () => {
      throw new Error('every operation has a handler: checked at start')
    },
  })
  for (const operation of operations) {
    const handler = handlerOf(options, operation)
    backend.register(operation.operationId, (context: Context, exchange: Exchange) =>
      handler(callOf(context, exchange)),
    )
  }

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', options.trustedProxies)
  app.use(async (request: Request, response: Response) => {
    const stopTimer = metrics.requestSeconds.startTimer()
    const exchange = open(request, response, options.logger)
    const started = performance.now()
    response.once('close', () => {
      const operation = exchange.operation?.operationId ?? 'none'
      const status = response.writableFinished ? response.statusCode : CLIENT_GONE
      stopTimer({ operation, status: String(status) })
      const ms = Math.round(performance.now() - started)
      exchange.log.info({ operation, status, ms, account: exchange.account?.id }, 'request')
    })
    try {
      succeed(exchange, await answer(exchange))
    } catch (error) {
      const code = fail(exchange, error)
      metrics.rejections.inc({ operation: exchange.operation?.operationId ?? 'none', code })
    }
  })
  return app

  async function answer(exchange: Exchange): Promise<Answered> {
    const { request, response } = exchange
    const [path = '/', query = ''] = split(request.originalUrl)
    const match = dispatcher.match(request.method, path)
    if (match.kind === 'unknown-path') throw new PathNotFound()
    if (match.kind === 'wrong-method') {
      response.setHeader('allow', match.allow)
      throw new MethodNotAllowed()
    }
    exchange.operation = match.route
    requireUp(needs)
    const params = parametersOf(match.route.path, match.path)
    const contractRequest: ContractRequest = {
      method: match.route.method,
      path: match.path,
      headers: request.headers as Record<string, string | string[]>,
      params: params ?? {},
      query: queryOf(query),
      requestBody: undefined,
      route: match.route,
      malformed: params === undefined,
    }
    return (await backend.handleRequest(contractRequest, exchange, contractRequest)) as Answered
  }
}

/** What is counted for a caller that did not wait for its answer: the 499 of proxies. It is never sent. */
const CLIENT_GONE = 499

async function compile<S extends ServiceName, A extends Audience>(
  options: ApiOptions<S, A>,
): Promise<OpenAPIBackend> {
  const { service, audience } = options
  const mine = (operation: ContractOperation) =>
    operation.tags[0] === service && operation['x-audience'] === audience
  const backend = new OpenAPIBackend({
    definition: contractOf(mine),
    strict: true,
    // Spares the validators for answers, which nobody asks here and which take most of a start. What else it leaves
    // out is done below: the document is checked, and every request validator is made before the first request.
    quick: true,
    // `true` would make every path of the contract that ends in a slash unreachable; both forms are ours to match.
    ignoreTrailingSlashes: false,
    coerceTypes: true,
    // `verbose` shows the schema that was broken, and with it the contract's own words for the rule. The schemas are
    // checked with the document, not once more for each validator.
    ajvOpts: { strict: false, allErrors: false, verbose: true, validateSchema: false, meta: false },
    customizeAjv: (ajv) => (addFormats.default(ajv), ajv),
  })
  await backend.loadDocument()
  backend.validateDefinition()
  await backend.init()
  for (const { operationId } of backend.router.getOperations())
    backend.validator.getRequestValidatorsForOperation(operationId as string)
  return backend
}

function handlerOf<S extends ServiceName, A extends Audience>(
  { handlers, service }: ApiOptions<S, A>,
  operation: ContractOperation,
): (call: unknown) => Promise<Answered> {
  const id = operation['x-alias-of'] ?? operation.operationId
  const handler = (handlers as Readonly<Record<string, unknown>>)[id]
  if (typeof handler !== 'function') throw new Error(`the ${service} service has no handler for ${id}`)
  return handler as (call: unknown) => Promise<Answered>
}

/**
 * A security handler. The schemes of one credential share one check, and openapi-backend would turn an exception into
 * "unauthorised", a database that is away included: what it really was is kept for the answer.
 */
function once(check: (exchange: Exchange) => unknown) {
  const run = async (exchange: Exchange): Promise<boolean> => {
    try {
      await check(exchange)
      return true
    } catch (error) {
      exchange.refusal = error
      return false
    }
  }
  return (_context: Context, exchange: Exchange) => (exchange.authenticated ??= run(exchange))
}

function open(request: Request, response: Response, logger: Logger): Exchange {
  const trace = beginTrace(request.get('x-request-id'), request.get('traceparent'))
  response.setHeader('x-request-id', trace.requestId)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cache-control', 'no-store')
  const log = logger.child(trace)
  return {
    request,
    response,
    trace,
    log,
    operation: undefined,
    account: undefined,
    reach: new Reach([]),
    authenticated: undefined,
    refusal: undefined,
  }
}

function callOf(context: Context, exchange: Exchange): Call<OperationId> {
  const { request, trace, log, account, reach } = exchange
  return {
    path: context.request.params as unknown,
    query: context.request.query as unknown,
    body: context.request.requestBody as unknown,
    header: (name: string) => request.get(name),
    prefer: readPreferences(request.get('prefer')),
    target: split(request.originalUrl)[0],
    trace,
    log,
    account,
    reach,
  } as unknown as Call<OperationId>
}

/** The parameters of a path by their names in its template, or undefined when one of them can not be decoded. */
function parametersOf(template: string, path: string): Record<string, string> | undefined {
  const segments = path.split('/')
  try {
    return Object.fromEntries(
      template
        .split('/')
        .map((part, i) => [part, segments[i] as string] as const)
        .filter(([part]) => part.startsWith('{'))
        .map(([part, segment]) => [part.slice(1, -1), decodeURIComponent(segment)]),
    )
  } catch {
    return undefined
  }
}

/** A parameter that is given more than once becomes a list. */
function queryOf(query: string): Record<string, string | string[]> {
  if (query === '') return {}
  const search = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length === 1 ? (values[0] as string) : values]
    }),
  )
}

function split(url: string): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}
