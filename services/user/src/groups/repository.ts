import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import type { Lease } from '../../../platform/store/due-records.ts'
import { violatedIndex } from '../../../platform/store/insert.ts'
import { findPage } from '../../../platform/store/page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { GroupBeingDeleted, GroupInUse } from '../errors.ts'
import { toGroup, type GroupModel, type GroupRecord } from './record.ts'
import { GroupTree, type Group } from './rules.ts'

/** The state of a group after an update. */
type GroupUpdate = Group &
  Pick<GroupRecord, 'leaving' | 'isDeleted' | 'movedAt' | 'announceDueAt'> &
  Pick<GroupRecord, 'leaveDueAt' | 'leaveClaim' | 'leaveSince'>

const NOT_DELETED = { isDeleted: { $exists: false } } as const
/**
 * Read by queries, and not by a cursor, whose errors mongoose does not pass to the hooks that translate them.
 */
const READ_SIZE = 10_000

/** One group changes less often than this while a change of another one is on its way to the database. */
const KEPT_NUMBERS = 100

/**
 * Reads and writes groups. Every process keeps the whole tree in memory and reads only the changes since its
 * last read. A change is decided on the tree in memory and written under the next number; if another process
 * has used that number, the change is decided again.
 */
export class Groups {
  readonly #model: GroupModel
  readonly #ids: Ids
  readonly #clock: Clock
  readonly #tree = new GroupTree()
  /** Pending deletions by group. */
  readonly #pendingDeletions = new Map<number, string>()
  /** Ids of deleted groups. Courses may still name them, so only an operator may use them again. */
  readonly #deleted = new Set<number>()
  /** Those of them that deleted users and courses may not have left, as far as this process knows. */
  readonly #beingLeft = new Set<number>()
  /** The number of the last change that the tree contains. */
  #lastChange = 0
  /** Serializes the changes of this process; concurrent ones would compete for the same number. */
  readonly #oneAtATime = pLimit(1)

  constructor(model: GroupModel, ids: Ids, clock: Clock) {
    this.#clock = clock
    this.#model = model
    this.#ids = ids
  }

  /** Builds the indexes; returns the highest id that the counter has to pass. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  /** The newest tree. A later call updates and returns the same object. */
  async tree(): Promise<GroupTree> {
    for (;;) {
      const changes = await this.#model
        .find({ change: { $gt: this.#lastChange } })
        .sort({ change: 1 })
        .limit(READ_SIZE)
        .lean()
      for (const record of changes) this.#apply(record)
      if (changes.length < READ_SIZE) return this.#tree
    }
  }

  list(page: Page): Promise<FoundPage<Group>> {
    return findPage(this.#model, { filter: NOT_DELETED }, page, toGroup)
  }

  count(): Promise<number> {
    return this.#model.countDocuments(NOT_DELETED)
  }

  /** Creates a group with a new id. @throws ParentNotFound, GroupTooDeep */
  async add({ name, parentId }: Omit<Group, 'id'>): Promise<Group> {
    for (;;) {
      const group = { id: await this.#nextFreeId(), name, parentId }
      let isFree = true
      await this.#update((tree) => {
        tree.requirePlace(group)
        isFree = !this.#isUsed(group.id)
        return isFree ? group : undefined
      })
      if (isFree) return group
    }
  }

  /**
   * Creates or replaces a group. The same group again changes nothing.
   * @param check is called with the group that is replaced, or undefined when it is new, and may throw
   * @param isLeft whether nothing refers to the former group with this id, deleted users included
   * @throws ParentNotFound, GroupCycle, GroupTooDeep, even when two changes of parents race;
   * GroupBeingDeleted
   */
  async put(
    group: Group,
    check: (before: Group | undefined) => void,
    isLeft: () => Promise<boolean>,
  ): Promise<'created' | 'replaced' | 'unchanged'> {
    const { id, name, parentId } = group
    await this.#requireLeft(id, isLeft)
    let outcome: 'created' | 'replaced' | 'unchanged' = 'unchanged'
    await this.#update((tree) => {
      if (this.#beingLeft.has(id)) throw new GroupBeingDeleted()
      const before = tree.get(id)
      check(before)
      tree.requirePlace(group)
      const isSame = before?.name === name && before.parentId === parentId
      outcome = isSame ? 'unchanged' : before ? 'replaced' : 'created'
      if (isSame) return undefined
      const leaving = this.#pendingDeletions.get(id)
      const now = this.#clock.now()
      return {
        ...group,
        ...(leaving === undefined ? {} : { leaving }),
        ...(before && before.parentId !== parentId ? { movedAt: now, announceDueAt: now } : {}),
      }
    })
    return outcome
  }

  /**
   * Looks again, because a write that began before the deletion may have ended after it. What it has left is
   * due for the job again.
   * @throws GroupBeingDeleted
   */
  async #requireLeft(id: number, isLeft: () => Promise<boolean>): Promise<void> {
    await this.tree()
    if (!this.#deleted.has(id)) return
    const isDue = await this.#model.exists({ _id: id, leaveDueAt: { $gt: new Date(0) } })
    if (!isDue && (await isLeft())) {
      this.#beingLeft.delete(id)
      return
    }
    const finished = { _id: id, isDeleted: true, leaveDueAt: { $exists: false } }
    const now = this.#clock.now()
    await this.#model.updateOne(finished, { $set: { leaveDueAt: now, leaveSince: now } })
    throw new GroupBeingDeleted()
  }

  /**
   * Deletes a group that has neither subgroups nor references.
   * @param isReferredTo looks for users and grants
   * @param lease with which the caller takes it out of deleted users and courses next
   * @returns the record of the deleted group; undefined when another process has deleted it meanwhile
   * @throws NotFound, GroupInUse
   */
  async remove(
    id: number,
    isReferredTo: () => Promise<boolean>,
    lease: Lease,
  ): Promise<GroupRecord | undefined> {
    let deletion = randomUUID() as string
    await this.#update((tree) => {
      const group = tree.get(id)
      if (!group) throw new NotFound()
      tree.requireLeaf(id)
      const pending = this.#pendingDeletions.get(id)
      if (pending === undefined) return { ...group, leaving: deletion }
      deletion = pending // of a concurrent deletion, or left by a process that crashed
      return undefined
    })
    // A write that refers to the group calls `protectFromDeletion` afterwards. So either `isReferredTo` finds
    // that write, or `protectFromDeletion` finds this deletion.
    if (await isReferredTo()) {
      await this.#cancel(id, deletion)
      throw new GroupInUse()
    }
    await this.#update((tree) => {
      const group = tree.get(id)
      if (!group) return undefined
      tree.requireLeaf(id)
      if (this.#pendingDeletions.get(id) !== deletion) throw new GroupInUse()
      const leave = { leaveDueAt: lease.until, leaveClaim: lease.claim, leaveSince: this.#clock.now() }
      return { ...group, isDeleted: true, ...leave }
    })
    return (await this.#model.findOne({ _id: id, leaveClaim: lease.claim }).lean()) ?? undefined
  }

  /**
   * Cancels pending deletions of these groups. Call it after writing something that refers to them.
   * @returns the groups that are already deleted: the caller has to undo its write
   */
  async protectFromDeletion(ids: readonly number[]): Promise<readonly number[]> {
    return await retryUntilWritten('groups', async () => {
      const tree = await this.tree()
      const pending = ids.flatMap((id) => this.#pendingDeletions.get(id) ?? [])
      if (pending.length === 0) return ids.filter((id) => !tree.has(id))
      for (const id of ids) await this.#cancel(id, this.#pendingDeletions.get(id))
      return undefined
    })
  }

  #cancel(id: number, deletion: string | undefined): Promise<void> {
    return this.#update((tree) => {
      const group = tree.get(id)
      const pending = this.#pendingDeletions.get(id)
      return group && pending !== undefined && pending === deletion ? group : undefined
    })
  }

  /** Skips the ids that operators have chosen with PUT. */
  async #nextFreeId(): Promise<number> {
    await this.tree()
    let id = await this.#ids.next()
    while (this.#isUsed(id)) {
      let used = 1
      while (this.#isUsed(id + used)) used++
      id = (await this.#ids.reserve(used)) + used - 1
    }
    return id
  }

  #isUsed(id: number): boolean {
    return this.#tree.has(id) || this.#deleted.has(id)
  }

  /** `decide` gets the newest tree. It is called again after a lost race, so that must be safe. */
  #update(decide: (tree: GroupTree) => GroupUpdate | undefined): Promise<void> {
    return this.#oneAtATime(async () => {
      await retryUntilWritten('groups', async () => {
        const update = decide(await this.tree())
        if (!update) return true
        const isWritten = await this.#write(update, this.#lastChange + 1)
        return isWritten || undefined
      })
    })
  }

  /** @returns false when another process has used this number */
  async #write({ id, name, parentId, ...state }: GroupUpdate, change: number): Promise<boolean> {
    const absent: string[] = (['leaving', 'isDeleted'] as const).filter((field) => state[field] === undefined)
    // The users and courses of a group that has moved again are announced from the first of them.
    if (state.movedAt) absent.push('announceClaim', 'announceProgress')
    try {
      await this.#model.updateOne(
        { _id: id, change: { $lt: change } },
        {
          $set: { name, parentId, change, ...state },
          $push: { usedNumbers: { $each: [change], $slice: -KEPT_NUMBERS } },
          // A rename does not end an announcement.
          $unset: Object.fromEntries(absent.map((field) => [field, ''])),
        },
        { upsert: true },
      )
      return true
    } catch (error) {
      if (violatedIndex(this.#model, error) === undefined) throw error
      return false
    }
  }

  #apply(record: GroupRecord): void {
    const { _id: id, change, isDeleted = false, leaving } = record
    if (change <= this.#lastChange) return // a concurrent read has applied it
    this.#lastChange = change
    this.#pendingDeletions.delete(id)
    this.#beingLeft.delete(id)
    if (isDeleted) {
      this.#tree.remove(id)
      this.#deleted.add(id)
      if (record.leaveDueAt) this.#beingLeft.add(id)
      return
    }
    this.#tree.put(toGroup(record))
    this.#deleted.delete(id)
    if (leaving !== undefined) this.#pendingDeletions.set(id, leaving)
  }
}
