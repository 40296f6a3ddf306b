import type { Endpoints } from './repository.ts'
import { isPaused, isProven, type Endpoint, type WebhookEventType } from './rules.ts'

/** A new endpoint, or a changed one, counts in all processes within this time. */
const MAX_AGE_MS = 1_000

/** All endpoints are read again after this time, also if no change is known. */
const MAX_UNCHANGED_MS = 30_000

interface Known {
  readonly change: number
  readonly readAt: number
  readonly byId: ReadonlyMap<number, Endpoint>
}

/**
 * All endpoints as of a moment ago: every event asks which ones it goes to. They are read again when one has
 * changed.
 */
export class EndpointCache {
  readonly #endpoints: Pick<Endpoints, 'find' | 'findAll' | 'latestChange'>
  readonly #maxAgeMs: number
  #known: { readonly at: number; readonly endpoints: Promise<Known> } | undefined

  constructor(endpoints: Pick<Endpoints, 'find' | 'findAll' | 'latestChange'>, maxAgeMs = MAX_AGE_MS) {
    this.#endpoints = endpoints
    this.#maxAgeMs = maxAgeMs
  }

  /** Disabled ones too. @throws Unavailable */
  async subscribedTo(type: WebhookEventType): Promise<Endpoint[]> {
    return [...(await this.#all()).values()].filter(({ events }) => events.includes(type))
  }

  /** @throws Unavailable */
  async find(id: number): Promise<Endpoint | undefined> {
    return (await this.#all()).get(id)
  }

  /**
   * Whether the endpoint is disabled. One that was enabled a moment ago must not lose what its account
   * replays, so a disabled endpoint is read again.
   * @throws Unavailable
   */
  async isDisabled({ id, disabled }: Endpoint): Promise<boolean> {
    if (!disabled) return false
    const current = await this.#endpoints.find(id)
    return current?.disabled !== null
  }

  /**
   * Until when nothing may be sent to the endpoint; undefined when it may. A pause that was ended a moment
   * ago must not delay an event for hours, so a paused endpoint is read again.
   * @throws Unavailable
   */
  async pauseOf(endpoint: Endpoint, now: Date): Promise<Date | undefined> {
    if (!isPaused(endpoint, now)) return undefined
    const current = await this.#endpoints.find(endpoint.id)
    return current && isPaused(current, now) ? (current.pausedUntil ?? undefined) : undefined
  }

  /**
   * Until when an endpoint that has never responded with 2xx gets no other attempt; undefined when it may get
   * one. Attempts change it without a change of the endpoint, so it is read again.
   * @throws Unavailable
   */
  async trialOf(endpoint: Endpoint, now: Date): Promise<Date | undefined> {
    if (isProven(endpoint)) return undefined
    const current = await this.#endpoints.find(endpoint.id)
    if (!current?.nextTrialAt || isProven(current) || current.nextTrialAt <= now) return undefined
    return current.nextTrialAt
  }

  /** Until when nothing is sent to the endpoints that have asked for a pause. @throws Unavailable */
  async pauses(): Promise<ReadonlyMap<number, Date>> {
    const endpoints = [...(await this.#all()).values()]
    return new Map(endpoints.flatMap(({ id, pausedUntil }) => (pausedUntil ? [[id, pausedUntil]] : [])))
  }

  /** Call after a change, so that it counts in this process at once. */
  forget(): void {
    this.#known = undefined
  }

  async #all(): Promise<ReadonlyMap<number, Endpoint>> {
    const at = performance.now()
    if (!this.#known || at - this.#known.at > this.#maxAgeMs) {
      const known = { at, endpoints: this.#read(this.#known?.endpoints) }
      this.#known = known
      // A failure is not remembered.
      known.endpoints.catch(() => {
        if (this.#known === known) this.#known = undefined
      })
    }
    return (await this.#known.endpoints).byId
  }

  async #read(former: Promise<Known> | undefined): Promise<Known> {
    const known = await former?.catch(() => undefined)
    const readAt = performance.now()
    // Before the endpoints are read: a change in between is found the next time.
    const change = await this.#endpoints.latestChange()
    if (known?.change === change && readAt - known.readAt < MAX_UNCHANGED_MS) return known
    const all = await this.#endpoints.findAll()
    return { change, readAt, byId: new Map(all.map((endpoint) => [endpoint.id, endpoint])) }
  }
}
