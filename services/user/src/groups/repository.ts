import type { Connection } from 'mongoose'
import { randomUUID } from 'node:crypto'
import { NotFound } from '../../../shared/errors.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { insert } from '../../../shared/store/insert.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import { GroupInUse, ParentNotFound } from '../errors.ts'
import { toSnapshot, treeModel, type GroupRecord, type TreeModel, type TreeSnapshot } from './record.ts'
import type { Group, GroupTree } from './rules.ts'

/** Reads and writes groups. */
export interface Groups {
  /** The newest tree. */
  tree(): Promise<GroupTree>
  /** Creates a group with a new id. @throws ParentNotFound */
  add(group: Omit<Group, 'id'>): Promise<Group>
  /**
   * Creates or replaces a group.
   * @param check is called with the group that is replaced, and may throw
   * @throws ParentNotFound, GroupCycle, even when two moves race
   */
  put(group: Group, check: (before: Group | undefined) => void): Promise<'created' | 'replaced'>
  /**
   * Deletes a group without subgroups and references.
   * @param isReferredTo looks for users and grants
   * @throws NotFound, GroupInUse
   */
  remove(id: number, isReferredTo: () => Promise<boolean>): Promise<void>
  /**
   * Cancels pending deletions of these groups. Call it after writing something that refers to them.
   * @returns the groups that are already deleted: the caller has to undo its write
   */
  cancelDeletion(ids: readonly number[]): Promise<readonly number[]>
}

/** The new record of one group; `undefined` removes the group. */
interface GroupUpdate {
  readonly id: number
  readonly record: GroupRecord | undefined
}

const TREE_ID = 'tree'

export class MongoGroups implements Groups {
  readonly #model: TreeModel
  readonly #ids: Ids
  /** The last tree that was read; used while its version is the newest. */
  #snapshot: TreeSnapshot | undefined

  constructor(connection: Connection, ids: Ids) {
    this.#model = treeModel(connection)
    this.#ids = ids
  }

  /** Creates the empty tree if there is none; returns the highest id in use. */
  async prepare(): Promise<number> {
    await insert(this.#model, [{ _id: TREE_ID, version: 0, groups: {} }])
    return this.#highestId()
  }

  async tree(): Promise<GroupTree> {
    return (await this.#read()).tree
  }

  async add({ name, parentId }: Omit<Group, 'id'>): Promise<Group> {
    for (;;) {
      const id = await this.#ids.next()
      let isFree = true
      await this.#update(({ tree }) => {
        if (parentId !== null && !tree.has(parentId)) throw new ParentNotFound()
        isFree = !tree.has(id)
        return isFree ? { id, record: { name, parentId } } : undefined
      })
      if (isFree) return { id, name, parentId }
      // Operators have chosen this id with PUT: continue above the highest id in use.
      const skipped = (await this.#highestId()) - id
      if (skipped > 0) await this.#ids.reserve(skipped)
    }
  }

  async put(group: Group, check: (before: Group | undefined) => void): Promise<'created' | 'replaced'> {
    const { id, name, parentId } = group
    let before: Group | undefined
    await this.#update(({ tree, records }) => {
      before = tree.get(id)
      check(before)
      tree.requirePlace(group)
      if (before?.name === name && before.parentId === parentId) return undefined
      return { id, record: { ...records.get(id), name, parentId } }
    })
    return before ? 'replaced' : 'created'
  }

  async remove(id: number, isReferredTo: () => Promise<boolean>): Promise<void> {
    let deletion = randomUUID() as string
    await this.#update(({ tree, records }) => {
      const record = records.get(id)
      if (!record) throw new NotFound()
      tree.requireLeaf(id)
      if (record.leaving === undefined) return { id, record: { ...record, leaving: deletion } }
      deletion = record.leaving // of a parallel deletion, or left by a process that crashed
      return undefined
    })
    // A write that refers to the group looks for the deletion after its own write. So either that write is found here,
    // or the deletion is found there and cancelled.
    if (await isReferredTo()) {
      await this.#cancel(id, deletion)
      throw new GroupInUse()
    }
    await this.#update(({ tree, records }) => {
      const record = records.get(id)
      if (!record) return undefined
      tree.requireLeaf(id)
      if (record.leaving !== deletion) throw new GroupInUse()
      return { id, record: undefined }
    })
  }

  async cancelDeletion(ids: readonly number[]): Promise<readonly number[]> {
    return await retryUntilWritten('groupTree', async () => {
      const { records } = await this.#read()
      const pending = ids.filter((id) => records.get(id)?.leaving !== undefined)
      if (pending.length === 0) return ids.filter((id) => !records.has(id))
      for (const id of pending) await this.#cancel(id, records.get(id)?.leaving)
      return undefined
    })
  }

  async #highestId(): Promise<number> {
    return (await this.tree()).all().at(-1)?.id ?? 0
  }

  #cancel(id: number, deletion: string | undefined): Promise<void> {
    return this.#update(({ records }) => {
      const record = records.get(id)
      if (!record || record.leaving !== deletion) return undefined
      return { id, record: { name: record.name, parentId: record.parentId } }
    })
  }

  /** `update` gets the newest tree and is called again after a lost race, so it must be pure. */
  async #update(update: (snapshot: TreeSnapshot) => GroupUpdate | undefined): Promise<void> {
    await retryUntilWritten('groupTree', async () => {
      const snapshot = await this.#read()
      const change = update(snapshot)
      if (!change) return true
      const field = `groups.${change.id}`
      const written = await this.#model.updateOne(
        { _id: TREE_ID, version: snapshot.version },
        change.record
          ? { $inc: { version: 1 }, $set: { [field]: change.record } }
          : { $inc: { version: 1 }, $unset: { [field]: '' } },
      )
      return written.matchedCount === 1 ? true : undefined
    })
  }

  /** Always the newest version; the groups are fetched only when the version has changed. */
  async #read(): Promise<TreeSnapshot> {
    const known = this.#snapshot
    const newest = await this.#model.findById(TREE_ID, { version: 1 }).lean()
    if (known && known.version === newest?.version) return known
    const record = await this.#model.findById(TREE_ID).lean()
    if (!record) throw new Error('the group tree is missing')
    this.#snapshot = toSnapshot(record)
    return this.#snapshot
  }
}
