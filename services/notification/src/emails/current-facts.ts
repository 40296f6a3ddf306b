import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { batched } from '../../../platform/work/batched.ts'
import type { RegistrationServiceClient } from '../clients/registration-service.ts'
import type { UserServiceClient } from '../clients/user-service.ts'
import { FACTS_RETRY_DELAY_MS } from './failures.ts'
import { isEventFresh, MAX_FACTS_AGE_MS, type EmailDelivery, type CurrentFacts } from './rules.ts'

interface Deps {
  readonly userService: Pick<UserServiceClient, 'findUsersForEvents'>
  readonly registrationService: Pick<RegistrationServiceClient, 'findRegistrationStates'>
  readonly clock: Clock
}

interface Lookup {
  /** On the monotonic clock, before the services were called. */
  readonly askedAt: number
  readonly facts: Promise<CurrentFacts>
}

/** As many as the internal operations accept. */
const MAX_BATCH_SIZE = 1_000

/** What e-mails depend on, asked of the user service and of the registration service. */
export class CurrentFactsSource {
  readonly #deps: Deps
  readonly #users = batched((ids: readonly number[]) => this.#askUsers(ids), { maxBatchSize: MAX_BATCH_SIZE })
  readonly #registrations = batched((ids: readonly number[]) => this.#askRegistrations(ids), {
    maxBatchSize: MAX_BATCH_SIZE,
  })
  /** Of deliveries that were claimed and have not begun. */
  readonly #lookups = new WeakMap<EmailDelivery, Lookup>()
  #failedAt = -Infinity

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws Unavailable */
  user(userId: number): Promise<CurrentFacts['user']> {
    return this.#users(userId)
  }

  async #askUsers(ids: readonly number[]): Promise<CurrentFacts['user'][]> {
    const found = await this.#deps.userService.findUsersForEvents([...new Set(ids)])
    // The other account of the same person is written to.
    const left = [...new Set([...found.values()].flatMap(({ mergedInto }) => mergedInto ?? []))]
    const others = left.length > 0 ? await this.#deps.userService.findUsersForEvents(left) : found
    return ids.map((id) => {
      const user = found.get(id)
      return userFacts(user?.mergedInto === undefined ? user : others.get(user.mergedInto))
    })
  }

  async #askRegistrations(ids: readonly number[]): Promise<CurrentFacts['registration'][]> {
    const found = await this.#deps.registrationService.findRegistrationStates([...new Set(ids)])
    return ids.map((id) => found.get(id))
  }

  async #ask({ userId, registrationId }: EmailDelivery): Promise<CurrentFacts> {
    try {
      const asked = [this.user(userId), this.#registrations(registrationId)] as const
      const [user, registration] = await Promise.all(asked)
      return { user, registration }
    } catch (error) {
      this.#failedAt = performance.now()
      throw error
    }
  }

  /** Whether a service was unavailable a moment ago. Most of what is due would only be put off again. */
  get isPaused(): boolean {
    return performance.now() < this.#failedAt + FACTS_RETRY_DELAY_MS
  }

  /** Asks about those of the claimed deliveries that will need it, with one call of each service. */
  prefetch(claimed: readonly EmailDelivery[]): void {
    const now = this.#deps.clock.now()
    for (const delivery of claimed) if (!isEventFresh(delivery, now)) this.#remember(delivery)
  }

  /** What the delivery depends on, at most {@link MAX_FACTS_AGE_MS} old. @throws Unavailable */
  async of(delivery: EmailDelivery): Promise<CurrentFacts> {
    const known = this.#lookups.get(delivery)
    const isFresh = known !== undefined && performance.now() < known.askedAt + MAX_FACTS_AGE_MS
    return await (isFresh ? known : this.#remember(delivery)).facts
  }

  #remember(delivery: EmailDelivery): Lookup {
    const lookup = { askedAt: performance.now(), facts: this.#ask(delivery) }
    // The attempt handles the failure; it may never come.
    lookup.facts.catch(() => undefined)
    this.#lookups.set(delivery, lookup)
    return lookup
  }
}

const userFacts = (state: Schemas['UserForEvents'] | undefined): CurrentFacts['user'] =>
  state && {
    deleted: state.deleted,
    erased: state.erased,
    expiresAt: state.user.expirationDate === '' ? null : new Date(state.user.expirationDate),
    email: state.user.email,
    firstName: state.user.firstName,
    preferredLanguage: state.preferredLanguage,
  }
