import type { Dependency } from './dependency.ts'

export interface Health {
  readonly status: 'ready' | 'degraded' | 'not ready'
  /** What is away, or `stopping`; empty when ready. */
  readonly away: readonly string[]
}

/** Readiness, which depends on the dependencies (design, "Ready, degraded, down"); liveness does not. */
export class Readiness {
  readonly #dependencies: readonly Dependency[]
  #stopping = false

  constructor(dependencies: readonly Dependency[]) {
    this.#dependencies = dependencies
  }

  stop(): void {
    this.#stopping = true
  }

  health(): Health {
    if (this.#stopping) return { status: 'not ready', away: ['stopping'] }
    const away = this.#dependencies.filter((dependency) => !dependency.up())
    const status = away.some(({ critical }) => critical)
      ? 'not ready'
      : away.length > 0
        ? 'degraded'
        : 'ready'
    return { status, away: away.map(({ name }) => name) }
  }
}
