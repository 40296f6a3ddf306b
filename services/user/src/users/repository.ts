import { type User, withoutCase } from './rules.ts'
import { Candidates, type UserQuery, RESOLVED_FIELDS, type ResolvedUser } from './resolution.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { Page } from '../../../shared/domain/page.ts'
import {
  EXTERNAL_ID_INDEX,
  LOGIN_NAME_INDEX,
  pendingOf,
  stateOf,
  toUser,
  type UserModel,
  type UserRecord,
} from './record.ts'
import type { UserOutbox } from './outbox.ts'
import { LoginNameTaken, UserExternalIdTaken } from '../errors.ts'
import { upToTwoEach } from '../../../shared/store/up-to-two.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import { findPage } from '../../../shared/store/page.ts'
import { insertReserved, violatedIndex, bulkUpdate } from '../../../shared/store/insert.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import type { Relay } from '../../../shared/messaging/relay.ts'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import { NotFound } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time.ts'
import type { QueryFilter } from 'mongoose'

/** The filters of a list of users: all must hold, "after" is strict (decision R14). */
export interface UserFilter {
  /** Users in at least one of these, directly. */
  readonly groupIds: readonly number[]
  readonly includeDeleted: boolean
  /** In any letter case (decision R14). */
  readonly email: string | undefined
  readonly createdAfter: Date | undefined
  readonly updatedAfter: Date | undefined
}

/** A user before and after a change. */
export interface Change {
  readonly before: User
  readonly after: User
}

/** The questions that this service asks about users. */
export interface Users {
  /** Deleted or not. */
  find(id: number): Promise<User | undefined>
  /** The user, not deleted, who has this external id. */
  findByExternalId(externalId: string): Promise<User | undefined>

  /** One page, and one user more when there are more. */
  list(filter: UserFilter, page: Page): Promise<User[]>
  count(filter: UserFilter): Promise<number>
  /** The direct members of the group, not deleted: one page of ids, and one more when more follow. */
  members(groupId: number, page: Page): Promise<number[]>
  countMembers(groupId: number): Promise<number>

  /**
   * The users, not deleted, that the queries may mean; of those that share an e-mail address, two are enough.
   */
  candidates(queries: readonly UserQuery[]): Promise<Candidates>
  /** All users, not deleted, with one of these external ids or login names (in lower case). */
  havingAnyOf(keys: { externalIds: readonly string[]; loginNames: readonly string[] }): Promise<User[]>

  /** The check of {@link add}, without a write. @throws LoginNameTaken, UserExternalIdTaken */
  requireFree(user: Pick<User, 'id' | 'loginName' | 'externalId'>): Promise<void>
  /** Writes the user with its pending event. @throws LoginNameTaken, UserExternalIdTaken */
  add(user: User, trace: Trace): Promise<void>
  /** Adds many; returns those that could not be added, which {@link add} can explain one by one. */
  addAll(users: readonly User[], trace: Trace): Promise<readonly User[]>
  /**
   * Reads the user, applies `move` and writes the result with its pending event; retries after a lost race,
   * so `move` must be pure. Writes nothing when `move` returns the user it was given.
   * @throws NotFound when there is no such user or it is deleted; LoginNameTaken, UserExternalIdTaken
   */
  change(id: number, trace: Trace, move: (user: User, now: Date) => User): Promise<User>
  /** Gives every user a version above any that it had before a restore, and publishes them all again. */
  publishAnew(trace: Trace): Promise<void>
  /** Writes many changes; returns those that may not be written, because of a lost race or a taken key. */
  changeAll(changes: readonly Change[], trace: Trace): Promise<readonly Change[]>
}

type Resolved = Omit<ResolvedUser, 'id'> & { _id: number }

/** More changes than a user can have seen since any backup. */
const VERSION_LEAP = 1_000_000

export class MongoUsers implements Users {
  readonly #model: UserModel
  readonly #outbox: UserOutbox
  readonly #relay: Pick<Relay, 'hasCapacity' | 'enqueue'>
  readonly #clock: Clock
  readonly find = batchPerTick(async (ids: readonly number[]) => {
    const byId = new Map((await this.#find({ _id: { $in: ids } })).map((user) => [user.id, user]))
    return ids.map((id) => byId.get(id))
  })

  constructor(options: {
    model: UserModel
    outbox: UserOutbox
    relay: Pick<Relay, 'hasCapacity' | 'enqueue'>
    clock: Clock
  }) {
    this.#model = options.model
    this.#outbox = options.outbox
    this.#relay = options.relay
    this.#clock = options.clock
  }

  /** Builds the indexes; returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    const last = await this.#model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean()
    return last?._id ?? 0
  }

  async findByExternalId(externalId: string): Promise<User | undefined> {
    const record = await this.#model.findOne({ externalIdKey: externalId }).lean()
    return record ? toUser(record) : undefined
  }

  async list(filter: UserFilter, page: Page): Promise<User[]> {
    return (await findPage(this.#model, query(filter), page).lean()).map(toUser)
  }

  count(filter: UserFilter): Promise<number> {
    return this.#model.countDocuments(query(filter))
  }

  async members(groupId: number, page: Page): Promise<number[]> {
    const found = await findPage(this.#model, inGroup(groupId), page).select({ _id: 1 }).lean()
    return found.map(({ _id }) => _id)
  }

  countMembers(groupId: number): Promise<number> {
    return this.#model.countDocuments(inGroup(groupId))
  }

  async candidates(queries: readonly UserQuery[]): Promise<Candidates> {
    const all = <T>(values: readonly (T | undefined)[]) => [
      ...new Set(values.filter((value) => value !== undefined)),
    ]
    const ids = all(queries.map(({ userId }) => userId))
    const externalIds = all(queries.map(({ userExternalId }) => userExternalId))
    const emails = all(queries.map(({ userEmail }) => userEmail && withoutCase(userEmail)))
    const find = async (filter: QueryFilter<UserRecord>, limit = 0): Promise<ResolvedUser[]> => {
      const found = this.#model.find(filter, [...RESOLVED_FIELDS]).limit(limit)
      return (await found.lean<Resolved[]>()).map(toResolved)
    }
    const found = await Promise.all([
      inPieces(ids, (some) => find({ _id: { $in: some }, deleted: false })),
      inPieces(externalIds, (some) => find({ externalIdKey: { $in: some } })),
      upToTwoEach(emails, (some, limit) => find({ emailKey: { $in: some } }, limit)),
    ])
    return new Candidates(found.flat())
  }

  async havingAnyOf(keys: {
    externalIds: readonly string[]
    loginNames: readonly string[]
  }): Promise<User[]> {
    const found = await Promise.all([
      inPieces(keys.externalIds, (some) => this.#find({ externalIdKey: { $in: some } })),
      inPieces(keys.loginNames, (some) => this.#find({ loginNameKey: { $in: some } })),
    ])
    return found.flat()
  }

  async #find(filter: QueryFilter<UserRecord>): Promise<User[]> {
    return (await this.#model.find(filter).lean()).map(toUser)
  }

  async requireFree({
    id,
    loginName,
    externalId,
  }: Pick<User, 'id' | 'loginName' | 'externalId'>): Promise<void> {
    const others = { _id: { $ne: id } }
    if (await this.#model.exists({ ...others, loginNameKey: withoutCase(loginName) }))
      throw new LoginNameTaken()
    if (externalId !== '' && (await this.#model.exists({ ...others, externalIdKey: externalId })))
      throw new UserExternalIdTaken()
  }

  async add(user: User, trace: Trace): Promise<void> {
    const leased = this.#relay.hasCapacity(1)
    const { refused } = await insertReserved(this.#model, [this.#recordOf(user, trace, leased)])
    for (const index of refused.values()) throw await this.#takenBy(index, user)
    this.#announce([user], trace, leased)
  }

  async addAll(users: readonly User[], trace: Trace): Promise<readonly User[]> {
    return await inPieces(users, (some) => this.#addSome(some, trace))
  }

  async #addSome(users: readonly User[], trace: Trace): Promise<readonly User[]> {
    const leased = this.#relay.hasCapacity(users.length)
    const records = users.map((user) => this.#recordOf(user, trace, leased))
    const { refused } = await insertReserved(this.#model, records)
    this.#announce(
      users.filter((_, i) => !refused.has(i)),
      trace,
      leased,
    )
    return users.filter((_, i) => refused.has(i))
  }

  async change(id: number, trace: Trace, move: (user: User, now: Date) => User): Promise<User> {
    return await retryUntilWritten('users', async () => {
      const before = await this.find(id)
      if (!before || before.deleted) throw new NotFound()
      const after = move(before, this.#clock.now())
      if (after === before) return before
      const leased = this.#relay.hasCapacity(1)
      const { filter, update } = this.#writeOf({ before, after }, trace, leased)
      const written = await this.#model.updateOne(filter, update).catch(async (error: unknown) => {
        const index = violatedIndex(error)
        throw index === undefined ? error : await this.#takenBy(index, after)
      })
      if (written.matchedCount === 0) return undefined
      this.#announce([after], trace, leased)
      return after
    })
  }

  async changeAll(changes: readonly Change[], trace: Trace): Promise<readonly Change[]> {
    return await inPieces(changes, (some) => this.#changeSome(some, trace))
  }

  async #changeSome(changes: readonly Change[], trace: Trace): Promise<readonly Change[]> {
    const leased = this.#relay.hasCapacity(changes.length)
    const writes = changes.map((change) => ({ updateOne: this.#writeOf(change, trace, leased) }))
    const { matched } = await bulkUpdate(this.#model, writes)
    const open = matched < changes.length ? await this.#notSeen(changes, trace) : []
    this.#announce(
      changes.filter((change) => !open.includes(change)).map(({ after }) => after),
      trace,
      leased,
    )
    return open
  }

  /** A bulk reports how many it has written, not which: the written ones carry the trace of this request. */
  async #notSeen(changes: readonly Change[], trace: Trace): Promise<Change[]> {
    const found = await this.#model
      .find({ _id: { $in: changes.map(({ after }) => after.id) } }, { version: 1, trace: 1 })
      .lean()
    const written = new Map(found.map((record) => [record._id, record]))
    return changes.filter(({ after }) => {
      const record = written.get(after.id)
      return record?.version !== after.version || record.trace.traceparent !== trace.traceparent
    })
  }

  async publishAnew(trace: Trace): Promise<void> {
    const { dueAt } = this.#outbox.mark(false)
    const anew = { $inc: { version: VERSION_LEAP }, $set: { dueAt, trace }, $unset: { relay: '' } }
    for (let last = 0; ;) {
      const found = this.#model.find({ _id: { $gt: last } }, { _id: 1 }).sort({ _id: 1 })
      const ids = (await found.limit(PIECE).lean()).map(({ _id }) => _id)
      const end = ids.at(-1)
      if (end === undefined) return
      await this.#model.updateMany({ _id: { $in: ids } }, anew)
      last = end
    }
  }

  #recordOf(user: User, trace: Trace, leased: boolean): UserRecord {
    const { set } = stateOf(user)
    return { ...(set as UserRecord), _id: user.id, trace, publishedVersion: 0, ...this.#outbox.mark(leased) }
  }

  #writeOf({ before, after }: Change, trace: Trace, leased: boolean) {
    const { set, unset } = stateOf(after)
    const mark = this.#outbox.mark(leased)
    const gone = [...unset, ...(mark.relay === undefined ? ['relay'] : [])]
    return {
      filter: { _id: before.id, version: before.version },
      update: {
        $set: { ...set, trace, ...mark },
        ...(gone.length > 0 ? { $unset: Object.fromEntries(gone.map((field) => [field, ''])) } : {}),
      },
    }
  }

  #announce(users: readonly User[], trace: Trace, leased: boolean): void {
    if (leased) this.#relay.enqueue(users.map((user) => pendingOf(user, trace)))
  }

  /**
   * Which of two violated indexes is reported is chance, so both are looked up: the answer is always the
   * same.
   */
  async #takenBy(index: string, user: User): Promise<unknown> {
    try {
      await this.requireFree(user)
    } catch (taken) {
      return taken
    }
    if (index === LOGIN_NAME_INDEX) return new LoginNameTaken()
    return index === EXTERNAL_ID_INDEX ? new UserExternalIdTaken() : new Error(`refused by index ${index}`)
  }
}

const inGroup = (groupId: number): QueryFilter<UserRecord> => ({ groupIds: groupId, deleted: false })

function query({
  groupIds,
  email,
  includeDeleted,
  createdAfter,
  updatedAfter,
}: UserFilter): QueryFilter<UserRecord> {
  return {
    groupIds: { $in: groupIds },
    ...(includeDeleted ? {} : { deleted: false }),
    ...(email === undefined ? {} : { $or: [{ emailKey: withoutCase(email) }, deletedWith(email)] }),
    ...(createdAfter ? { createdAt: { $gt: createdAfter } } : {}),
    ...(updatedAfter ? { updatedAt: { $gt: updatedAfter } } : {}),
  }
}

/** Deleted users have no key to look them up by. */
const deletedWith = (email: string): QueryFilter<UserRecord> => ({
  deleted: true,
  email: new RegExp(`^${email.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`)}$`, 'i'),
})

/** Names each field: to gather the rest of an object costs ten times as much. */
function toResolved(record: Resolved): ResolvedUser {
  const { _id: id, version, externalId, email, firstName, lastName, loginName } = record
  const { groupIds, expirationDate } = record
  return { id, version, externalId, email, firstName, lastName, loginName, groupIds, expirationDate }
}

/**
 * Large requests go to the server in pieces, so that no command takes so long that the server seems
 * unavailable.
 */
const PIECE = 250

async function inPieces<V, T>(
  all: readonly V[],
  work: (some: readonly V[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const results: T[] = []
  for (let start = 0; start < all.length; start += PIECE)
    results.push(...(await work(all.slice(start, start + PIECE))))
  return results
}
