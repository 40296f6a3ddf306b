import type { Request, Response } from 'express'
import type { ContractOperation } from '../contract/contract.ts'
import document from '../contract/generated/openapi.json' with { type: 'json' }
import { inParameter, InvalidRequest } from '../errors.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { withDeadline } from '../process/deadline.ts'
import type { Clock } from '../domain/time.ts'
import { beginTrace, logFields, type Trace } from '../observability/trace.ts'
import { endSpan, startSpan, traceparentOf, type Span } from '../observability/tracing.ts'
import type { Caller } from './caller.ts'
import type { BodyReader } from './body.ts'

/** The status in logs and metrics when the caller closed the connection before the response. Never sent. */
const CLIENT_CLOSED_REQUEST = 499

/** The status in logs and metrics of a response that broke off because of an error. */
const INCOMPLETE_RESPONSE = 500

/** The length of a header that is read, whether the contract declares it for the operation or not. */
export const { maxLength: MAX_HEADER_LENGTH } = document.components.schemas.HeaderText

/** One request and its response on the way through the steps. Logs and counts the request when it ends. */
export class Exchange {
  readonly request: Request
  readonly response: Response
  readonly trace: Trace
  /** Undefined for a request that reaches none. */
  operation: ContractOperation | undefined
  /** Undefined until the caller has been authenticated. */
  caller: Caller | undefined
  readonly #options: ExchangeOptions
  readonly #started = performance.now()
  #bodyMs = 0
  /** Recorded for the request, if traces are. */
  readonly span: Span | undefined
  #log: Logger | undefined

  constructor(request: Request, response: Response, options: ExchangeOptions) {
    this.request = request
    this.response = response
    this.#options = options
    const parent = this.#sent('traceparent')
    this.span = startSpan({
      name: request.method,
      kind: 'server',
      parent,
      attributes: { 'http.request.method': request.method, 'url.scheme': request.protocol },
    })
    const recorded = this.span && traceparentOf(this.span)
    this.trace = beginTrace(this.#sent('x-request-id'), parent, recorded)
    response.setHeader('x-request-id', this.trace.requestId)
    // Clients poll for changes from this date on, so it comes from the clock that dates the changes.
    response.setHeader('date', options.clock.now().toUTCString())
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    response.once('close', () => this.#record())
  }

  /** A logger whose lines carry the trace. */
  get log(): Logger {
    return (this.#log ??= this.#options.logger.child(logFields(this.trace)))
  }

  /** @throws InvalidRequest for a header that is too long */
  header(name: string): string | undefined {
    const value = this.#sent(name)
    if (value !== undefined && value.length > MAX_HEADER_LENGTH)
      throw new InvalidRequest(
        `header ${name} must have at most ${MAX_HEADER_LENGTH} characters.`,
        inParameter(name),
      )
    return value
  }

  #sent(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  /** Reads the body. The time that it takes to arrive does not count toward the deadline. */
  async readBody(reader: BodyReader | undefined): Promise<unknown> {
    const started = performance.now()
    try {
      return await reader?.(this.request, this.response)
    } finally {
      this.#bodyMs = performance.now() - started
    }
  }

  /** Waits for work until the deadline, when its signal aborts. @throws Unavailable after that */
  withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const spentMs = performance.now() - this.#started - this.#bodyMs
    return withDeadline(Math.max(0, this.#options.deadlineMs - spentMs), 'the request', work)
  }

  #status(): number {
    if (this.response.writableFinished) return this.response.statusCode
    return this.response.errored ? INCOMPLETE_RESPONSE : CLIENT_CLOSED_REQUEST
  }

  #record(): void {
    const ms = performance.now() - this.#started
    const operation = this.operation?.operationId ?? 'none'
    const status = this.#status()
    this.#endSpan(status)
    const { metrics } = this.#options
    metrics.requestSeconds.observe({ operation, status: String(status) }, ms / 1_000)
    const account = this.caller?.account?.id
    if (account !== undefined) metrics.accountLoad.add(account, (ms - this.#bodyMs) / 1_000)
    this.#options.requestLog.info(
      { ...logFields(this.trace), operation, status, ms: Math.round(ms), account },
      'request',
    )
  }

  /** The route is that of the contract: the path itself may have identifiers of people. */
  #endSpan(status: number): void {
    const { operation } = this
    if (operation) this.span?.updateName(`${operation.method.toUpperCase()} ${operation.path}`)
    endSpan(this.span, {
      attributes: {
        'http.response.status_code': status,
        ...(operation && { 'http.route': operation.path, 'rollcall.operation': operation.operationId }),
      },
      error: status >= 500 ? String(status) : undefined,
    })
  }
}

interface ExchangeOptions {
  readonly deadlineMs: number
  readonly logger: Logger
  /** For the line of each request: without redaction, because it holds only ids and names of the contract. */
  readonly requestLog: Logger
  readonly metrics: Metrics
  /** The clock of the database, which dates the records too. */
  readonly clock: Clock
}
