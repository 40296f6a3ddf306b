import { LRUCache } from 'lru-cache'
import { batched } from '../../../../platform/work/batched.ts'
import { accountKey } from '../../../../platform/domain/account.ts'
import type { AccountVisibility } from '../../clients/user-service.ts'
import { ownerOf, rolesFor, type Owned, type Role } from '../endpoints/rules.ts'
import type { Subject } from './rules.ts'

/** A revoked role, key or membership takes effect within this time. */
const MAX_AGE_MS = 15_000
/** For each of the four caches. */
const MAX_CACHED_BYTES = 20_000_000
/** The memory of an entry without its values, generously. */
const BYTES_AN_ENTRY = 400
/** As many as the internal operations accept. */
const MAX_BATCH_SIZE = 1_000

type Lookup<V> = (ids: readonly number[]) => Promise<ReadonlyMap<number, V>>

export interface Directory {
  /** For those of these accounts that exist. @throws Unavailable */
  readonly checkVisibility: (
    accountIds: readonly number[],
    groupIds: readonly number[],
  ) => Promise<readonly AccountVisibility[]>
  readonly findUserGroups: Lookup<readonly number[]>
  readonly findCourseGroups: Lookup<readonly number[]>
}

/** Lists that are forgotten `maxAgeMs` after they were asked for. */
class Cache<K extends string | number, V> {
  readonly #entries = new LRUCache<K, readonly V[]>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => BYTES_AN_ENTRY + 8 * length,
  })
  readonly #maxAgeMs: number

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs
  }

  get(key: K): readonly V[] | undefined {
    return this.#entries.get(key)
  }

  /** @param askedAt on the monotonic clock */
  put(values: Iterable<readonly [K, readonly V[]]>, askedAt: number): void {
    const ttl = Math.floor(askedAt + this.#maxAgeMs - performance.now())
    if (ttl > 0) for (const [key, value] of values) this.#entries.set(key, value, { ttl })
  }
}

/** The groups of users, or of courses. Those of one turn of the event loop are asked for together. */
class RecordGroups {
  readonly #lookup: Lookup<readonly number[]>
  readonly #cache: Cache<number, number>
  readonly #asked = batched((ids: readonly number[]) => this.#askAll(ids), { maxBatchSize: MAX_BATCH_SIZE })

  constructor(lookup: Lookup<readonly number[]>, maxAgeMs: number) {
    this.#lookup = lookup
    this.#cache = new Cache(maxAgeMs)
  }

  /** @throws Unavailable */
  ask(id: number): Promise<readonly number[]> {
    return this.#asked(id)
  }

  async #askAll(ids: readonly number[]): Promise<(readonly number[])[]> {
    const askedAt = performance.now()
    const found = await this.#lookup([...new Set(ids)])
    this.#cache.put(found, askedAt)
    return ids.map((id) => found.get(id) ?? [])
  }

  known(id: number): readonly number[] | undefined {
    return this.#cache.get(id)
  }
}

/** The groups of the records that an event is about: each must be visible. */
type GroupsOfRecords = readonly (readonly number[])[]
/** The roles that accounts hold in groups, by {@link accountKey} and group. */
type HeldRoles = ReadonlyMap<string, ReadonlyMap<number, readonly Role[]>>
/** The same of one account; undefined if it holds none. */
type RolesOf = (owner: string) => { get(groupId: number): readonly Role[] | undefined } | undefined

/** An endpoint whose account may see an event. */
export interface Receiver<E> {
  readonly endpoint: E
  /** Whether its account has a valid key. Nothing is sent to it otherwise. */
  readonly hasKey: boolean
}

/** Roles that accounts held a moment ago. Most accounts hold none in the groups of an event. */
class CachedRoles {
  readonly #accounts: Cache<string, Role>
  /** By the account and the group, because each has its own age. */
  readonly #roles: Cache<string, Role>

  constructor(maxAgeMs: number) {
    this.#accounts = new Cache(maxAgeMs)
    this.#roles = new Cache(maxAgeMs)
  }

  readonly of: RolesOf = (owner) =>
    this.#accounts.get(owner) && { get: (groupId) => this.#roles.get(`${owner}/${groupId}`) }

  put(held: HeldRoles, askedAt: number): void {
    for (const [owner, roles] of held) {
      this.#accounts.put([[owner, []]], askedAt)
      const keyed = [...roles].map(([groupId, inGroup]) => [`${owner}/${groupId}`, inGroup] as const)
      this.#roles.put(keyed, askedAt)
    }
  }
}

/**
 * Decides which accounts may see an event. What is cached can only say yes: an account that was given its
 * role a moment ago must not miss an event.
 */
export class Visibility {
  readonly #held: CachedRoles
  readonly #users: RecordGroups
  readonly #courses: RecordGroups
  readonly #ask: (question: {
    readonly accountIds: readonly number[]
    readonly groupIds: readonly number[]
  }) => Promise<{ readonly withKey: HeldRoles; readonly withoutKey: HeldRoles }>

  constructor({ checkVisibility, findUserGroups, findCourseGroups }: Directory, maxAgeMs = MAX_AGE_MS) {
    this.#held = new CachedRoles(maxAgeMs)
    this.#users = new RecordGroups(findUserGroups, maxAgeMs)
    this.#courses = new RecordGroups(findCourseGroups, maxAgeMs)
    // Events of one turn have the same endpoints, as a rule: all accounts are asked about with all groups.
    this.#ask = batched(async (questions) => {
      const askedAt = performance.now()
      const accountIds = new Set(questions.flatMap((question) => question.accountIds))
      const groupIds = new Set(questions.flatMap((question) => question.groupIds))
      const found = await checkVisibility([...accountIds], [...groupIds])
      const withKey = heldRoles(found.filter(({ hasValidKey }) => hasValidKey))
      const withoutKey = heldRoles(found.filter(({ hasValidKey }) => !hasValidKey))
      this.#held.put(withKey, askedAt)
      return questions.map(() => ({ withKey, withoutKey }))
    })
  }

  /**
   * Those of these endpoints whose account may see the event: it exists, and holds a role for events of this
   * type in groups of the user and of the course.
   * @throws Unavailable
   */
  async mayReceive<E extends Owned>(endpoints: readonly E[], subject: Subject): Promise<Receiver<E>[]> {
    const roles = rolesFor(subject.type)
    const allowed = new Map<E, Receiver<E>>()
    const others = () => endpoints.filter((endpoint) => !allowed.has(endpoint))
    const allow = (groups: GroupsOfRecords, rolesOf: RolesOf, hasKey = true) => {
      const byOwner = Map.groupBy(others(), (endpoint) => accountKey(ownerOf(endpoint)))
      for (const [owner, ofOwner] of byOwner)
        if (isVisible(groups, roles, rolesOf(owner)))
          for (const endpoint of ofOwner) allowed.set(endpoint, { endpoint, hasKey })
    }
    // 1. What is cached.
    const known = this.#knownGroups(subject)
    if (known) allow(known, this.#held.of)
    if (others().length > 0) {
      // 2. The present groups, with cached roles.
      const groups = await this.#askGroups(subject)
      allow(groups, this.#held.of)
      const accountIds = others().map(({ accountId }) => accountId)
      const groupIds = groups.flat()
      // 3. The present groups and roles.
      if (accountIds.length > 0 && groupIds.length > 0) {
        const { withKey, withoutKey } = await this.#ask({ accountIds, groupIds })
        allow(groups, (owner) => withKey.get(owner))
        allow(groups, (owner) => withoutKey.get(owner), false)
      }
    }
    return endpoints.flatMap((endpoint) => allowed.get(endpoint) ?? [])
  }

  #knownGroups({ userId, courseId }: Subject): GroupsOfRecords | undefined {
    const user = this.#users.known(userId)
    if (courseId === undefined) return user && [user]
    const course = this.#courses.known(courseId)
    return user && course && [user, course]
  }

  async #askGroups({ userId, courseId }: Subject): Promise<GroupsOfRecords> {
    return await Promise.all([
      this.#users.ask(userId),
      ...(courseId === undefined ? [] : [this.#courses.ask(courseId)]),
    ])
  }
}

/**
 * One role may make the user visible and another one the course.
 * @param held by the account, in each group; undefined if it holds none
 */
const isVisible = (groups: GroupsOfRecords, roles: readonly Role[], held: ReturnType<RolesOf>): boolean =>
  held !== undefined &&
  groups.every((ofRecord) =>
    ofRecord.some((groupId) => {
      const rolesInGroup = held.get(groupId)
      return rolesInGroup !== undefined && roles.some((role) => rolesInGroup.includes(role))
    }),
  )

function heldRoles(found: readonly AccountVisibility[]): HeldRoles {
  const held = new Map<string, Map<number, Role[]>>()
  for (const { account, scopes } of found) {
    const owner = accountKey(account)
    for (const [role, groupIds] of Object.entries(scopes) as [Role, readonly number[]][])
      for (const groupId of groupIds) {
        const ofOwner = held.get(owner) ?? new Map<number, Role[]>()
        held.set(owner, ofOwner.set(groupId, [...(ofOwner.get(groupId) ?? []), role]))
      }
  }
  return held
}
