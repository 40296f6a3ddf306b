import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'

/** A server that this process needs, and whether it is available right now. */
export interface Dependency {
  readonly name: string
  /** Without a critical dependency the service answers 503; without any other it is only degraded. */
  readonly critical: boolean
  up(): boolean
  /** Resolves at once while up, otherwise when the dependency comes (back) up or `signal` aborts. */
  whenUp(signal?: AbortSignal): Promise<void>
  /** Calls the listener at every change. */
  onChange(listener: (up: boolean) => void): void
}

/** The names of the dependencies that are away, kept up to date by their changes. */
export function unavailableNames(dependencies: readonly Dependency[]): ReadonlySet<string> {
  const away = new Set<string>()
  for (const dependency of dependencies) {
    const note = (up: boolean) => void (up ? away.delete(dependency.name) : away.add(dependency.name))
    note(dependency.up())
    dependency.onChange(note)
  }
  return away
}

/** The state behind a {@link Dependency}, set by the client of the server. */
export class DependencyState implements Dependency {
  readonly name: string
  readonly critical: boolean
  readonly #listeners = new Set<(up: boolean) => void>()
  readonly #observe: { logger: Logger; metrics: Metrics }
  /** Undefined until it is first set, so that a server that is never reached is logged too. */
  #up: boolean | undefined

  constructor(name: string, options: { critical: boolean; logger: Logger; metrics: Metrics }) {
    this.name = name
    this.critical = options.critical
    this.#observe = options
    options.metrics.dependencyUp.set({ dependency: name }, 0)
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
      const settle = () => {
        this.#listeners.delete(listener)
        signal?.removeEventListener('abort', settle)
        resolve()
      }
      const listener = (up: boolean) => up && settle()
      this.#listeners.add(listener)
      signal?.addEventListener('abort', settle, { once: true })
    })
  }

  set(up: boolean, reason?: unknown): void {
    if (up === this.#up) return
    this.#up = up
    const { logger, metrics } = this.#observe
    metrics.dependencyUp.set({ dependency: this.name }, up ? 1 : 0)
    if (up) logger.info({ dependency: this.name }, 'dependency is up')
    else logger.warn({ dependency: this.name, reason: describe(reason) }, 'dependency is away')
    for (const listener of [...this.#listeners]) listener(up)
  }
}

/** The message of an error; connection errors contain no more than host and port. */
const describe = (reason: unknown) => (reason instanceof Error ? reason.message || reason.name : reason)
