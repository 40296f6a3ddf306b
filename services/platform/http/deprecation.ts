import type { ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ContractOperation } from '../contract/contract.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Caller } from './caller.ts'
import { relativeTo } from './relative.ts'

/** The contract, which every installation serves: it describes the operation and what replaces it. */
const CONTRACT = '/openapi.json'
/** A caller that continues is logged at most this often by each process. */
const LOGGED_EVERY_MS = 60 * 60_000
const MAX_REMEMBERED = 10_000

/** Tells callers of deprecated operations that these will be removed, and operators who the callers are. */
export class DeprecationStep {
  readonly #metrics: Pick<Metrics, 'deprecatedCalls'>
  readonly #logged = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: LOGGED_EVERY_MS })

  constructor({ metrics }: { metrics: Pick<Metrics, 'deprecatedCalls'> }) {
    this.#metrics = metrics
  }

  /** Sets `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` on every response that follows. */
  announce(response: ServerResponse, operation: ContractOperation, path: string): void {
    const { 'x-deprecated-since': since, 'x-sunset': sunset } = operation
    if (since === undefined || sunset === undefined) return
    response.setHeader('deprecation', `@${Date.parse(since) / 1_000}`)
    response.setHeader('sunset', new Date(sunset).toUTCString())
    // The contract has only public operations, at the public address.
    if (operation['x-audience'] !== 'public') return
    const target = relativeTo(path, CONTRACT)
    response.setHeader('link', `<${target}>; rel="deprecation"; type="application/json"`)
  }

  count(
    { operationId, 'x-sunset': sunset }: ContractOperation,
    caller: Caller | undefined,
    log: () => Logger,
  ) {
    if (sunset === undefined) return
    const [accountId, operator] = [caller?.account?.id ?? null, caller?.operator?.name ?? null]
    this.#metrics.deprecatedCalls.add(operationId, accountId)
    const key = JSON.stringify([operationId, accountId, operator])
    if (this.#logged.has(key)) return
    this.#logged.set(key, true)
    log().warn({ operation: operationId, accountId, operator, sunset }, 'a deprecated operation was called')
  }
}
