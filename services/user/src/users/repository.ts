import { randomUUID } from 'node:crypto'
import { NotFound, requireExisting } from '../../../platform/errors.ts'
import type { StepRange, StepResult } from '../../../platform/domain/step.ts'
import { doStep, inSteps, STEP_SIZE, updateInSteps } from '../../../platform/store/in-steps.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import {
  bulkUpdate,
  insertUnderReservedIds,
  violatedIndex,
  type ReservedInsert,
} from '../../../platform/store/insert.ts'
import type { OutboxSchedule, Outbox } from '../../../platform/store/outbox.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import { logFields, type Trace } from '../../../platform/observability/trace.ts'
import { LoginNameTaken, UserExternalIdTaken } from '../errors.ts'
import { changedEvent } from './events.ts'
import { UserFinder } from './finder.ts'
import type { UpsertKeys } from './upsert-keys.ts'
import {
  EXTERNAL_ID_INDEX,
  LOGIN_NAME_INDEX,
  fieldsOf,
  updateFor,
  toUser,
  type UserModel,
  type UserRecord,
} from './record.ts'
import { endMerge, erase, handIdentifiersOver, isAdoption, touch, type Change, type User } from './rules.ts'

const mergedOf = (holder: User) => (holder.mergedInto === undefined ? undefined : holder)

/** What the outbox reads of a user to end a write (`deleted-groups.ts`). */
export const USER_OUTBOX = {
  types: ['user.changed.v1'],
  fields: ['groupIds', 'deleted'],
} as const
type UserOutbox = Outbox<UserRecord, (typeof USER_OUTBOX.fields)[number]>

/** Computes the new state of a user. */
export type UserUpdate = (user: User, now: Date) => User

interface ChangedUser {
  readonly user: User
  /** Whether this call has written a change. */
  readonly isChanged: boolean
}

/** More changes than a user can have had since any backup. */
const VERSION_LEAP = 1_000_000

/** Users who are handed over at once. */
export const MAX_HANDED_OVER = 1_000

/** Reads and writes users. A change and its event are one write. */
export class Users extends UserFinder {
  readonly #model: UserModel
  readonly #outbox: UserOutbox
  readonly #clock: Clock
  readonly #logger: Logger

  constructor(options: { model: UserModel; outbox: UserOutbox; clock: Clock; logger: Logger }) {
    super(options.model)
    this.#model = options.model
    this.#outbox = options.outbox
    this.#clock = options.clock
    this.#logger = options.logger
  }

  /** Builds the indexes; returns the highest id that the counter has to pass. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  /**
   * The check of {@link add}, without a write. What a merged account has is free for the one that is left.
   * @throws LoginNameTaken, UserExternalIdTaken
   */
  async requireFree(user: Pick<User, 'id' | 'loginName' | 'externalId'>): Promise<void> {
    const { id, loginName, externalId } = user
    const holders = async (keys: Partial<UpsertKeys>) =>
      (await this.findByUpsertKeys({ loginNames: [], externalIds: [], ...keys })).filter(
        (holder) => holder.id !== id && holder.mergedInto !== id,
      )
    const [byLoginName] = await holders({ loginNames: [loginName] })
    if (byLoginName) throw new LoginNameTaken(undefined, mergedOf(byLoginName))
    const [byExternalId] = externalId === '' ? [] : await holders({ externalIds: [externalId] })
    if (byExternalId) throw new UserExternalIdTaken(mergedOf(byExternalId))
  }

  /**
   * Writes a new user.
   * @returns the stored user: another attempt with this id may have written it, with an earlier date
   * @throws LoginNameTaken, UserExternalIdTaken
   */
  async add(user: User, trace: Trace): Promise<User> {
    const { duplicates, alreadyStored } = await this.#insert([user], trace)
    for (const index of duplicates.values()) throw await this.#duplicateError(index, user)
    return (alreadyStored.has(user.id) && (await this.find(user.id))) || user
  }

  /** Writes many new users; returns those whose login name or external id is taken. */
  async addAll(users: readonly User[], trace: Trace): Promise<readonly User[]> {
    return await inSteps(users, (part) => this.#addSome(part, trace))
  }

  async #addSome(users: readonly User[], trace: Trace): Promise<readonly User[]> {
    const { duplicates } = await this.#insert(users, trace)
    return users.filter((_, i) => duplicates.has(i))
  }

  /** Inserts users, each with its event in one write. */
  async #insert(users: readonly User[], trace: Trace): Promise<ReservedInsert> {
    const schedule = this.#outbox.scheduleFor(users.length)
    const writeId = randomUUID()
    const records = users.map((user) => ({
      ...fieldsOf(user),
      _id: user.id,
      writeId,
      events: [changedEvent(user, trace)],
      ...schedule,
    }))
    const inserted = await insertUnderReservedIds(this.#model, records)
    this.#outbox.publishLeased(records.filter((_, i) => !inserted.duplicates.has(i)))
    return inserted
  }

  /** {@link change} of the user who has this external id. */
  async changeByExternalId(externalId: string, trace: Trace, update: UserUpdate): Promise<ChangedUser> {
    const found = requireExisting(await this.findByExternalId(externalId))
    return await this.change(found.id, trace, (user, now) => {
      // The external id may have moved to another user in between.
      if (user.externalId !== externalId) throw new NotFound()
      return update(user, now)
    })
  }

  /**
   * Reads the user, applies `update` and writes the result. Retries after a lost race, so `update` must be
   * pure. Writes nothing when `update` returns the user it was given.
   * @throws NotFound when there is no such user or it is deleted; LoginNameTaken, UserExternalIdTaken
   */
  async change(id: number, trace: Trace, update: UserUpdate): Promise<ChangedUser> {
    return await retryUntilWritten<ChangedUser>('users', async () => {
      const before = await this.find(id)
      if (!before || before.deleted) throw new NotFound()
      const after = update(before, this.#clock.now())
      if (after === before) return { user: after, isChanged: false }
      const isChanged = await this.#changeOne({ before, after }, trace)
      return isChanged ? { user: after, isChanged } : undefined
    })
  }

  /** @returns false when another write came in between */
  async #changeOne(change: Change, trace: Trace): Promise<boolean> {
    const write = this.#writeOf(change, trace, randomUUID(), this.#outbox.scheduleFor(1))
    try {
      const { matchedCount } = await this.#model.updateOne(write.filter, write.update)
      if (matchedCount === 0) return false
    } catch (error) {
      const index = violatedIndex(this.#model, error)
      if (index === undefined) throw error
      await this.requireFree(change.after)
      const isWritten = await this.#takeOver(change, trace)
      if (isWritten !== undefined) return isWritten
      throw await this.#duplicateError(index, change.after)
    }
    this.#outbox.publishLeased(write.pending)
    this.#logEnds([change], trace)
    return true
  }

  /** Operators find the request that has deleted a user, or set the end, by its `requestId`. */
  #logEnds(changes: readonly Change[], trace: Trace): void {
    for (const { before, after } of changes) {
      const fields = { ...logFields(trace), userId: after.id }
      const { expirationDate } = after
      if (after.deleted !== before.deleted) this.#logger.info(fields, 'user deleted')
      else if (expirationDate?.getTime() !== before.expirationDate?.getTime())
        this.#logger.info({ ...fields, expirationDate }, 'end of user changed')
    }
  }

  /**
   * Writes a change that takes the login name or the external id from accounts that were merged into this
   * one. Their other ones stay reserved. In one command: a process that ends in between would leave the name
   * to nobody, and free for anybody.
   * @returns undefined when none of them has any; false when another write came in between
   */
  async #takeOver(change: Change, trace: Trace): Promise<boolean | undefined> {
    const handOvers = await this.#handOversTo(change.after)
    if (handOvers.length === 0) return undefined
    const writeId = randomUUID()
    const write = this.#writeOf(change, trace, writeId, this.#outbox.scheduleFor(1))
    const updates = [...handOvers, write].map(({ filter, update }) => ({ updateOne: { filter, update } }))
    await bulkUpdate(this.#model, updates)
    if ((await this.#notWritten([change], writeId)).length > 0) return false
    this.#outbox.publishLeased(write.pending)
    this.#logEnds([change], trace)
    return true
  }

  async #handOversTo(user: User) {
    const { id, loginName, externalId } = user
    const found = await this.findByUpsertKeys({ loginNames: [loginName], externalIds: [externalId] })
    const holders = await this.findMany(found.flatMap((one) => (one.mergedInto === id ? [one.id] : [])))
    return holders.map((holder) => {
      const { set, unset } = updateFor(handIdentifiersOver(holder, user))
      return {
        filter: { _id: holder.id, version: holder.version },
        update: { $set: set, $unset: Object.fromEntries(unset.map((field) => [field, ''])) },
      }
    })
  }

  /**
   * Marks the user as deleted, and removes the personal data.
   * @returns false when there is no such user, or nothing is left to erase
   */
  async erase(id: number, trace: Trace): Promise<boolean> {
    return await retryUntilWritten('users', async () => {
      const before = await this.find(id)
      if (!before || before.erased) return false
      const after = erase(before, this.#clock.now())
      return (await this.#changeOne({ before, after }, trace)) ? true : undefined
    })
  }

  /**
   * Makes a merged user any other deleted one, if it is not erased. The account that was left is gone.
   */
  async endMerge(id: number, trace: Trace): Promise<void> {
    await retryUntilWritten('users', async () => {
      const before = await this.find(id)
      if (before?.mergedInto === undefined) return true
      const after = endMerge(before, this.#clock.now())
      return (await this.#changeOne({ before, after }, trace)) ? true : undefined
    })
  }

  /** Accounts that were merged into one that is merged now are merged into the one that is left. */
  async redirectMerged(from: number, into: number): Promise<void> {
    await updateInSteps(this.#model, { mergedInto: from }, { $set: { mergedInto: into } })
  }

  /** Writes many changes; returns those that were not written because of a lost race or a taken key. */
  async changeAll(changes: readonly Change[], trace: Trace): Promise<readonly Change[]> {
    return await inSteps(changes, (part) => this.#changeSome(part, trace))
  }

  /** Writes new versions of deleted users without an event. One that has changed meanwhile is left out. */
  async changeDeleted(changed: readonly User[]): Promise<void> {
    if (changed.length === 0) return
    await bulkUpdate(
      this.#model,
      changed.map(({ id, version, groupIds }) => ({
        updateOne: {
          filter: { _id: id, version: version - 1, deleted: true },
          update: { $set: { groupIds: [...groupIds], version } },
        },
      })),
    )
  }

  async #changeSome(changes: readonly Change[], trace: Trace): Promise<readonly Change[]> {
    const schedule = this.#outbox.scheduleFor(changes.length)
    const writeId = randomUUID()
    const writes = changes.map((change) => this.#writeOf(change, trace, writeId, schedule))
    const { matched } = await bulkUpdate(
      this.#model,
      writes.map(({ filter, update }) => ({ updateOne: { filter, update } })),
    )
    const missing = new Set(matched < changes.length ? await this.#notWritten(changes, writeId) : [])
    const written = writes.filter((_, i) => !missing.has(changes[i] as Change))
    this.#outbox.publishLeased(written.flatMap(({ pending }) => pending))
    this.#logEnds(
      changes.filter((change) => !missing.has(change)),
      trace,
    )
    const left: Change[] = []
    for (const change of missing) if (!(await this.#takeOver(change, trace))) left.push(change)
    return left
  }

  /** A bulk write reports how many changes it wrote, not which: those that have its id. */
  async #notWritten(changes: readonly Change[], writeId: string): Promise<Change[]> {
    const found = await this.#model
      .find({ _id: { $in: changes.map(({ after }) => after.id) } }, { writeId: 1 })
      .lean()
    const written = new Set(found.filter((record) => record.writeId === writeId).map(({ _id }) => _id))
    return changes.filter(({ after }) => !written.has(after.id))
  }

  /**
   * Makes `to` the source of some users who are not deleted. Nothing else of them changes.
   * @param chosen their ids, or the source that they have
   * @returns how many have got another source
   */
  async handOver(
    { ids, from }: { readonly ids?: readonly number[] | undefined; readonly from?: string | undefined },
    to: string,
  ): Promise<number> {
    const filter = {
      deleted: false,
      managedBy: from ?? { $ne: to },
      ...(ids && { _id: { $in: [...ids] } }),
    }
    const found = await this.#model.find(filter, { _id: 1 }).sort({ _id: 1 }).limit(MAX_HANDED_OVER).lean()
    const chosen = { ...filter, _id: { $in: found.map(({ _id }) => _id) } }
    const { matchedCount } = await this.#model.updateMany(chosen, { $set: { managedBy: to } })
    return matchedCount
  }

  /** Gives every user a version above any that it had before a restore, and publishes all users again. */
  async republishAll(trace: Trace): Promise<void> {
    const leap = (before: User): Change => ({
      before,
      after: { ...before, version: before.version + VERSION_LEAP },
    })
    for (let step = { done: false, after: 0 }; !step.done;) {
      const range = { afterId: step.after, limit: STEP_SIZE }
      step = await doStep(this.#model, {}, range, async (ids) => {
        const users = await this.findMany(ids)
        await this.#rewrite(users.map(leap), trace, leap)
        return users.length
      })
    }
  }

  /**
   * Gives some of the users in these groups a new version and `updatedDate`, and publishes them again. Users
   * who have changed after `since` are left as they are.
   */
  touchMembers(
    groupIds: readonly number[],
    since: Date,
    range: StepRange,
    trace: Trace,
  ): Promise<StepResult> {
    const members = { groupIds: { $in: groupIds }, deleted: false }
    return doStep(this.#model, members, range, async (ids) => {
      const stale = await this.#model.find({ _id: { $in: ids }, updatedAt: { $lt: since } }).lean()
      const now = this.#clock.now()
      const touched = (before: User) => ({ before, after: touch(before, now) })
      const changes = stale.map(toUser).map(touched)
      await this.#rewrite(changes, trace, (current) =>
        // A user who is changed at the same time needs no touch.
        current.updatedAt < since ? touched(current) : undefined,
      )
      return changes.length
    })
  }

  /** @param again the change of a user whom another write has changed meanwhile; undefined for none */
  async #rewrite(
    changes: readonly Change[],
    trace: Trace,
    again: (current: User) => Change | undefined,
  ): Promise<void> {
    if (changes.length === 0) return
    for (const { before } of await this.#changeSome(changes, trace))
      await retryUntilWritten('users', async () => {
        const current = await this.find(before.id)
        const change = current && again(current)
        return !change || (await this.#changeOne(change, trace)) ? true : undefined
      })
  }

  /** A write that nothing else can follow or precede: what was read is what is replaced. */
  #writeOf(change: Change, trace: Trace, writeId: string, { eventsDueAt, ...claim }: OutboxSchedule) {
    const { before, after } = change
    const { id: _id, version, managedBy } = before
    const filter = { _id, version, managedBy }
    // No consumer knows the source, so that there is nothing to announce.
    if (isAdoption(change))
      return { filter, update: { $set: { managedBy: after.managedBy, writeId } }, pending: [] }
    const { set, unset } = updateFor(after)
    // An event shows the present state, so no consumer needs an earlier one that is still pending.
    const events = [changedEvent(after, trace)]
    return {
      filter,
      update: {
        $set: { ...set, ...claim, events, writeId },
        $max: { eventsDueAt },
        $unset: Object.fromEntries(unset.map((field) => [field, ''])),
      },
      pending: [{ _id, groupIds: after.groupIds, deleted: after.deleted, events, ...claim }],
    }
  }

  /**
   * When two indexes are violated, either may be reported. Looking both up gives the same error every time.
   */
  async #duplicateError(index: string, user: User): Promise<unknown> {
    try {
      await this.requireFree(user)
    } catch (error) {
      return error
    }
    if (index === LOGIN_NAME_INDEX) return new LoginNameTaken()
    return index === EXTERNAL_ID_INDEX ? new UserExternalIdTaken() : new Error(`rejected by index ${index}`)
  }
}
