import type { Dependency } from './dependency.ts'
import type { Part } from './part.ts'

export interface Health {
  readonly status: 'ready' | 'degraded' | 'not ready'
  /** The unavailable dependencies, or `starting` or `stopping`. Empty when ready. */
  readonly away: readonly string[]
}

/** Whether the service can do its work. The last part to start, when the ports are open. */
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
    const unavailable = this.#dependencies.filter((dependency) => !dependency.up())
    return { status: statusOf(unavailable), away: unavailable.map(({ name }) => name) }
  }
}

function statusOf(unavailable: readonly Dependency[]): Health['status'] {
  if (unavailable.some(({ critical }) => critical)) return 'not ready'
  return unavailable.length > 0 ? 'degraded' : 'ready'
}
