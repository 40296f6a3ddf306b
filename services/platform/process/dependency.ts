import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'

/** A server that this process needs, and whether it is available. */
export interface Dependency {
  readonly name: string
  /** Without a critical dependency the service responds with 503. Without another one it is degraded. */
  readonly critical: boolean
  up(): boolean
  /** Why it is unavailable, as far as is known. */
  reason(): string
  /** Resolves when the dependency is up or `signal` aborts. */
  whenUp(signal?: AbortSignal): Promise<void>
  /** Calls the listener on every change. */
  onChange(listener: (up: boolean) => void): void
}

/** How often a line of the log repeats why a dependency is unavailable. */
const REPEAT_REASON_MS = 60_000

/** The state of a {@link Dependency}, set by the client of that server. */
export class DependencyState implements Dependency {
  readonly name: string
  readonly critical: boolean
  readonly #listeners = new Set<(up: boolean) => void>()
  readonly #logger: Logger
  readonly #metrics: Metrics | undefined
  /** Undefined until it is first set, so that a server that was never reached is logged too. */
  #up: boolean | undefined
  #reason = 'not connected yet'
  /** When each reason of this outage was logged, by {@link performance.now}. */
  readonly #loggedAt = new Map<string, number>()

  /** Without `metrics` it is part of another dependency, which the metrics show. */
  constructor(name: string, options: { critical: boolean; logger: Logger; metrics?: Metrics }) {
    this.name = name
    this.critical = options.critical
    this.#logger = options.logger
    this.#metrics = options.metrics
    this.#metrics?.dependencyUp.set({ dependency: name }, 0)
  }

  up(): boolean {
    return this.#up === true
  }

  reason(): string {
    return this.#reason
  }

  onChange(listener: (up: boolean) => void): void {
    this.#listeners.add(listener)
  }

  whenUp(signal?: AbortSignal): Promise<void> {
    if (this.#up || signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const finish = () => {
        this.#listeners.delete(listener)
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      const listener = (up: boolean) => up && finish()
      this.#listeners.add(listener)
      signal?.addEventListener('abort', finish, { once: true })
    })
  }

  /** Call it again during an outage with what each attempt finds: the first reason is often the least true. */
  set(up: boolean, reason?: unknown): void {
    if (!up) this.#setReason(describe(reason))
    if (up === this.#up) return
    this.#up = up
    this.#metrics?.dependencyUp.set({ dependency: this.name }, up ? 1 : 0)
    if (up) {
      this.#loggedAt.clear()
      this.#logger.info({ dependency: this.name }, 'dependency is up')
    }
    for (const listener of [...this.#listeners]) listener(up)
  }

  /** Logs a reason when it is new, and each minute. */
  #setReason(reason: string): void {
    this.#reason = reason
    const now = performance.now()
    if (now - (this.#loggedAt.get(reason) ?? -REPEAT_REASON_MS) < REPEAT_REASON_MS) return
    this.#loggedAt.set(reason, now)
    this.#logger.warn({ dependency: this.name, reason }, 'dependency is unavailable')
  }
}

/** The message of an error; connection errors contain no more than host and port. */
const describe = (reason: unknown): string =>
  reason instanceof Error ? reason.message || reason.name : String(reason ?? 'unknown')
