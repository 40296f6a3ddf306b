import { Scope } from '../../../platform/domain/account.ts'
import type { Result } from '../../../platform/errors.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { GroupNotFound, GroupOutOfReach } from '../errors.ts'
import type { Groups } from '../groups/repository.ts'
import type { GroupTree } from '../groups/rules.ts'
import { upsertKeysOf } from './upsert-keys.ts'
import { planUpsert, type PlannedItem, type UpsertAccess, type UpsertOutcome } from './upsert-plan.ts'
import { undoInDeletedGroups, type WrittenUser } from './deleted-groups.ts'
import type { Users } from './repository.ts'
import { NO_ID, type Destination, type UserPatch, type Writer } from './rules.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByUpsertKeys' | 'addAll' | 'change' | 'changeAll'>
  groups: Pick<Groups, 'tree' | 'protectFromDeletion'>
  userIds: Ids
  clock: Clock
}

/** Users to create or update: the valid items as patches, the invalid ones as their rejection. */
export interface UpsertRequest {
  readonly items: readonly Result<UserPatch>[]
  /** Absent for operators, who may change every user. */
  readonly access?: UpsertAccess
  /** Undefined for a batch without a source. */
  readonly writer: Writer | undefined
}

/** A request that is carried out. */
export interface UpsertAttempt extends UpsertRequest {
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
export class UserUpserter {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async upsertAll(attempt: UpsertAttempt): Promise<UpsertOutcome[]> {
    const written = await this.#write(await this.#plan(attempt), attempt)
    const outcomes: UpsertOutcome[] = []
    for (const [i, item] of attempt.items.entries()) {
      const retry = () => this.#upsertOne(onlyItem(attempt, item, i))
      const outcome = written[i] ?? (await retryUntilWritten('users', retry))
      outcomes.push(outcome)
    }
    return await this.#undoInDeletedGroups(attempt, outcomes)
  }

  /** What {@link upsertAll} would do. Writes nothing. */
  async validateAll(request: UpsertRequest): Promise<UpsertOutcome[]> {
    return (await this.#plan(request)).map((item) => withId(item, NO_ID))
  }

  async #upsertOne(attempt: UpsertAttempt): Promise<UpsertOutcome | undefined> {
    const [outcome] = await this.#write(await this.#plan(attempt), attempt)
    return outcome
  }

  async #plan(request: UpsertRequest & Partial<UpsertAttempt>): Promise<PlannedItem[]> {
    const { users, groups, clock } = this.#deps
    const { items, access, writer } = request
    const patches = items.flatMap((item) => (item.kind === 'accepted' ? [item.value] : []))
    const [tree, found, created] = await Promise.all([
      groups.tree(),
      users.findByUpsertKeys(upsertKeysOf(patches)),
      this.#alreadyCreated(request),
    ])
    return planUpsert(items, {
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
  async #alreadyCreated({ items, firstId, isRetry = false }: UpsertRequest & Partial<UpsertAttempt>) {
    if (!isRetry || firstId === undefined) return []
    return await Promise.all(items.map((_, index) => this.#deps.users.find(firstId + index)))
  }

  /** @returns the outcomes; undefined for those that were not written */
  async #write(
    planned: readonly PlannedItem[],
    { trace, firstId }: UpsertAttempt,
  ): Promise<(UpsertOutcome | undefined)[]> {
    const { users } = this.#deps
    const outcomes =
      firstId === undefined
        ? await this.#withNewIds(planned)
        : planned.map((item, index) => withId(item, firstId + index))
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

  async #withNewIds(planned: readonly PlannedItem[]): Promise<UpsertOutcome[]> {
    const count = planned.filter(({ kind }) => kind === 'new').length
    let nextId = count === 0 ? NO_ID : await this.#deps.userIds.reserve(count)
    return planned.map((item) => withId(item, item.kind === 'new' ? nextId++ : NO_ID))
  }

  /**
   * Undoes and rejects items that put a user into a group which was deleted between the check and the write.
   */
  async #undoInDeletedGroups(
    { access, trace }: UpsertAttempt,
    outcomes: readonly UpsertOutcome[],
  ): Promise<UpsertOutcome[]> {
    const { groups, users } = this.#deps
    const written = outcomes.flatMap((outcome) => writtenBy(outcome) ?? [])
    const deleted = await undoInDeletedGroups({ users, groups }, written, trace)
    if (deleted.length === 0) return [...outcomes]
    return outcomes.map((outcome): UpsertOutcome => {
      const groupId = writtenBy(outcome)?.groupIds.find((id) => deleted.includes(id))
      if (groupId === undefined) return outcome
      const error = access ? new GroupOutOfReach() : new GroupNotFound('groupIds', groupId)
      return { kind: 'rejected', error }
    })
  }
}

function destinationOf({ moveInto, scope }: UpsertAccess, tree: GroupTree): Destination | undefined {
  if (moveInto === undefined) return undefined
  return { groupId: moveInto, groups: new Scope(tree.withSubgroups([moveInto])), scope }
}

/** The item with this id of its user, if it is a new one. */
const withId = (item: PlannedItem, id: number): UpsertOutcome =>
  item.kind === 'new' ? { kind: 'created', user: { ...item.user, id } } : item

/** The attempt with one of its items only, which keeps its reserved id. */
const onlyItem = (attempt: UpsertAttempt, item: Result<UserPatch>, index: number): UpsertAttempt => ({
  ...attempt,
  items: [item],
  ...(attempt.firstId === undefined ? {} : { firstId: attempt.firstId + index }),
})

/** What the item has written, if it put its user into groups. */
function writtenBy(outcome: UpsertOutcome): WrittenUser | undefined {
  if (outcome.kind === 'created' || outcome.kind === 'already-created') return outcome.user
  return outcome.kind === 'changed' && outcome.changesGroups ? outcome.user : undefined
}
