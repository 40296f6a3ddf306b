import { request as httpRequest } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Agent, buildConnector, Client, errors, Pool, type Dispatcher as Undici } from 'undici'
import { parseServerUrl } from '../../../../platform/domain/server-url.ts'
import type { AddressGuard } from './address-guard.ts'
import {
  MAX_ATTEMPT_MS,
  WebhookFailure,
  readRetryAfter,
  type AttemptResult,
  type ErrorClass,
  type SingleResult,
} from './rules.ts'

/** Of a response, no more is read. */
const MAX_RESPONSE_BYTES = 16 * 1024
/** How long the rest of a response may take: its status is all that counts. */
const MAX_REST_MS = 500
const CONNECT_TIMEOUT_MS = 5_000
/** Of a name with many addresses: its owner decides how many, and an attempt has no time for more. */
const MAX_ADDRESSES = 4
/** An idle connection is closed before most servers close it. */
const KEEP_ALIVE_MS = 4_000
const USER_AGENT = 'Rollcall-Webhooks/1'

interface HttpClientOptions {
  readonly addressGuard: AddressGuard
  /** A proxy for outgoing connections; "" for none. It gets CONNECT to an address that the guard allows. */
  readonly proxyUrl: string
}

type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => void

/** The request options of undici, with the connection that it has chosen for the request. */
interface RequestOptions extends Undici.RequestOptions {
  connection?: Connection
  /** What the connection had received before; undefined when it was not open. */
  before?: { readonly socket: Socket; readonly bytes: number } | undefined
}

/**
 * A connection to a receiver. undici does not say which one carries a request, so the connection writes that
 * into the options of the request, which undici passes on as the same object.
 */
class Connection extends Client {
  #socket: Socket | undefined

  constructor(origin: URL, options: Client.Options, connect: Connect) {
    super(origin, {
      ...options,
      connect: (to, callback) =>
        connect(to, (...[error, socket]) => {
          this.#socket = socket ?? undefined
          callback(...([error, socket] as Parameters<buildConnector.Callback>))
        }),
    })
  }

  override dispatch(options: RequestOptions, handler: Undici.DispatchHandler): boolean {
    const socket = this.#socket
    options.connection = this
    options.before = socket && { socket, bytes: socket.bytesRead }
    return super.dispatch(options, handler)
  }

  /** Whether the receiver has sent nothing since the connection, which was open and idle, got the request. */
  wasSilent({ before }: RequestOptions): boolean {
    return before !== undefined && before.socket === this.#socket && before.socket.bytesRead === before.bytes
  }
}

/** The receiver had closed an idle connection when it was used again. */
class IdleConnectionLost extends Error {}

/** Sends signed events to receivers, each over a connection to an address that was checked. */
export class WebhookHttpClient {
  readonly #addressGuard: AddressGuard
  readonly #proxyUrl: string
  readonly #connector = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false })
  readonly #agent: Agent

  constructor({ addressGuard, proxyUrl }: HttpClientOptions) {
    this.#addressGuard = addressGuard
    this.#proxyUrl = proxyUrl
    const connect: Connect = (options, callback) => void this.#connectChecked(options, callback)
    const timeouts = {
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // The attempt as a whole has a timeout.
      headersTimeout: MAX_ATTEMPT_MS,
      bodyTimeout: MAX_ATTEMPT_MS,
    }
    const connection = (origin: URL, options: object) => new Connection(origin, options, connect)
    this.#agent = new Agent({
      factory: (origin) => new Pool(origin, { ...timeouts, factory: connection }),
    })
  }

  /** Never throws. */
  async post(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
    timeoutMs = MAX_ATTEMPT_MS,
  ): Promise<AttemptResult> {
    // `AbortSignal.timeout` can't be cancelled: after a fast response each one would stay in memory until it
    // expires.
    const controller = new AbortController()
    const { signal } = controller
    const { promise: timedOut, reject: giveUp } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      controller.abort()
      // undici does not end a request that waits for its connection.
      giveUp(signal.reason as Error)
    }, timeoutMs)
    const startedAt = performance.now()
    const elapsed = () => Math.round(performance.now() - startedAt)
    let requests = 1
    try {
      const sent = this.#send(url, body, headers, signal).catch((error: unknown) => {
        if (!(error instanceof IdleConnectionLost)) throw error
        requests++
        return this.#send(url, body, headers, signal)
      })
      return { ...(await Promise.race([sent, timedOut])), requests, durationMs: elapsed() }
    } catch (error) {
      const failed = { kind: 'failed', error: classOf(error, signal), status: null, retryAfterMs: 0 } as const
      return { ...failed, requests, durationMs: elapsed() }
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #send(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<SingleResult> {
    const options: RequestOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
      body,
      signal,
    }
    const response = await this.#agent.request(options).catch((error: unknown) => {
      const isLost = classOf(error, signal) === 'connection-lost' && options.connection?.wasSilent(options)
      throw isLost ? new IdleConnectionLost() : error
    })
    dropRest(response.body)
    // The connection of a response that came as a whole is free before the next request needs one.
    await setImmediate()
    return resultOfResponse(response)
  }

  /**
   * Resolves the name once, and connects to an address that was checked, so that the name can't lead
   * elsewhere meanwhile.
   */
  async #connectChecked(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    try {
      const { hostname, protocol } = options
      const port = Number(options.port) || (protocol === 'https:' ? 443 : 80)
      const addresses = await this.#addressGuard.addressesOf(hostname, port)
      const name = hostname.replace(/^\[|\]$/g, '')
      const servername = isIP(name) === 0 ? name : ''
      const target = { ...options, servername, port: String(port) }
      callback(null, await this.#tryAddresses(addresses.slice(0, MAX_ADDRESSES), target))
    } catch (error) {
      callback(error as Error, null)
    }
  }

  /** Tries one address after another while an attempt that waits for the connection is in progress. */
  async #tryAddresses(addresses: readonly string[], options: buildConnector.Options): Promise<Socket> {
    const endsAt = performance.now() + MAX_ATTEMPT_MS
    let failure: unknown
    for (const address of addresses)
      try {
        if (performance.now() < endsAt) return await this.#openSocket(address, options)
      } catch (error) {
        failure = error
      }
    throw failure
  }

  async #openSocket(address: string, options: buildConnector.Options): Promise<Socket> {
    const { protocol, port } = options
    const isSecure = protocol === 'https:'
    const tunnel = this.#proxyUrl === '' ? undefined : await openTunnel(this.#proxyUrl, address, Number(port))
    if (tunnel && !isSecure) return tunnel
    return await new Promise((resolve, reject) => {
      this.#connector(
        { ...options, hostname: address, host: address, ...(tunnel ? { httpSocket: tunnel } : {}) },
        (error, socket) => (socket ? resolve(socket) : reject(error as Error)),
      )
    })
  }
}

/** The connection can be used again when the rest of a response comes soon; otherwise it is closed. */
function dropRest(body: Undici.ResponseData['body']): void {
  const timer = setTimeout(() => body.destroy(), MAX_REST_MS)
  void body
    .dump({ limit: MAX_RESPONSE_BYTES })
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
}

function resultOfResponse({ statusCode: status, headers }: Undici.ResponseData): SingleResult {
  if (status >= 200 && status < 300) return { kind: 'delivered', status }
  const isBusy = status === 429 || status === 503
  // A date is that of the receiver, so the clock of the database is no better than this machine's.
  const [retryAfter] = [headers['retry-after']].flat()
  return {
    kind: 'failed',
    error: status >= 300 && status < 400 ? 'redirect' : 'bad-status',
    status,
    retryAfterMs: isBusy ? readRetryAfter(retryAfter, new Date()) : 0,
  }
}

/** A connection through a proxy (CONNECT). */
function openTunnel(proxyUrl: string, address: string, port: number): Promise<Socket> {
  const { hosts, username, password } = parseServerUrl(proxyUrl)
  const [proxy] = hosts
  const path = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  const authorization =
    username === '' && password === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` }
  return new Promise((resolve, reject) => {
    httpRequest({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path,
      headers: { host: path, ...authorization },
      timeout: CONNECT_TIMEOUT_MS,
      agent: false,
    })
      .on('connect', ({ statusCode = 0 }, socket) => {
        if (statusCode === 200) return resolve(socket as Socket)
        socket.destroy()
        return reject(proxyError(statusCode))
      })
      .on('response', ({ statusCode = 0 }) => reject(proxyError(statusCode)))
      .on('timeout', function (this: { destroy(error: Error): void }) {
        this.destroy(new WebhookFailure('timeout', 'the proxy does not respond'))
      })
      .on('error', reject)
      .end()
  })
}

/** Other statuses say that the proxy did not reach the receiver. */
const PROXY_REJECTS = [401, 403, 407]

const proxyError = (status: number): WebhookFailure =>
  new WebhookFailure(
    PROXY_REJECTS.includes(status) ? 'proxy-rejected' : 'no-connection',
    `the proxy responds ${status} to CONNECT`,
  )

const NO_CONNECTION = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'])
const TLS_ERROR = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/

function classOf(error: unknown, signal: AbortSignal): ErrorClass {
  if (error instanceof WebhookFailure) return error.errorClass
  if (signal.aborted) return 'timeout'
  if (error instanceof errors.ConnectTimeoutError) return 'timeout'
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return 'timeout'
  const { code = '' } = error as { code?: string }
  if (NO_CONNECTION.has(code)) return 'no-connection'
  return TLS_ERROR.test(code) ? 'tls-failure' : 'connection-lost'
}
