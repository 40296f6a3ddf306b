import type { Clock } from '../../../shared/time.ts'
import { Unavailable, DomainError, NotFound, resultOf, type Result } from '../../../shared/errors.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import type { Trace } from '../../../shared/trace.ts'
import { GroupNotFound, LoginNameTaken, UserExternalIdTaken } from '../errors.ts'
import { mergeKeysOf, UsersByMergeKey } from './match.ts'
import {
  leaveGroups,
  markDeleted,
  merge,
  newUser,
  requireComplete,
  type User,
  type UserPatch,
} from './rules.ts'
import type { Groups } from '../groups/repository.ts'
import type { Change, Users } from './repository.ts'
import { UsersInMemory } from './in-memory.ts'

export interface Merged {
  readonly user: User
  readonly created: boolean
}

/** The part of the repository that merging needs. */
export type MergedUsers = Pick<Users, 'findByMergeKeys' | 'add' | 'addAll' | 'change' | 'changeAll'>

interface Deps {
  users: MergedUsers
  groups: Pick<Groups, 'tree' | 'cancelDeletion'>
  userIds: Ids
  clock: Clock
}

/** One item of a batch, and its result once it has one. */
interface Row {
  readonly patch: UserPatch
  result: Result<Merged> | undefined
}

/** Attempts at one item while other requests create or delete the same user. */
const MAX_ATTEMPTS = 3

/** The id of a new user that a validate-only batch shows. */
const NO_ID = 0

/**
 * Creates or updates many users in a few round trips: reads all at once and writes all at once. Only items that the
 * database rejected are handled one by one, which also finds the reason.
 */
export class UserMerger {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @param items the valid ones as patches, the invalid ones as their rejection */
  async mergeAll(items: readonly Result<UserPatch>[], trace: Trace): Promise<Result<Merged>[]> {
    const tree = await this.#deps.groups.tree()
    const rows = items.map((item): Row => {
      const checked =
        item instanceof DomainError ? item : resultOf(() => requireGroups(item, (id) => tree.has(id)))
      return checked instanceof DomainError
        ? { patch: {}, result: checked }
        : { patch: checked, result: undefined }
    })
    await this.#mergeTogether(withDistinctKeys(rows.filter(isOpen)), trace)
    for (const row of rows.filter(isOpen)) row.result = await this.#mergeOne(row.patch, trace)
    await this.#requireGroupsExist(rows, trace)
    return rows.map(({ result }) => result as Result<Merged>)
  }

  /** The results that {@link mergeAll} would have: runs the same steps on a copy of the users and writes nothing. */
  async validateAll(items: readonly Result<UserPatch>[], trace: Trace): Promise<Result<Merged>[]> {
    const { users, groups, clock } = this.#deps
    const patches = items.filter((item): item is UserPatch => !(item instanceof DomainError))
    let issued = NO_ID
    const reserve = (count: number) => Promise.resolve((issued -= count))
    const onCopy = new UserMerger({
      users: new UsersInMemory(await users.findByMergeKeys(mergeKeysOf(patches)), clock),
      groups: { tree: () => groups.tree(), cancelDeletion: () => Promise.resolve([]) },
      userIds: { reserve, next: () => reserve(1) },
      clock,
    })
    return (await onCopy.mergeAll(items, trace)).map((result) =>
      result instanceof DomainError || result.user.id > NO_ID
        ? result
        : { ...result, user: { ...result.user, id: NO_ID } },
    )
  }

  /** Sets the results of the rows that could be written at once; the others stay without a result. */
  async #mergeTogether(rows: readonly Row[], trace: Trace): Promise<void> {
    const { users, clock } = this.#deps
    const byKey = new UsersByMergeKey(
      await users.findByMergeKeys(mergeKeysOf(rows.map(({ patch }) => patch))),
    )
    const matched = new Set<number>()
    const merges = new Map<Change, Row>()
    const creates: Row[] = []
    for (const row of rows) {
      const before = byKey.match(row.patch)
      if (!before) {
        const complete = resultOf(() => requireComplete(row.patch))
        if (complete instanceof DomainError) row.result = complete
        else creates.push(row)
        continue
      }
      // A second row for the same user is handled later, so that it sees the result of the first.
      if (matched.has(before.id)) continue
      matched.add(before.id)
      const after = merge(before, row.patch, clock.now())
      if (after === before) row.result = { user: before, created: false }
      else merges.set({ before, after }, row)
    }
    await this.#createTogether(creates, trace)
    const rejected = await users.changeAll([...merges.keys()], trace)
    for (const [change, row] of merges)
      if (!rejected.includes(change)) row.result = { user: change.after, created: false }
  }

  async #createTogether(rows: readonly Row[], trace: Trace): Promise<void> {
    if (rows.length === 0) return
    const { users, userIds, clock } = this.#deps
    const firstId = await userIds.reserve(rows.length)
    const added = new Map(rows.map((row, i) => [newUser(firstId + i, row.patch, clock.now()), row]))
    const rejected = new Set(await users.addAll([...added.keys()], trace))
    for (const [user, row] of added) if (!rejected.has(user)) row.result = { user, created: true }
  }

  async #mergeOne(patch: UserPatch, trace: Trace): Promise<Result<Merged>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attemptOne(patch, trace)
      } catch (error) {
        if (!(error instanceof DomainError) || error instanceof Unavailable) throw error
        if (attempt === MAX_ATTEMPTS || !isRaceLost(error)) return error
      }
    }
  }

  async #attemptOne(patch: UserPatch, trace: Trace): Promise<Merged> {
    const { users, userIds, clock } = this.#deps
    const before = new UsersByMergeKey(await users.findByMergeKeys(mergeKeysOf([patch]))).match(patch)
    if (before) {
      const user = await users.change(before.id, trace, (user, now) => merge(user, patch, now))
      return { user, created: false }
    }
    requireComplete(patch)
    const user = newUser(await userIds.next(), patch, clock.now())
    await users.add(user, trace)
    return { user, created: true }
  }

  /** Undoes the rows that put a user into a group that was deleted between the check and the write. */
  async #requireGroupsExist(rows: readonly Row[], trace: Trace): Promise<void> {
    const { groups, users } = this.#deps
    const deleted = await groups.cancelDeletion([
      ...new Set(rows.flatMap(({ patch }) => patch.groupIds ?? [])),
    ])
    if (deleted.length === 0) return
    for (const row of rows) {
      const groupId = row.patch.groupIds?.find((id) => deleted.includes(id))
      if (groupId === undefined || row.result === undefined || row.result instanceof DomainError) continue
      const { user, created } = row.result
      await users.change(user.id, trace, (current, now) =>
        created ? markDeleted(current, now) : leaveGroups(current, deleted, now),
      )
      row.result = new GroupNotFound('groupIds', groupId)
    }
  }
}

const isOpen = ({ result }: Row): boolean => result === undefined

/** The rows that share no key with an earlier row: only those can be written at once. */
function withDistinctKeys(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ patch }) => {
    const { externalIds, loginNames } = mergeKeysOf([patch])
    const keys = [...externalIds.map((id) => `id:${id}`), ...loginNames.map((name) => `name:${name}`)]
    const isNew = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}

/** Another request created or deleted the user in between: another attempt sees the current state. */
const isRaceLost = (error: DomainError): boolean =>
  error instanceof NotFound || error instanceof LoginNameTaken || error instanceof UserExternalIdTaken

/** @throws GroupNotFound */
function requireGroups(patch: UserPatch, exists: (groupId: number) => boolean): UserPatch {
  const missing = patch.groupIds?.find((id) => !exists(id))
  if (missing !== undefined) throw new GroupNotFound('groupIds', missing)
  return patch
}
