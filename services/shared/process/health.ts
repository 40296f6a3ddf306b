import type { Dependency } from './dependency.ts'
import type { Part } from './part.ts'

export interface Health {
  readonly status: 'ready' | 'degraded' | 'not ready'
  /** What is away, or `starting` or `stopping`; empty when ready. */
  readonly away: readonly string[]
}

/**
 * Readiness, which depends on the dependencies (design, "Ready, degraded, down"); liveness does not. The last part to start:
 * then the ports are open.
 */
export class Readiness implements Part {
  readonly name = 'readiness'
  readonly #dependencies: readonly Dependency[]
  #phase: 'starting' | 'started' | 'stopping' = 'starting'

  constructor(dependencies: readonly Dependency[]) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#phase = 'started'
  }

  stop(): void {
    this.#phase = 'stopping'
  }

  health(): Health {
    if (this.#phase !== 'started') return { status: 'not ready', away: [this.#phase] }
    const away = this.#dependencies.filter((dependency) => !dependency.up())
    const status = away.some(({ critical }) => critical)
      ? 'not ready'
      : away.length > 0
        ? 'degraded'
        : 'ready'
    return { status, away: away.map(({ name }) => name) }
  }
}
