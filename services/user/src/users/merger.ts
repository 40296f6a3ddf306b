import type { Result } from '../../../shared/errors.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Trace } from '../../../shared/trace.ts'
import { GroupNotFound, GroupOutOfReach } from '../errors.ts'
import type { Groups } from '../groups/repository.ts'
import { mergeKeysOf } from './match.ts'
import { planMerge, type MergeAccess, type MergeStep } from './merge-plan.ts'
import type { Users } from './repository.ts'
import { leaveGroups, markDeleted, type UserPatch } from './rules.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByMergeKeys' | 'addAll' | 'change' | 'changeAll'>
  groups: Pick<Groups, 'tree' | 'cancelDeletion'>
  userIds: Ids
  clock: Clock
}

/** The id of a new user that a validate-only batch shows. */
const NO_ID = 0

/** Users to merge: the valid items as patches, the invalid ones as their rejection. */
export interface MergeRequest {
  readonly items: readonly Result<UserPatch>[]
  /** Absent for operators, who may change every user. */
  readonly access?: MergeAccess
}

/** A request that is carried out. */
export interface MergeAttempt extends MergeRequest {
  readonly trace: Trace
  /** The first of consecutive ids that are reserved, one for each item; reserved when they are needed if absent. */
  readonly firstId?: number
  /** An earlier attempt may have created users with these ids. */
  readonly isRetry?: boolean
}

/**
 * Creates or updates many users in a few round trips: reads all at once, plans, and writes all at once. Items that were
 * not written because another request came in between are planned and written again, one by one. Both methods return
 * what became of each item.
 */
export class UserMerger {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async mergeAll(attempt: MergeAttempt): Promise<MergeStep[]> {
    const written = await this.#write(await this.#plan(attempt), attempt)
    const steps: MergeStep[] = []
    for (const [i, item] of attempt.items.entries())
      steps.push(
        written[i] ?? (await retryUntilWritten('users', () => this.#mergeOne(alone(attempt, item, i)))),
      )
    return await this.#undoInDeletedGroups(attempt, steps)
  }

  /** What {@link mergeAll} would do. Writes nothing. */
  async validateAll(request: MergeRequest): Promise<MergeStep[]> {
    const steps = await this.#plan(request)
    return steps.map((step) =>
      step.kind === 'created' ? { ...step, user: { ...step.user, id: NO_ID } } : step,
    )
  }

  async #mergeOne(attempt: MergeAttempt): Promise<MergeStep | undefined> {
    const [step] = await this.#write(await this.#plan(attempt), attempt)
    return step
  }

  async #plan(request: MergeRequest & Partial<MergeAttempt>): Promise<MergeStep[]> {
    const { users, groups, clock } = this.#deps
    const { items, access } = request
    const patches = items.flatMap((item) => (item.kind === 'accepted' ? [item.value] : []))
    const [tree, found, created] = await Promise.all([
      groups.tree(),
      users.findByMergeKeys(mergeKeysOf(patches)),
      this.#createdBefore(request),
    ])
    return planMerge(items, {
      users: found,
      groupExists: (id) => tree.has(id),
      access,
      createdBefore: (index) => created[index],
      now: clock.now(),
    })
  }

  /** For each item the user that an earlier attempt has created for it. */
  async #createdBefore({ items, firstId, isRetry = false }: MergeRequest & Partial<MergeAttempt>) {
    if (!isRetry || firstId === undefined) return []
    return await Promise.all(items.map((_, index) => this.#deps.users.find(firstId + index)))
  }

  /** @returns the steps, with ids of new users; undefined for those that were not written */
  async #write(
    planned: readonly MergeStep[],
    { trace, firstId }: MergeAttempt,
  ): Promise<(MergeStep | undefined)[]> {
    const { users } = this.#deps
    const steps = firstId === undefined ? await this.#withNewIds(planned) : withReservedIds(planned, firstId)
    const changes = steps.filter((step) => step.kind === 'changed')
    const created = steps.filter((step) => step.kind === 'created').map(({ user }) => user)
    // Changes first: a new user may have a login name that a change gives up.
    const notChanged = await users.changeAll(
      changes.map(({ before, user }) => ({ before, after: user })),
      trace,
    )
    const notAdded = await users.addAll(created, trace)
    const notWritten = new Set([...notChanged.map(({ after }) => after), ...notAdded])
    return steps.map((step) => ('user' in step && notWritten.has(step.user) ? undefined : step))
  }

  async #withNewIds(steps: readonly MergeStep[]): Promise<MergeStep[]> {
    const count = steps.filter(({ kind }) => kind === 'created').length
    if (count === 0) return [...steps]
    let nextId = await this.#deps.userIds.reserve(count)
    return steps.map((step) => (step.kind === 'created' ? withId(step, nextId++) : step))
  }

  /** Undoes and rejects items that put a user into a group which was deleted between the check and the write. */
  async #undoInDeletedGroups(
    { items, access, trace }: MergeAttempt,
    steps: readonly MergeStep[],
  ): Promise<MergeStep[]> {
    const { groups, users } = this.#deps
    const joined = steps.map((step, i) => groupsJoined(step, items[i]))
    const deleted = await groups.cancelDeletion([...new Set(joined.flat())])
    if (deleted.length === 0) return [...steps]
    const results: MergeStep[] = []
    for (const [i, step] of steps.entries()) {
      const groupId = joined[i]?.find((id) => deleted.includes(id))
      if (groupId === undefined || step.kind === 'rejected') {
        results.push(step)
        continue
      }
      await users.change(step.user.id, trace, (user, now) =>
        step.kind === 'created' ? markDeleted(user, now) : leaveGroups(user, deleted, now),
      )
      const error = access ? new GroupOutOfReach() : new GroupNotFound('groupIds', groupId)
      results.push({ kind: 'rejected', error })
    }
    return results
  }
}

type Created = Extract<MergeStep, { kind: 'created' }>

const withId = (step: Created, id: number): Created => ({ ...step, user: { ...step.user, id } })

const withReservedIds = (steps: readonly MergeStep[], firstId: number): MergeStep[] =>
  steps.map((step, index) => (step.kind === 'created' ? withId(step, firstId + index) : step))

/** The attempt with one of its items only, which keeps its reserved id. */
const alone = (attempt: MergeAttempt, item: Result<UserPatch>, index: number): MergeAttempt => ({
  ...attempt,
  items: [item],
  ...(attempt.firstId === undefined ? {} : { firstId: attempt.firstId + index }),
})

/** The groups that the item has put its user into: those that it names, or the one of a new user. */
function groupsJoined(step: MergeStep, item: Result<UserPatch> | undefined): readonly number[] {
  if (item?.kind === 'accepted' && item.value.groupIds) return item.value.groupIds
  return step.kind === 'created' ? step.user.groupIds : []
}
