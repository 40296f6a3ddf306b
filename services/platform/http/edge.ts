import express, { type Express, type RequestHandler } from 'express'
import { compileContract, type CompiledOperation } from '../contract/contract.ts'
import type {
  Audience,
  Audit,
  Call,
  HandlerResponse,
  Handlers,
  OperationId,
  ServiceName,
} from '../contract/operation.ts'
import { requireScope, type Scope } from '../domain/account.ts'
import { DomainError, TooManyRequests, Unavailable } from '../errors.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Clock } from '../domain/time.ts'
import { runWithin } from '../observability/tracing.ts'
import { withAudit } from './audit.ts'
import { announceExpiry, identifyCaller, requireOperatorAccess, type Authenticate } from './authenticate.ts'
import type { Caller } from './caller.ts'
import { bodyReaderOf, type BodyReader } from './body.ts'
import type { BruteForceGuard } from './brute-force-guard.ts'
import { DeprecationStep } from './deprecation.ts'
import { Exchange } from './exchange.ts'
import { LimitStep, type RateLimiter } from './limit.ts'
import { costOfPage, type PageQuery } from './paging.ts'
import { readPreferences } from './preferences.ts'
import { clientAddressKey, trustProxies } from './proxies.ts'
import { pathOf, sendError, sendSuccess } from './respond.ts'
import { ResponsesBeingSent, type SendingLimits } from './responses-being-sent.ts'
import { addRoutes } from './routes.ts'
import { RequestValidator } from './validate.ts'

/** What all operations of a service share, whatever their audience. */
export interface EdgeOptions {
  readonly limiter: RateLimiter
  readonly guard: BruteForceGuard
  /**
   * While one of these is unavailable, operations respond 503 at once, except those without a credential and
   * those with `x-without-database`.
   */
  readonly needs: readonly Dependency[]
  readonly trustedProxies: readonly string[]
  /**
   * How long after the start of a request its handler must be done, not counting the time that reading the
   * body takes. After that the response is 503, although the handler continues. Sending the response is not
   * limited by it, but by `ResponsesBeingSent`.
   */
  readonly deadlineMs: number
  /** The clock of the timestamps of records, also for the header `Date` and the expiry of API keys. */
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Other limits of responses that are being sent than the usual ones. */
  readonly sendingLimits?: Partial<SendingLimits>
  /** Called when a request of a service account is rejected because of its limit. */
  readonly onLimited?: (accountId: number) => void
}

/** The operations that an API serves, their handlers, and how callers are authenticated. */
export interface ApiOptions<S extends ServiceName, A extends Audience> {
  readonly service: S
  readonly audience: A
  readonly handlers: Handlers<S, A>
  readonly authenticate: Authenticate
}

/** An operation of the contract with its handler. */
interface BoundOperation extends CompiledOperation {
  readonly bodyReader: BodyReader | undefined
  readonly validator: RequestValidator
  /** Whether the response has many records, which are read while they are sent. */
  readonly isStreamedList: boolean
  /** The same, and the pages of SCIM, which are in memory. */
  readonly isPaged: boolean
  readonly handle: (call: unknown) => Promise<HandlerResponse>
}

/**
 * The operations of one service for one audience, as an Express application. The steps of a request are in
 * `handleRequest` below; most of them have a file in this folder.
 *
 * @throws at start, when the contract is invalid or an operation has no handler
 */
export async function createApi<S extends ServiceName, A extends Audience>(
  edge: EdgeOptions,
  { service, audience, handlers, authenticate }: ApiOptions<S, A>,
): Promise<Express> {
  const compiled = await compileContract(service, audience)
  const operations = compiled.map((operation) => bindHandler(operation, handlers))
  const limit = new LimitStep(edge.limiter)
  const beingSent = new ResponsesBeingSent(edge.logger, edge.sendingLimits)
  const deprecation = new DeprecationStep(edge)
  const shared = { ...edge, requestLog: edge.logger.child({}, { redact: [] }) }

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', trustProxies(edge.trustedProxies))
  addRoutes(app, operations, { versioned: audience === 'public' }, serve)
  return app

  /** Handles the requests for which Express has found an operation, or the reason why there is none. */
  function serve(found: BoundOperation | DomainError): RequestHandler {
    return (request, response) => {
      const exchange = new Exchange(request, response, shared)
      return runWithin(exchange.span, () => handleRequest(exchange, found))
    }
  }

  /** The steps of "A request, from top to bottom" (README.md), in their order. */
  async function handleRequest(exchange: Exchange, operation: BoundOperation | DomainError): Promise<void> {
    const { request, response } = exchange
    try {
      if (operation instanceof DomainError) throw operation
      exchange.operation = operation
      deprecation.announce(response, operation, pathOf(request))
      const address = clientAddressKey(request)
      const caller = await identifyCaller(
        { authenticate, guard: edge.guard },
        { headers: request.headers, address },
        operation,
      )
      exchange.caller = caller
      announceExpiry(response, caller?.account, edge.clock)
      deprecation.count(operation, caller, () => exchange.log)
      const unavailable = edge.needs.find((need) => !need.up())
      if (caller && unavailable && !operation['x-without-database'])
        throw new Unavailable(unavailable.name, unavailable.reason())
      // There has to be room for the response: before anything is spent, and again before it is sent.
      if (operation.isPaged) beingSent.requireRoom(caller)
      const requestCost = () => costBeforeBody(exchange, operation)
      await limit.spendRequest(response, operation, { caller, address }, requestCost)
      requireOperatorAccess(operation, caller)
      const scope = requireScopeFor(operation, caller)
      const body = await exchange.readBody(operation.bodyReader)
      const { rawPath, valid, prefer } = validateRequest(exchange, operation, body)
      const spent = operation.isStreamedList
        ? await limit.spendItems(response, caller, costOfPage(valid.query as PageQuery, prefer))
        : 1
      const callOf = (signal: AbortSignal, audit: Audit): Call<OperationId> => ({
        ...(valid as Pick<Call<OperationId>, 'path' | 'query' | 'body'>),
        header: (name) => exchange.header(name),
        prefer,
        rawPath,
        pathWithSlash: rawPath.endsWith('/') ? rawPath : `${rawPath}/`,
        trace: exchange.trace,
        signal,
        // A getter, because most calls log nothing.
        get log() {
          return exchange.log
        },
        // The types of these depend on the operation, which the compiler can't know here.
        account: caller?.account as undefined,
        scope: scope as undefined,
        audit: audit as never,
        operator: caller?.operator,
        spendItems: async (items) => void (await limit.spendItems(response, caller, items)),
      })
      // The handler that `api.ts` of the service names.
      const result = await exchange.withDeadline((signal) =>
        withAudit(exchange, prefer, (audit) => operation.handle(callOf(signal, audit))),
      )
      const mayContinue = beingSent.recheckWhileReading(
        scope,
        (stillValidMs) => authenticate(request.headers, address, stillValidMs),
        (now) => requireScopeFor(operation, now),
      )
      try {
        await sendSuccess(exchange, operation, result, { beingSent, mayContinue })
      } catch (error) {
        if (error instanceof TooManyRequests) await limit.refund(caller, spent)
        throw error
      }
    } catch (error) {
      const { account } = exchange.caller ?? {}
      if (account && error instanceof TooManyRequests) edge.onLimited?.(account.id)
      const code = await sendError(exchange, error)
      edge.metrics.rejections.inc({ operation: exchange.operation?.operationId ?? 'none', code })
    }
  }
}

/** @throws DomainError if the contract does not allow the request */
function validateRequest(exchange: Exchange, operation: BoundOperation, body?: unknown) {
  const { request } = exchange
  const [rawPath = ''] = request.originalUrl.split('?', 1)
  const query = request.originalUrl.slice(rawPath.length + 1)
  const path = request.params as Record<string, string>
  const valid = operation.validator.validate({ path, query, header: request.headers, body })
  return { rawPath, valid, prefer: readPreferences(exchange.header('prefer'), operation) }
}

/**
 * What the header `X-Request-Cost` says of a request that the limit rejects before its body is read: a list
 * has its cost in its query, that of a batch is not known yet. An invalid request costs one.
 */
function costBeforeBody(exchange: Exchange, operation: BoundOperation): number | undefined {
  if (operation['x-rate-limit'] === 'account-per-item') return undefined
  if (!operation.isStreamedList) return 1
  try {
    const { valid, prefer } = validateRequest(exchange, operation)
    return costOfPage(valid.query as PageQuery, prefer)
  } catch {
    return 1
  }
}

/**
 * The groups in which the account has a role that the operation accepts; undefined if it requires no role.
 * @throws RoleMissing when the account has none of the required roles
 */
function requireScopeFor(operation: BoundOperation, caller: Caller | undefined): Scope | undefined {
  const roles = operation['x-roles'] ?? []
  return caller?.account && roles.length > 0 ? requireScope(caller.account, roles) : undefined
}

/** Adds the handler of an operation, which `api.ts` of each service has under its `operationId`. */
function bindHandler(operation: CompiledOperation, handlers: object): BoundOperation {
  const id = operation['x-alias-of'] ?? operation.operationId
  const handle = (handlers as Readonly<Record<string, BoundOperation['handle'] | undefined>>)[id]
  if (!handle) throw new Error(`the ${operation.tags[0]} service has no handler for ${id}`)
  const has = (name: string) =>
    operation.parameters?.some((parameter) => 'name' in parameter && parameter.name === name) ?? false
  return {
    ...operation,
    bodyReader: bodyReaderOf(operation),
    validator: new RequestValidator(operation),
    isStreamedList: has('limit'),
    isPaged: has('limit') || has('count'),
    handle,
  }
}
