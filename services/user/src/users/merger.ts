import type { Result } from '../../../shared/errors.ts'
import type { Ids } from '../../../shared/store/counters.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Trace } from '../../../shared/trace.ts'
import { GroupNotFound } from '../errors.ts'
import type { Groups } from '../groups/repository.ts'
import { mergeKeysOf } from './match.ts'
import { planMerge, type MergeStep } from './merge-plan.ts'
import type { Users } from './repository.ts'
import { leaveGroups, markDeleted, type UserPatch } from './rules.ts'

interface Deps {
  users: Pick<Users, 'findByMergeKeys' | 'addAll' | 'change' | 'changeAll'>
  groups: Pick<Groups, 'tree' | 'cancelDeletion'>
  userIds: Ids
  clock: Clock
}

/** The id of a new user that a validate-only batch shows. */
const NO_ID = 0

/**
 * Creates or updates many users in a few round trips: reads all at once, plans, and writes all at once. Items that were
 * not written because another request came in between are planned and written again, one by one.
 *
 * Every method takes the valid items as patches and the invalid ones as their rejection, and returns what became of each.
 */
export class UserMerger {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async mergeAll(items: readonly Result<UserPatch>[], trace: Trace): Promise<MergeStep[]> {
    const written = await this.#write(await this.#plan(items), trace)
    const steps: MergeStep[] = []
    for (const [i, item] of items.entries())
      steps.push(written[i] ?? (await retryUntilWritten('users', () => this.#mergeOne(item, trace))))
    return await this.#undoInDeletedGroups(items, steps, trace)
  }

  /** What {@link mergeAll} would do. Writes nothing. */
  async validateAll(items: readonly Result<UserPatch>[]): Promise<MergeStep[]> {
    const steps = await this.#plan(items)
    return steps.map((step) =>
      step.kind === 'created' ? { ...step, user: { ...step.user, id: NO_ID } } : step,
    )
  }

  async #mergeOne(item: Result<UserPatch>, trace: Trace): Promise<MergeStep | undefined> {
    const [step] = await this.#write(await this.#plan([item]), trace)
    return step
  }

  async #plan(items: readonly Result<UserPatch>[]): Promise<MergeStep[]> {
    const { users, groups, clock } = this.#deps
    const patches = items.flatMap((item) => (item.kind === 'accepted' ? [item.value] : []))
    const tree = await groups.tree()
    return planMerge(items, {
      users: await users.findByMergeKeys(mergeKeysOf(patches)),
      groupExists: (id) => tree.has(id),
      now: clock.now(),
    })
  }

  /** @returns the steps, with ids of new users; undefined for those that were not written */
  async #write(planned: readonly MergeStep[], trace: Trace): Promise<(MergeStep | undefined)[]> {
    const { users } = this.#deps
    const steps = await this.#withIds(planned)
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

  async #withIds(steps: readonly MergeStep[]): Promise<MergeStep[]> {
    const count = steps.filter(({ kind }) => kind === 'created').length
    if (count === 0) return [...steps]
    let nextId = await this.#deps.userIds.reserve(count)
    return steps.map((step) =>
      step.kind === 'created' ? { ...step, user: { ...step.user, id: nextId++ } } : step,
    )
  }

  /** Undoes and rejects items that put a user into a group which was deleted between the check and the write. */
  async #undoInDeletedGroups(
    items: readonly Result<UserPatch>[],
    steps: MergeStep[],
    trace: Trace,
  ): Promise<MergeStep[]> {
    const { groups, users } = this.#deps
    const groupsOf = (item: Result<UserPatch> | undefined) =>
      item?.kind === 'accepted' ? (item.value.groupIds ?? []) : []
    const deleted = await groups.cancelDeletion([...new Set(items.flatMap(groupsOf))])
    if (deleted.length === 0) return steps
    const results: MergeStep[] = []
    for (const [i, step] of steps.entries()) {
      const groupId = groupsOf(items[i]).find((id) => deleted.includes(id))
      if (groupId === undefined || step.kind === 'rejected') {
        results.push(step)
        continue
      }
      await users.change(step.user.id, trace, (user, now) =>
        step.kind === 'created' ? markDeleted(user, now) : leaveGroups(user, deleted, now),
      )
      results.push({ kind: 'rejected', error: new GroupNotFound('groupIds', groupId) })
    }
    return results
  }
}
