import type { Endpoints } from './repository.ts'
import { isPaused, type Endpoint, type EventType } from './rules.ts'

/** A new endpoint, or a changed one, counts in all processes within this time. */
const MAX_AGE_MS = 1_000

/** The endpoints as of a moment ago: every event asks which ones it goes to. */
export class Subscriptions {
  readonly #endpoints: Pick<Endpoints, 'find' | 'findAll'>
  #known: { readonly at: number; readonly byId: Promise<ReadonlyMap<number, Endpoint>> } | undefined

  constructor(endpoints: Pick<Endpoints, 'find' | 'findAll'>) {
    this.#endpoints = endpoints
  }

  /** Disabled ones too. @throws Unavailable */
  async subscribedTo(type: EventType): Promise<Endpoint[]> {
    return [...(await this.#all()).values()].filter(({ events }) => events.includes(type))
  }

  /** @throws Unavailable */
  async find(id: number): Promise<Endpoint | undefined> {
    return (await this.#all()).get(id)
  }

  /**
   * Until when nothing may be sent to the endpoint; undefined when it may. A pause that was ended a moment ago must not delay an
   * event for hours, so a paused endpoint is read again.
   * @throws Unavailable
   */
  async pauseOf(endpoint: Endpoint, now: Date): Promise<Date | undefined> {
    if (!isPaused(endpoint, now)) return undefined
    const current = await this.#endpoints.find(endpoint.id)
    return current && isPaused(current, now) ? (current.pausedUntil ?? undefined) : undefined
  }

  /** Call after a change, so that it counts in this process at once. */
  forget(): void {
    this.#known = undefined
  }

  async #all(): Promise<ReadonlyMap<number, Endpoint>> {
    const at = performance.now()
    if (!this.#known || at - this.#known.at > MAX_AGE_MS) {
      const byId = this.#endpoints
        .findAll()
        .then((all) => new Map(all.map((endpoint) => [endpoint.id, endpoint])))
      const known = { at, byId }
      this.#known = known
      // A failure is not remembered.
      byId.catch(() => {
        if (this.#known === known) this.#known = undefined
      })
    }
    return await this.#known.byId
  }
}
