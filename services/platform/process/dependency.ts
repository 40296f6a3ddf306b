import { types } from 'node:util'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { namingCaFile } from '../observability/naming-ca-file.ts'

/** A server that this process needs, and whether it is available. */
export interface Dependency {
  readonly name: string
  /** Without a critical dependency the service responds with 503. Without another one it is degraded. */
  readonly critical: boolean
  up(): boolean
  /** Why it is unavailable, as far as is known; "" while it is up. */
  reason(): string
  /** Resolves when the dependency is up or `signal` aborts. */
  whenUp(signal?: AbortSignal): Promise<void>
  /** Calls the listener on every change. */
  onChange(listener: (up: boolean) => void): void
}

/** How often {@link DependencyState.logAgain} is called. */
export const LOG_AGAIN_MS = 60_000

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
  /** The reasons that were logged since the outage began, or since {@link logAgain}. */
  readonly #logged = new Set<string>()

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

  /** Call it again during an outage with what each attempt finds: the first reason often says least. */
  set(up: boolean, reason?: unknown): void {
    this.#reason = up ? '' : describe(reason)
    if (!up && !this.#logged.has(this.#reason)) this.#log()
    if (up === this.#up) return
    this.#up = up
    this.#metrics?.dependencyUp.set({ dependency: this.name }, up ? 1 : 0)
    if (up) {
      this.#logged.clear()
      this.#logger.info({ dependency: this.name }, 'dependency is up')
    }
    for (const listener of [...this.#listeners]) listener(up)
  }

  /** Logs the reason again, so that the last minutes of the log have it however long the outage is. */
  logAgain(): void {
    if (this.#up !== false) return
    this.#logged.clear()
    this.#log()
  }

  #log(): void {
    this.#logged.add(this.#reason)
    this.#logger.warn({ dependency: this.name, reason: this.#reason }, 'dependency is unavailable')
  }
}

/** The message of an error; connection errors contain no more than host and port. */
const describe = (reason: unknown): string => {
  if (types.isNativeError(reason)) return namingCaFile(reason.message) || reason.name
  return typeof reason === 'string' ? reason : 'unknown'
}
