import { maxSizeOf, plainRequest, requestOf, type Case } from './cases.ts'
import { costOf, leastCostOf, longestHoldOf, type Cost, type Sent } from './measure.ts'
import type { Portal } from './portal.ts'
import type { Operation } from '../../operations.ts'

/** What a request may cost more than the example of its operation before anything else is asked of it. */
export const FREE_MS = 20
/** What twice the input may cost, as a multiple. */
export const MAX_GROWTH = 2.5
/** How long the event loop may be held. */
const MAX_HOLD_MS = 100
/** A breach is measured so often: other work of this thread can cost as much once. */
export const MEASUREMENTS = 3
/** What costs as much is a breach without another measurement. The first may also change many records. */
export const CERTAIN_MS = 5_000
/** Of a server that did not respond in time, as on a busy machine. */
const UNAVAILABLE = 503

/** Responses to a case that reaches no code, because it is wrong itself. */
const FAULTS: Readonly<Record<number, string>> = {
  413: 'larger than its transport lets through',
  429: 'over a limit of requests',
}

const isAccepted = ({ status }: Cost): boolean => status >= 200 && status < 400

/** Measures requests, and says which limit of cost one breaks. */
export class Judge {
  readonly #portal: Portal
  readonly #dearest: readonly Case[]
  /** The cost of the example request of an operation. */
  readonly #plainMs = new Map<string, number>()
  /** The cost of the dearest request that an operation has accepted. */
  readonly #dearestMs = new Map<string, number>()

  /** @param dearest the cases that are accepted, of those that cost most */
  constructor(portal: Portal, dearest: readonly Case[]) {
    this.#portal = portal
    this.#dearest = dearest
  }

  /** Measures the example, when the validators are compiled: those that list all faults too. */
  async #prepare(operation: Operation): Promise<void> {
    if (this.#plainMs.has(operation.operationId)) return
    const plain = plainRequest(this.#portal, operation)
    await costOf({ ...plain, path: `${plain.path}${plain.path.includes('?') ? '&' : '?'}colour=red` })
    await costOf(plain)
    const cost = await leastCostOf(plain)
    this.#plainMs.set(operation.operationId, cost.ms)
    this.#see(operation, cost)
  }

  /** @returns what is wrong with the cost of the case; undefined if nothing is */
  async breachOf(one: Case): Promise<string | undefined> {
    const whole = this.#request(one, maxSizeOf(one))
    const first = await costOf(whole)
    const fault = FAULTS[first.status]
    if (fault) return `measures nothing: ${first.status}, ${fault}`
    this.#see(one.operation, first)
    if (first.ms <= FREE_MS) return undefined
    await this.#prepare(one.operation)
    let breach = await this.#breach(one, whole, first)
    for (let i = 0; i < MEASUREMENTS && breach !== undefined && first.ms < CERTAIN_MS; i++)
      breach = await this.#breach(one, whole, await leastCostOf(whole))
    return breach
  }

  async #breach(one: Case, whole: Sent, cost: Cost): Promise<string | undefined> {
    this.#see(one.operation, cost)
    if (this.#isFree(one, cost.ms)) return undefined
    return (
      (await this.#growth(one, cost)) ??
      (await this.#rejection(one, whole, cost)) ??
      (await this.#hold(whole, cost))
    )
  }

  async #growth(one: Case, cost: Cost): Promise<string | undefined> {
    const half = await leastCostOf(this.#request(one, maxSizeOf(one) / 2), 1)
    const growth = cost.ms / half.ms
    return cost.ms > MAX_GROWTH * half.ms + FREE_MS
      ? `costs ${rounded(cost)}, ${growth.toFixed(1)} times its half`
      : undefined
  }

  async #rejection({ operation }: Case, whole: Sent, cost: Cost): Promise<string | undefined> {
    const dearest = () => this.#dearestMs.get(operation.operationId) ?? 0
    if (isAccepted(cost) || cost.status === UNAVAILABLE || cost.ms <= dearest()) return undefined
    if ((await leastCostOf(whole)).ms <= dearest()) return undefined
    for (const one of this.#dearest)
      if (one.operation === operation)
        this.#see(operation, await leastCostOf(this.#request(one, maxSizeOf(one))))
    return cost.ms > dearest()
      ? `costs ${rounded(cost)} to reject, the dearest that was accepted ${Math.round(dearest())} ms`
      : undefined
  }

  async #hold(whole: Sent, cost: Cost): Promise<string | undefined> {
    if (cost.ms <= MAX_HOLD_MS) return undefined
    const ms = await longestHoldOf(whole)
    return ms > MAX_HOLD_MS ? `holds the event loop for ${Math.round(ms)} ms (${cost.status})` : undefined
  }

  #request(one: Case, size: number): Sent {
    return requestOf(this.#portal, one, Math.floor(size))
  }

  #isFree({ operation }: Case, ms: number): boolean {
    return ms <= (this.#plainMs.get(operation.operationId) ?? 0) + FREE_MS
  }

  #see({ operationId }: Operation, cost: Cost): void {
    if (isAccepted(cost))
      this.#dearestMs.set(operationId, Math.max(cost.ms, this.#dearestMs.get(operationId) ?? 0))
  }
}

const rounded = ({ ms, status }: Cost): string => `${Math.round(ms)} ms (${status})`
