import { Pool } from 'undici'
import type { OperationOf, ServiceName } from '../contract/operation.ts'
import { responseValidator } from '../contract/schema.ts'
import { withDeadline } from '../process/deadline.ts'
import { defined } from '../domain/defined.ts'
import { Unavailable } from '../errors.ts'
import { retry } from '../work/retry.ts'
import { parseServerUrl } from '../domain/server-url.ts'
import { traceHeaders, type Trace } from '../observability/trace.ts'
import { currentTraceparent, inSpan, isRecording, type Attributes } from '../observability/tracing.ts'

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/** A call of an internal operation, as `http/generated/calls.ts` prepares it. */
interface InternalCall<S extends ServiceName> {
  readonly operationId: OperationOf<S, 'internal'>
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with the names of its parameters in braces. */
  readonly template: string
  readonly path?: Values
  readonly query?: Values
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

interface ReceivedResponse {
  readonly statusCode: number
  /** Undefined for a body that is too long. */
  readonly text: string | undefined
}

/**
 * For a call with its retries: the default deadline of a request. What takes longer counts as unavailable.
 */
const MAX_CALL_MS = 5_000

/**
 * The delays before each retry of a call without a response. In total longer than a cluster takes to notice a
 * killed process; until then, half of the attempts may still reach it.
 */
const CALL_RETRY_DELAYS_MS = [50, 200, 500, 1_000]

/** Shorter than services keep idle connections, so that none is used that a service has just closed. */
const KEEP_ALIVE_MS = 60_000

/** More than any response of the contract has: 500 people in a thousand groups each have 4 MB. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** Another service did not respond at all: no connection, or the connection ended before the response. */
class NoResponse extends Error {}

/** Calls the internal operations of another service over kept connections. */
export class InternalService<S extends ServiceName> {
  readonly name: S
  /** For logs. */
  readonly #label: string
  readonly #token: string
  readonly #prefix: string
  readonly #pool: Pool
  /** For spans. */
  readonly #server: Attributes

  constructor(name: S, { url, token }: { url: string; token: string }) {
    const { scheme, hosts, path } = parseServerUrl(url)
    const [{ host, port, authority }] = hosts
    this.name = name
    this.#label = `${name} service`
    this.#token = token
    this.#server = { 'server.address': host, 'server.port': port }
    this.#prefix = path.replace(/\/$/, '')
    this.#pool = new Pool(`${scheme}://${authority}`, { keepAliveTimeout: KEEP_ALIVE_MS })
  }

  /**
   * Sends a call and returns the body of its response, which is valid by the contract. Every internal
   * operation can be repeated, so a call without a response is retried. A response is final, whatever its
   * status.
   *
   * @throws Unavailable for every failure
   */
  async call<T>(call: InternalCall<S>, trace?: Trace): Promise<T> {
    const attempt = async (signal: AbortSignal): Promise<T> => {
      const { statusCode, text } = await this.#sendInSpan(call, trace, signal)
      if (statusCode !== 200) throw new Error(`the response has status ${statusCode}`)
      if (text === undefined) throw new Error(`the response has over ${MAX_RESPONSE_BYTES} bytes`)
      return validBody(call.operationId, text) as T
    }
    try {
      return await withDeadline(MAX_CALL_MS, this.#label, (signal) =>
        retry(() => attempt(signal), {
          delayMs: (failures, error) =>
            error instanceof NoResponse ? CALL_RETRY_DELAYS_MS[failures - 1] : undefined,
          signal,
        }),
      )
    } catch (error) {
      throw this.unavailable(error)
    }
  }

  /** @param cause for the log, such as what a response lacks although the contract allows it */
  unavailable(cause: unknown): Unavailable {
    return cause instanceof Unavailable ? cause : new Unavailable(this.#label, cause)
  }

  async #sendInSpan(
    call: InternalCall<S>,
    trace: Trace | undefined,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> {
    if (!isRecording()) return await this.#send(call, trace, signal)
    const { method, template } = call
    return await inSpan(
      {
        name: `${method} ${template}`,
        kind: 'client',
        attributes: { 'http.request.method': method, 'url.template': template, ...this.#server },
      },
      () => this.#send(call, trace, signal),
      ({ statusCode }) => ({
        attributes: { 'http.response.status_code': statusCode },
        error: statusCode >= 400 ? String(statusCode) : undefined,
      }),
    )
  }

  async #send(
    { method, template, path = {}, query = {}, headers, body }: InternalCall<S>,
    trace: Trace | undefined,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> {
    // `trace` carries the request id too. If a span is recorded, its traceparent replaces that of `trace`.
    const traceparent = currentTraceparent()
    try {
      const response = await this.#pool.request({
        path: this.#prefix + filledIn(template, path),
        query: defined(query),
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
          ...(trace ? traceHeaders(trace) : {}),
          ...(traceparent === undefined ? {} : { traceparent }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal,
      })
      return { statusCode: response.statusCode, text: await limitedText(response.body) }
    } catch (error) {
      throw new NoResponse(String(error))
    }
  }
}

/** A body that is too long is not read further, and its connection ends. */
async function limitedText(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const filledIn = (template: string, values: Values): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))

/** @throws Error when the body breaks the contract: it must not reach a rule or a write */
function validBody(operationId: OperationOf<ServiceName, 'internal'>, text: string): unknown {
  const body: unknown = JSON.parse(text)
  const isValid = responseValidator(operationId)
  if (isValid(body)) return body
  const [error] = isValid.errors ?? []
  throw new Error(`the response breaks the contract: ${error?.instancePath} ${error?.message}`)
}
