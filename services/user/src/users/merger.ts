import type { Clock } from '../../../shared/time.ts'
import { Unavailable, DomainError, NotFound, resultOf, type Result } from '../../../shared/errors.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import type { Trace } from '../../../shared/trace.ts'
import { GroupNotFound, LoginNameTaken, UserExternalIdTaken } from '../errors.ts'
import { Directory, keysOf } from './directory.ts'
import { leave, markDeleted, merge, newUser, requireComplete, type User, type UserPatch } from './rules.ts'
import type { Groups } from '../groups/repository.ts'
import type { Change, Users } from './repository.ts'
import { UsersInMemory } from './in-memory.ts'

export interface Merged {
  readonly user: User
  readonly created: boolean
}

/** What an import asks of the store of users. */
export type MergedUsers = Pick<Users, 'havingAnyOf' | 'add' | 'addAll' | 'change' | 'changeAll'>

interface Deps {
  users: MergedUsers
  groups: Pick<Groups, 'tree' | 'keep'>
  userIds: Ids
  clock: Clock
}

/** One item of an import, and its result. */
interface Row {
  readonly patch: UserPatch
  result: Result<Merged> | undefined
}

/** How often an item is retried when others create or delete the same user at the same time. */
const MAX_ATTEMPTS = 3

/** The id that a dry run shows (decision R11). */
const NO_ID = 0

/**
 * Creates or merges many users in a few round trips: all are read at once and written at once. Only those
 * that the database refused are handled one by one, which also finds the reason.
 */
export class UserMerger {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @param items invalid ones come as their rejection */
  async mergeAll(items: readonly Result<UserPatch>[], trace: Trace): Promise<Result<Merged>[]> {
    const tree = await this.#deps.groups.tree()
    const rows = items.map((item): Row => {
      const checked =
        item instanceof DomainError ? item : resultOf(() => requireGroups(item, (id) => tree.has(id)))
      return checked instanceof DomainError
        ? { patch: {}, result: checked }
        : { patch: checked, result: undefined }
    })
    await this.#mergeTogether(apart(open(rows)), trace)
    for (const row of open(rows)) row.result = await this.#mergeOne(row.patch, trace)
    await this.#keepGroups(rows, trace)
    return rows.map(({ result }) => result as Result<Merged>)
  }

  /** What {@link mergeAll} would do, by the same steps upon a copy of the users concerned; writes nothing (R11). */
  async tryAll(items: readonly Result<UserPatch>[], trace: Trace): Promise<Result<Merged>[]> {
    const { users, groups, clock } = this.#deps
    const patches = items.filter((item): item is UserPatch => !(item instanceof DomainError))
    let issued = NO_ID
    const reserve = (count: number) => Promise.resolve((issued -= count))
    const rehearsal = new UserMerger({
      users: new UsersInMemory(await users.havingAnyOf(keysOf(patches)), clock),
      groups: { tree: () => groups.tree(), keep: () => Promise.resolve([]) },
      userIds: { reserve, next: () => reserve(1) },
      clock,
    })
    return (await rehearsal.mergeAll(items, trace)).map((result) =>
      result instanceof DomainError || result.user.id > NO_ID
        ? result
        : { ...result, user: { ...result.user, id: NO_ID } },
    )
  }

  /** Settles what can be written at once; the rest stays open. */
  async #mergeTogether(rows: readonly Row[], trace: Trace): Promise<void> {
    const { users, clock } = this.#deps
    const directory = new Directory(await users.havingAnyOf(keysOf(rows.map(({ patch }) => patch))))
    const taken = new Set<number>()
    const merges = new Map<Change, Row>()
    const creates: Row[] = []
    for (const row of rows) {
      const before = directory.meantBy(row.patch)
      if (!before) {
        const complete = resultOf(() => requireComplete(row.patch))
        if (complete instanceof DomainError) row.result = complete
        else creates.push(row)
        continue
      }
      // A second row for the same user is handled later, so that it sees the result of the first.
      if (taken.has(before.id)) continue
      taken.add(before.id)
      const after = merge(before, row.patch, clock.now())
      if (after === before) row.result = { user: before, created: false }
      else merges.set({ before, after }, row)
    }
    await this.#createTogether(creates, trace)
    const refused = await users.changeAll([...merges.keys()], trace)
    for (const [change, row] of merges)
      if (!refused.includes(change)) row.result = { user: change.after, created: false }
  }

  async #createTogether(rows: readonly Row[], trace: Trace): Promise<void> {
    if (rows.length === 0) return
    const { users, userIds, clock } = this.#deps
    const firstId = await userIds.reserve(rows.length)
    const added = new Map(rows.map((row, i) => [newUser(firstId + i, row.patch, clock.now()), row]))
    const refused = new Set(await users.addAll([...added.keys()], trace))
    for (const [user, row] of added) if (!refused.has(user)) row.result = { user, created: true }
  }

  async #mergeOne(patch: UserPatch, trace: Trace): Promise<Result<Merged>> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#tryOne(patch, trace)
      } catch (error) {
        if (!(error instanceof DomainError) || error instanceof Unavailable) throw error
        if (tries === MAX_ATTEMPTS || !mayPassNext(error)) return error
      }
    }
  }

  async #tryOne(patch: UserPatch, trace: Trace): Promise<Merged> {
    const { users, userIds, clock } = this.#deps
    const before = new Directory(await users.havingAnyOf(keysOf([patch]))).meantBy(patch)
    if (before) {
      const user = await users.change(before.id, trace, (user, now) => merge(user, patch, now))
      return { user, created: false }
    }
    requireComplete(patch)
    const user = newUser(await userIds.next(), patch, clock.now())
    await users.add(user, trace)
    return { user, created: true }
  }

  /** If a group was deleted between the check and the write, undoes what was written into it. */
  async #keepGroups(rows: readonly Row[], trace: Trace): Promise<void> {
    const { groups, users } = this.#deps
    const gone = await groups.keep([...new Set(rows.flatMap(({ patch }) => patch.groupIds ?? []))])
    if (gone.length === 0) return
    for (const row of rows) {
      const groupId = row.patch.groupIds?.find((id) => gone.includes(id))
      if (groupId === undefined || row.result === undefined || row.result instanceof DomainError) continue
      const { user, created } = row.result
      await users.change(user.id, trace, (now, at) => (created ? markDeleted(now, at) : leave(now, gone, at)))
      row.result = new GroupNotFound('groupIds', groupId)
    }
  }
}

const open = (rows: readonly Row[]): Row[] => rows.filter(({ result }) => result === undefined)

/** Rows that share no key with a row before them: only those can be written at once. */
function apart(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ patch }) => {
    const { externalIds, loginNames } = keysOf([patch])
    const keys = [...externalIds.map((id) => `id:${id}`), ...loginNames.map((name) => `name:${name}`)]
    const fresh = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return fresh
  })
}

/** Another request created or deleted the user meanwhile: a retry sees the current state. */
const mayPassNext = (error: DomainError): boolean =>
  error instanceof NotFound || error instanceof LoginNameTaken || error instanceof UserExternalIdTaken

/** @throws GroupNotFound */
function requireGroups(patch: UserPatch, exists: (groupId: number) => boolean): UserPatch {
  const missing = patch.groupIds?.find((id) => !exists(id))
  if (missing !== undefined) throw new GroupNotFound('groupIds', missing)
  return patch
}
