import type { Dependency } from './dependency.ts'
import type { Part } from './part.ts'
import type { Watchdog } from './watchdog.ts'

export interface Health {
  readonly status: 'ready' | 'degraded' | 'not ready'
  /** The unavailable dependencies and what has stalled, or `starting` or `stopping`. Empty when ready. */
  readonly away: readonly string[]
}

/** Whether the service can do its work. The last part to start, when the ports are open. */
export class Readiness implements Part {
  readonly name = 'readiness'
  readonly #dependencies: readonly Dependency[]
  readonly #watchdog: Pick<Watchdog, 'stalled'>
  #phase: 'starting' | 'started' | 'stopping' = 'starting'

  constructor(dependencies: readonly Dependency[], watchdog: Pick<Watchdog, 'stalled'>) {
    this.#dependencies = dependencies
    this.#watchdog = watchdog
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
    const stalled = this.#watchdog.stalled.map((name) => `stalled: ${name}`)
    const away = [...unavailable.map(({ name }) => name), ...stalled]
    if (unavailable.some(({ critical }) => critical)) return { status: 'not ready', away }
    return { status: away.length > 0 ? 'degraded' : 'ready', away }
  }
}
