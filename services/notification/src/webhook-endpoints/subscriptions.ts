import type { Endpoints } from './repository.ts'
import type { Endpoint, EventType } from './rules.ts'

/** A new endpoint, or a changed one, counts in all processes within this time. */
const MAX_AGE_MS = 1_000

/** The endpoints as of a moment ago: every event asks which ones it goes to. */
export class Subscriptions {
  readonly #endpoints: Pick<Endpoints, 'findAll'>
  #known: { readonly at: number; readonly byId: Promise<ReadonlyMap<number, Endpoint>> } | undefined

  constructor(endpoints: Pick<Endpoints, 'findAll'>) {
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
