import { setTimeout as delay } from 'node:timers/promises'
import { errors, Pool } from 'undici'
import { schemaValidator, type Schemas } from '../contract/schema.ts'
import { Unavailable } from '../errors.ts'
import { traceHeaders, type Trace } from '../trace.ts'
import { currentTraceparent, inSpan, isRecording, type SpanAttributes } from '../tracing.ts'

/** A request as the generated clients prepare it. */
interface PreparedRequest {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface ReceivedResponse {
  readonly statusCode: number
  readonly text: string
}

/** Longer than the other service's own timeouts, so that its response arrives first. */
const MAX_CALL_MS = 5_000

/**
 * The delays before each retry of a call without a response. In total longer than a cluster takes to notice a killed
 * process; until then, half of the attempts may still reach it.
 */
const RETRY_DELAYS_MS = [50, 200, 500, 1_000]

/** Another service did not respond at all: no connection, or the connection ended before the response. */
class NoResponse extends Error {}

/**
 * Calls the internal operations of another service over kept connections. The generated clients prepare the requests;
 * their own `fetch` would follow a redirect and take the service token along.
 */
export class InternalService {
  readonly #name: string
  readonly #prefix: string
  readonly #pool: Pool
  /** For spans. */
  readonly #server: SpanAttributes

  /** @param name for logs and errors */
  constructor(name: string, url: string) {
    const { origin, pathname, hostname, port, protocol } = new URL(url)
    this.#name = name
    this.#server = {
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    }
    this.#prefix = pathname.replace(/\/$/, '')
    this.#pool = new Pool(origin, {
      headersTimeout: MAX_CALL_MS,
      bodyTimeout: MAX_CALL_MS,
      connect: { timeout: MAX_CALL_MS },
    })
  }

  /**
   * Sends a request and reads the body of its response. Every internal operation can be repeated, so a call without a
   * response is retried. A response is final, whatever its status, and so is a timeout.
   *
   * @param read from {@link responseReader}
   * @throws Unavailable for every failure
   */
  async call<T>(request: PreparedRequest, read: (body: string) => T, trace?: Trace): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { statusCode, text } = await this.#sendInSpan(request, trace)
        if (statusCode !== 200) throw new Error(`the response has status ${statusCode}`)
        return read(text)
      } catch (error) {
        const retryDelayMs = RETRY_DELAYS_MS[attempt]
        if (retryDelayMs === undefined || !(error instanceof NoResponse))
          throw new Unavailable(this.#name, error)
        await delay(retryDelayMs)
      }
    }
  }

  async #sendInSpan(request: PreparedRequest, trace: Trace | undefined): Promise<ReceivedResponse> {
    if (!isRecording()) return await this.#send(request, trace)
    const { method } = request
    const template = request.path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')
    return await inSpan(
      {
        name: `${method} ${template}`,
        kind: 'client',
        attributes: { 'http.request.method': method, 'url.template': template, ...this.#server },
      },
      () => this.#send(request, trace),
      ({ statusCode }) => ({
        attributes: { 'http.response.status_code': statusCode },
        error: statusCode >= 400 ? String(statusCode) : undefined,
      }),
    )
  }

  async #send(
    { path, method, headers, query = {}, body }: PreparedRequest,
    trace: Trace | undefined,
  ): Promise<ReceivedResponse> {
    const traceparent = currentTraceparent()
    return await this.#pool
      .request({
        path: this.#prefix + path,
        query,
        method: method as 'GET' | 'POST',
        headers: {
          ...headers,
          ...(trace ? traceHeaders(trace) : {}),
          ...(traceparent === undefined ? {} : { traceparent }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      .then(async (response) => ({ statusCode: response.statusCode, text: await response.body.text() }))
      .catch((error: unknown) => {
        throw isTimeout(error) ? error : new NoResponse(String(error))
      })
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError

/**
 * Creates the reader of a response body. The generated clients do not check what they receive, and what breaks the
 * contract must not reach a rule or a write.
 */
export function responseReader<Name extends keyof Schemas>(name: Name): (body: string) => Schemas[Name] {
  const isValid = schemaValidator(name)
  return (text) => {
    const body: unknown = JSON.parse(text)
    if (isValid(body)) return body
    const [error] = isValid.errors ?? []
    throw new Error(`the response breaks the contract: ${error?.instancePath} ${error?.message}`)
  }
}
