import { Scope } from '../../../platform/domain/account.ts'
import type { Result } from '../../../platform/errors.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { GroupNotFound, GroupOutOfReach } from '../errors.ts'
import type { Groups } from '../groups/repository.ts'
import type { GroupTree } from '../groups/rules.ts'
import { mergeKeysOf } from './merge-keys.ts'
import { planMerge, type MergeAccess, type MergeOutcome } from './merge-plan.ts'
import { undoInDeletedGroups, type WrittenUser } from './deleted-groups.ts'
import type { Users } from './repository.ts'
import { NO_ID, type Destination, type UserPatch, type Writer } from './rules.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByMergeKeys' | 'addAll' | 'change' | 'changeAll'>
  groups: Pick<Groups, 'tree' | 'protectFromDeletion'>
  userIds: Ids
  clock: Clock
}

/** Users to merge: the valid items as patches, the invalid ones as their rejection. */
export interface MergeRequest {
  readonly items: readonly Result<UserPatch>[]
  /** Absent for operators, who may change every user. */
  readonly access?: MergeAccess
  /** Undefined for a batch without a source. */
  readonly writer: Writer | undefined
}

/** A request that is carried out. */
export interface MergeAttempt extends MergeRequest {
  readonly trace: Trace
  /**
   * The first of consecutive ids that are reserved, one for each item; reserved when they are needed if
   * absent.
   */
  readonly firstId?: number
  /** An earlier attempt may have created users with these ids. */
  readonly isRetry?: boolean
}

/**
 * Creates or updates many users in a few round trips: reads all at once, plans, and writes all at once. Items
 * that were not written because another request came in between are planned and written again, one by one.
 * Both methods return what became of each item.
 */
export class UserMerger {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async mergeAll(attempt: MergeAttempt): Promise<MergeOutcome[]> {
    const written = await this.#write(await this.#plan(attempt), attempt)
    const outcomes: MergeOutcome[] = []
    for (const [i, item] of attempt.items.entries()) {
      const retry = () => this.#mergeOne(onlyItem(attempt, item, i))
      const outcome = written[i] ?? (await retryUntilWritten('users', retry))
      outcomes.push(outcome)
    }
    return await this.#undoInDeletedGroups(attempt, outcomes)
  }

  /** What {@link mergeAll} would do. Writes nothing. */
  async validateAll(request: MergeRequest): Promise<MergeOutcome[]> {
    const outcomes = await this.#plan(request)
    return outcomes.map((outcome) =>
      outcome.kind === 'created' ? { ...outcome, user: { ...outcome.user, id: NO_ID } } : outcome,
    )
  }

  async #mergeOne(attempt: MergeAttempt): Promise<MergeOutcome | undefined> {
    const [outcome] = await this.#write(await this.#plan(attempt), attempt)
    return outcome
  }

  async #plan(request: MergeRequest & Partial<MergeAttempt>): Promise<MergeOutcome[]> {
    const { users, groups, clock } = this.#deps
    const { items, access, writer } = request
    const patches = items.flatMap((item) => (item.kind === 'accepted' ? [item.value] : []))
    const [tree, found, created] = await Promise.all([
      groups.tree(),
      users.findByMergeKeys(mergeKeysOf(patches)),
      this.#alreadyCreated(request),
    ])
    return planMerge(items, {
      users: found,
      groupExists: (id) => tree.has(id),
      access,
      writer,
      destination: access && destinationOf(access, tree),
      alreadyCreated: (index) => created[index],
      now: clock.now(),
    })
  }

  /** For each item the user that an earlier attempt has created for it. */
  async #alreadyCreated({ items, firstId, isRetry = false }: MergeRequest & Partial<MergeAttempt>) {
    if (!isRetry || firstId === undefined) return []
    return await Promise.all(items.map((_, index) => this.#deps.users.find(firstId + index)))
  }

  /** @returns the outcomes, with ids of new users; undefined for those that were not written */
  async #write(
    planned: readonly MergeOutcome[],
    { trace, firstId }: MergeAttempt,
  ): Promise<(MergeOutcome | undefined)[]> {
    const { users } = this.#deps
    const outcomes =
      firstId === undefined ? await this.#withNewIds(planned) : withReservedIds(planned, firstId)
    const changes = outcomes.filter((outcome) => 'before' in outcome)
    const created = outcomes.filter((outcome) => outcome.kind === 'created').map(({ user }) => user)
    // Changes first: a new user may have a login name that a change gives up.
    const notChanged = await users.changeAll(
      changes.map(({ before, user }) => ({ before, after: user })),
      trace,
    )
    const notAdded = await users.addAll(created, trace)
    const notWritten = new Set([...notChanged.map(({ after }) => after), ...notAdded].map(({ id }) => id))
    return outcomes.map((outcome) =>
      'user' in outcome && notWritten.has(outcome.user.id) ? undefined : outcome,
    )
  }

  async #withNewIds(outcomes: readonly MergeOutcome[]): Promise<MergeOutcome[]> {
    const count = outcomes.filter(({ kind }) => kind === 'created').length
    if (count === 0) return [...outcomes]
    let nextId = await this.#deps.userIds.reserve(count)
    return outcomes.map((outcome) => (outcome.kind === 'created' ? withId(outcome, nextId++) : outcome))
  }

  /**
   * Undoes and rejects items that put a user into a group which was deleted between the check and the write.
   */
  async #undoInDeletedGroups(
    { access, trace }: MergeAttempt,
    outcomes: readonly MergeOutcome[],
  ): Promise<MergeOutcome[]> {
    const { groups, users } = this.#deps
    const written = outcomes.flatMap((outcome) => writtenBy(outcome) ?? [])
    const deleted = await undoInDeletedGroups({ users, groups }, written, trace)
    if (deleted.length === 0) return [...outcomes]
    return outcomes.map((outcome): MergeOutcome => {
      const groupId = writtenBy(outcome)?.groupIds.find((id) => deleted.includes(id))
      if (groupId === undefined) return outcome
      const error = access ? new GroupOutOfReach() : new GroupNotFound('groupIds', groupId)
      return { kind: 'rejected', error }
    })
  }
}

function destinationOf({ moveInto, scope }: MergeAccess, tree: GroupTree): Destination | undefined {
  if (moveInto === undefined) return undefined
  return { groupId: moveInto, groups: new Scope(tree.withSubgroups([moveInto])), scope }
}

type Created = Extract<MergeOutcome, { kind: 'created' }>

const withId = (outcome: Created, id: number): Created => ({ ...outcome, user: { ...outcome.user, id } })

const withReservedIds = (outcomes: readonly MergeOutcome[], firstId: number): MergeOutcome[] =>
  outcomes.map((outcome, index) => (outcome.kind === 'created' ? withId(outcome, firstId + index) : outcome))

/** The attempt with one of its items only, which keeps its reserved id. */
const onlyItem = (attempt: MergeAttempt, item: Result<UserPatch>, index: number): MergeAttempt => ({
  ...attempt,
  items: [item],
  ...(attempt.firstId === undefined ? {} : { firstId: attempt.firstId + index }),
})

/** What the item has written, if it put its user into groups. */
function writtenBy(outcome: MergeOutcome): WrittenUser | undefined {
  if (outcome.kind === 'created' || outcome.kind === 'already-created') return outcome.user
  if (outcome.kind !== 'changed' || outcome.user.groupIds === outcome.before.groupIds) return undefined
  return { ...outcome.user, groupIdsBefore: outcome.before.groupIds }
}
