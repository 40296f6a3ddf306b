import { type Group, GroupTree } from './rules.ts'
import { GroupInUse, ParentNotFound } from '../errors.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import { insert } from '../../../shared/store/insert.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { NotFound } from '../../../shared/errors.ts'
import { Schema, type Connection } from 'mongoose'
import { randomUUID } from 'node:crypto'

/** The questions that this service asks about groups. */
export interface Groups {
  /** The tree as it is now. */
  tree(): Promise<GroupTree>
  /** Creates a group under an id that is issued for it. @throws ParentNotFound */
  add(group: Omit<Group, 'id'>): Promise<Group>
  /** Creates or replaces. @throws ParentNotFound, GroupCycle, even when two moves race */
  put(group: Group): Promise<'created' | 'replaced'>
  /**
   * Deletes a group without subgroups and references.
   * @param isReferredTo looks for users and grants
   * @throws NotFound, GroupInUse
   */
  remove(id: number, isReferredTo: () => Promise<boolean>): Promise<void>
  /**
   * Call after writing something that refers to these groups: cancels their pending deletion and returns
   * those that are already gone, so that the caller can undo its write.
   */
  keep(ids: readonly number[]): Promise<readonly number[]>
}

/** All groups in one document, so that every change of the tree is one compare-and-set (design, "Visibility"). */
interface TreeRecord {
  _id: string
  version: number
  groups: Record<string, GroupRecord>
}

interface GroupRecord {
  name: string
  parentId: number | null
  /**
   * A deletion is in progress; a write that refers to the group removes the mark and so cancels the deletion.
   */
  leaving?: string
}

/** The tree as it was read; used until its version is no longer the newest. */
interface Known {
  readonly version: number
  readonly records: ReadonlyMap<number, GroupRecord>
  readonly tree: GroupTree
}

/** The new record of one group; `undefined` removes the group. */
interface Edit {
  readonly id: number
  readonly record: GroupRecord | undefined
}

const TREE = 'tree'

export class MongoGroups implements Groups {
  readonly #model
  readonly #ids: Ids
  #known: Known | undefined

  constructor(connection: Connection, ids: Ids) {
    this.#ids = ids
    this.#model = connection.model<TreeRecord>(
      'GroupTree',
      new Schema<TreeRecord>(
        { _id: String, version: { type: Number, required: true }, groups: { type: Schema.Types.Mixed } },
        { versionKey: false, minimize: false },
      ),
      'groupTree',
    )
  }

  /** Seeds the tree; returns the highest id in use. */
  async prepare(): Promise<number> {
    await insert(this.#model, [{ _id: TREE, version: 0, groups: {} }])
    return this.#highestId()
  }

  async tree(): Promise<GroupTree> {
    return (await this.#read()).tree
  }

  async add({ name, parentId }: Omit<Group, 'id'>): Promise<Group> {
    for (;;) {
      const id = await this.#ids.next()
      let isFree = true
      await this.#edit(({ tree }) => {
        if (parentId !== null && !tree.has(parentId)) throw new ParentNotFound()
        isFree = !tree.has(id)
        return isFree ? { id, record: { name, parentId } } : undefined
      })
      if (isFree) return { id, name, parentId }
      // Operators have put groups there, under ids of their own: on from the highest of those.
      const skipped = (await this.#highestId()) - id
      if (skipped > 0) await this.#ids.reserve(skipped)
    }
  }

  async put(group: Group): Promise<'created' | 'replaced'> {
    const { id, name, parentId } = group
    let before: Group | undefined
    await this.#edit(({ tree, records }) => {
      tree.requirePlace(group)
      before = tree.get(id)
      if (before?.name === name && before.parentId === parentId) return undefined
      return { id, record: { ...records.get(id), name, parentId } }
    })
    return before ? 'replaced' : 'created'
  }

  async remove(id: number, isReferredTo: () => Promise<boolean>): Promise<void> {
    let leaving = randomUUID() as string
    await this.#edit(({ tree, records }) => {
      const record = records.get(id)
      if (!record) throw new NotFound()
      tree.requireLeaf(id)
      if (record.leaving === undefined) return { id, record: { ...record, leaving } }
      leaving = record.leaving // of a parallel deletion, or left by one that crashed
      return undefined
    })
    // A new reference checks the mark after its own write: either that write is seen here, or the mark is
    // seen there and removed.
    if (await isReferredTo()) {
      await this.#unmark(id, leaving)
      throw new GroupInUse()
    }
    await this.#edit(({ tree, records }) => {
      const record = records.get(id)
      if (!record) return undefined
      tree.requireLeaf(id)
      if (record.leaving !== leaving) throw new GroupInUse()
      return { id, record: undefined }
    })
  }

  async keep(ids: readonly number[]): Promise<readonly number[]> {
    return await retryUntilWritten('groupTree', async () => {
      const { records } = await this.#read()
      const marked = ids.filter((id) => records.get(id)?.leaving !== undefined)
      if (marked.length === 0) return ids.filter((id) => !records.has(id))
      for (const id of marked) await this.#unmark(id, records.get(id)?.leaving)
      return undefined
    })
  }

  async #highestId(): Promise<number> {
    return (await this.tree()).all().at(-1)?.id ?? 0
  }

  #unmark(id: number, leaving: string | undefined): Promise<void> {
    return this.#edit(({ records }) => {
      const record = records.get(id)
      if (!record || record.leaving !== leaving) return undefined
      return { id, record: { name: record.name, parentId: record.parentId } }
    })
  }

  /** `edit` gets the newest tree and is called again after a lost race, so it must be pure. */
  async #edit(edit: (known: Known) => Edit | undefined): Promise<void> {
    await retryUntilWritten('groupTree', async () => {
      const known = await this.#read()
      const change = edit(known)
      if (!change) return true
      const { id, record } = change
      const written = await this.#model.updateOne(
        { _id: TREE, version: known.version },
        {
          $inc: { version: 1 },
          ...(record ? { $set: { [`groups.${id}`]: record } } : { $unset: { [`groups.${id}`]: '' } }),
        },
      )
      return written.matchedCount === 1 ? true : undefined
    })
  }

  /** Always the newest version; the groups themselves are fetched only when the version has changed. */
  async #read(): Promise<Known> {
    const known = this.#known
    const newest = await this.#model.findById(TREE, { version: 1 }).lean()
    if (known && known.version === newest?.version) return known
    const record = await this.#model.findById(TREE).lean()
    if (!record) throw new Error('the group tree is missing')
    const records = new Map(Object.entries(record.groups).map(([id, group]) => [Number(id), group]))
    const tree = new GroupTree([...records].map(([id, { name, parentId }]) => ({ id, name, parentId })))
    this.#known = { version: record.version, records, tree }
    return this.#known
  }
}
