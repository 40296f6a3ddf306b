import { setTimeout as delay } from 'node:timers/promises'
import { DependencyUnavailable } from '../errors.ts'

/**
 * How long a caller waits at most. Work that is overtaken goes on, bounded by the time-outs of what it waits for; its
 * outcome is unknown to the caller, as with every 503.
 */
export class Deadline {
  #leftMs: number

  constructor(ms: number) {
    this.#leftMs = ms
  }

  /** Waits for one part of the work; the time of all parts together counts. @throws DependencyUnavailable */
  async within<T>(work: Promise<T>): Promise<T> {
    const begun = performance.now()
    const done = new AbortController()
    const late = delay(Math.max(0, this.#leftMs), undefined, { signal: done.signal }).then(() => {
      throw new DependencyUnavailable('deadline of the request', 'overtaken')
    })
    late.catch(() => undefined)
    try {
      return await Promise.race([work, late])
    } finally {
      done.abort()
      this.#leftMs -= performance.now() - begun
    }
  }
}
