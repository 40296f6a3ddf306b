import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'

/** A server that this process needs, and whether it is available. */
export interface Dependency {
  readonly name: string
  /** Without a critical dependency the service responds with 503. Without another one it is degraded. */
  readonly critical: boolean
  up(): boolean
  /** Resolves when the dependency is up or `signal` aborts. */
  whenUp(signal?: AbortSignal): Promise<void>
  /** Calls the listener on every change. */
  onChange(listener: (up: boolean) => void): void
}

/** The names of the unavailable dependencies. The set follows their changes. */
export function unavailableNames(dependencies: readonly Dependency[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const dependency of dependencies) {
    const update = (up: boolean) => {
      if (up) names.delete(dependency.name)
      else names.add(dependency.name)
    }
    update(dependency.up())
    dependency.onChange(update)
  }
  return names
}

/** The state of a {@link Dependency}, set by the client of that server. */
export class DependencyState implements Dependency {
  readonly name: string
  readonly critical: boolean
  readonly #listeners = new Set<(up: boolean) => void>()
  readonly #logger: Logger
  readonly #metrics: Metrics | undefined
  /** Undefined until it is first set, so that a server that was never reached is logged too. */
  #up: boolean | undefined

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

  set(up: boolean, reason?: unknown): void {
    if (up === this.#up) return
    this.#up = up
    this.#metrics?.dependencyUp.set({ dependency: this.name }, up ? 1 : 0)
    if (up) this.#logger.info({ dependency: this.name }, 'dependency is up')
    else this.#logger.warn({ dependency: this.name, reason: describe(reason) }, 'dependency is unavailable')
    for (const listener of [...this.#listeners]) listener(up)
  }
}

/** The message of an error; connection errors contain no more than host and port. */
const describe = (reason: unknown) => (reason instanceof Error ? reason.message || reason.name : reason)
