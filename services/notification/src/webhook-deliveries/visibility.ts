import { LRUCache } from 'lru-cache'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import { bytesOfScopes, type Account } from '../../../shared/domain/account.ts'
import { rolesFor } from '../webhook-endpoints/rules.ts'
import type { Subject } from './rules.ts'

/** A revoked role, key or membership takes effect within this time. */
export const MAX_AGE_MS = 15_000
const MAX_CACHED_BYTES = 20_000_000
/** The memory of an entry without its groups, generously. */
const BYTES_AN_ENTRY = 1_000
/** As many as the internal operations accept. */
const MAX_BATCH_SIZE = 1_000

type Lookup<V> = (ids: readonly number[]) => Promise<ReadonlyMap<number, V>>

/** Caches what another service knows of a record. An entry expires `maxAgeMs` after it was asked for. */
class Cached<V extends object> {
  readonly #known: LRUCache<number, V>
  readonly #ask: (id: number) => Promise<V | undefined>

  constructor(lookup: Lookup<V>, bytesOf: (value: V) => number, maxAgeMs: number) {
    this.#known = new LRUCache({
      maxSize: MAX_CACHED_BYTES,
      sizeCalculation: (value) => BYTES_AN_ENTRY + bytesOf(value),
    })
    this.#ask = batchPerTick(
      async (ids: readonly number[]) => {
        const sentAt = performance.now()
        const found = await lookup([...new Set(ids)])
        const ttl = Math.floor(sentAt + maxAgeMs - performance.now())
        for (const [id, value] of found) if (ttl > 0) this.#known.set(id, value, { ttl })
        return ids.map((id) => found.get(id))
      },
      { maxBatchSize: MAX_BATCH_SIZE },
    )
  }

  /** @param fresh asks even if the value is known @returns undefined when there is no such record @throws Unavailable */
  async get(id: number, fresh: boolean): Promise<V | undefined> {
    return (fresh ? undefined : this.#known.get(id)) ?? (await this.#ask(id))
  }
}

const bytesOfIds = ({ length }: readonly number[]): number => 8 * length

export interface Directory {
  /** The scopes of those of these accounts that exist and have a valid key. */
  readonly scopesOfAccounts: Lookup<Account['scope']>
  readonly groupsOfUsers: Lookup<readonly number[]>
  readonly groupsOfCourses: Lookup<readonly number[]>
}

/** Decides which accounts may see an event, by what the other services say now. */
export class Visibility {
  readonly #scopes: Cached<Account['scope']>
  readonly #users: Cached<readonly number[]>
  readonly #courses: Cached<readonly number[]>

  constructor(directory: Directory, maxAgeMs = MAX_AGE_MS) {
    this.#scopes = new Cached(directory.scopesOfAccounts, bytesOfScopes, maxAgeMs)
    this.#users = new Cached(directory.groupsOfUsers, bytesOfIds, maxAgeMs)
    this.#courses = new Cached(directory.groupsOfCourses, bytesOfIds, maxAgeMs)
  }

  /**
   * Those of these accounts that may see the event: they have a valid key, and hold a role for events of this type in groups
   * of the user and of the course. What is cached can only say yes: an account that was given its role a moment ago
   * must not miss an event.
   * @throws Unavailable
   */
  async mayReceive(accountIds: readonly number[], subject: Subject): Promise<ReadonlySet<number>> {
    const allowed = new Set(await this.#evaluate(accountIds, subject, false))
    const others = accountIds.filter((id) => !allowed.has(id))
    if (others.length === 0) return allowed
    return new Set([...allowed, ...(await this.#evaluate(others, subject, true))])
  }

  async #evaluate(accountIds: readonly number[], subject: Subject, fresh: boolean): Promise<number[]> {
    const { userId, courseId } = subject
    const [userGroups = [], courseGroups = [], scopes] = await Promise.all([
      this.#users.get(userId, fresh),
      courseId === undefined ? undefined : this.#courses.get(courseId, fresh),
      Promise.all(accountIds.map((id) => this.#scopes.get(id, fresh))),
    ])
    return accountIds.filter((_, i) => {
      const roles = rolesFor(subject.type).flatMap((role) => scopes[i]?.[role] ?? [])
      const sees = (groupIds: readonly number[]) => roles.some((scope) => scope.includesAny(groupIds))
      return sees(userGroups) && (courseId === undefined || sees(courseGroups))
    })
  }
}
