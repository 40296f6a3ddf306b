import type { StepRange, StepResult } from '../../../platform/domain/step.ts'
import { doStep } from '../../../platform/store/in-steps.ts'
import { bulkUpdate } from '../../../platform/store/insert.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import type { StoredCourse } from '../courses/rules.ts'
import { ACTIVE, type RegistrationModel } from '../registrations/record.ts'
import type { UserCopy } from '../registrations/rules.ts'

/** The newest course or user. */
export type Newest = { readonly course: StoredCourse } | { readonly user: UserCopy }

/** The same, with registrations that may have an older copy. */
type NewestCopy = Newest & { readonly registrationIds: readonly number[] }

/** The copies of courses and users in registrations. */
export class CopiesInRegistrations {
  readonly #model: RegistrationModel
  readonly #clock: Clock
  readonly #logger: Pick<Logger, 'warn'>

  constructor(model: RegistrationModel, clock: Clock, logger: Pick<Logger, 'warn'>) {
    this.#model = model
    this.#clock = clock
    this.#logger = logger
  }

  /**
   * Replaces older copies, at least one. The registrations that had one get the date of this write. Those of
   * a deleted user or course release their external ids; the others take theirs back.
   * @returns how many there were
   */
  async refresh(copies: readonly NewestCopy[]): Promise<number> {
    const updatedAt = this.#clock.now()
    const updates = copies.map((newest) => ({ updateMany: refreshUpdate(newest, updatedAt) }))
    const { matched } = await bulkUpdate(this.#model, updates)
    const isLiving = (newest: Newest) => !('user' in newest ? newest.user : newest.course).deleted
    await this.takeExternalIdsBack(copies.filter(isLiving).flatMap((newest) => newest.registrationIds))
    return matched
  }

  /**
   * Living users and courses take back the external ids that their registrations have released, unless others
   * have taken them meanwhile. Done again when a crash has interrupted it.
   */
  async takeExternalIdsBack(ids: readonly number[]): Promise<void> {
    const released = { ...ACTIVE, externalId: { $gt: '' }, heldExternalId: '' }
    const found = await this.#model.find({ _id: { $in: ids }, ...released }, { externalId: 1 }).lean()
    if (found.length === 0) return
    const { duplicates } = await bulkUpdate(
      this.#model,
      found.map(({ _id, externalId }) => ({
        updateOne: { filter: { _id, ...released }, update: { $set: { heldExternalId: externalId } } },
      })),
    )
    for (const { _id } of found.filter((_, i) => duplicates.has(i))) {
      const updatedAt = this.#clock.now()
      await this.#model.updateOne({ _id, ...released }, { $set: { externalId: '', updatedAt } })
      this.#logger.warn(
        { registrationId: _id },
        'a registration that came back has lost its external id, which another one has taken',
      )
    }
  }

  /**
   * Replaces older copies that have this group, in at most `limit` registrations of each course and user.
   * @returns whether none is left
   */
  async refreshInGroup(groupId: number, newest: readonly Newest[], limit: number): Promise<boolean> {
    const idsOf = async (each: Newest): Promise<number[]> => {
      const inGroup =
        'user' in each
          ? { 'user.userId': each.user.userId, 'user.groupIds': groupId }
          : { 'course.id': each.course.id, 'course.groupIds': groupId }
      return (await this.#model.find(inGroup, { _id: 1 }).limit(limit).lean()).map(({ _id }) => _id)
    }
    const copies = await Promise.all(
      newest.map(async (each) => ({ ...each, registrationIds: await idsOf(each) })),
    )
    const older = copies.filter(({ registrationIds }) => registrationIds.length > 0)
    if (older.length > 0) await this.refresh(older)
    return older.every(({ registrationIds }) => registrationIds.length < limit)
  }

  /**
   * Takes a deleted group out of copies of users, at most `limit`: a message that says who has left it may be
   * on its way. The version stays, so that the message replaces the copy.
   * @returns whether none is left
   */
  async leaveGroup(groupId: number, limit: number): Promise<boolean> {
    const inGroup = { 'user.groupIds': groupId }
    const { done } = await doStep(this.#model, inGroup, { afterId: 0, limit }, async (ids) => {
      const left = await this.#model.updateMany({ _id: { $in: ids } }, { $pull: inGroup })
      return left.modifiedCount
    })
    return done
  }

  /** Replaces older copies of a course in some of its registrations. */
  refreshCourse(course: StoredCourse, range: StepRange): Promise<StepResult> {
    return doStep(this.#model, { 'course.id': course.id }, range, (registrationIds) =>
      this.refresh([{ course, registrationIds }]),
    )
  }

  /** Replaces older copies of a user in some registrations of the user. */
  refreshUser(user: UserCopy, range: StepRange): Promise<StepResult> {
    return doStep(this.#model, { 'user.userId': user.userId }, range, (registrationIds) =>
      this.refresh([{ user, registrationIds }]),
    )
  }

  /**
   * Replaces older copies of these users in at most `limit` of their registrations.
   * @returns the users who may have further registrations, with lower ids first
   */
  async refreshUsers(users: readonly UserCopy[], limit: number): Promise<UserCopy[]> {
    const ofUsers = { 'user.userId': { $in: users.map(({ userId }) => userId) } }
    const query = this.#model.find(ofUsers, { 'user.userId': 1 }).sort({ 'user.userId': 1, _id: 1 })
    const found = await query.limit(limit).lean<{ _id: number; user: Pick<UserCopy, 'userId'> }[]>()
    const last = found.at(-1)?.user.userId
    if (last === undefined) return []
    const idsOf = Map.groupBy(found, ({ user }) => user.userId)
    await this.refresh(
      users.flatMap((user) => {
        const registrationIds = idsOf.get(user.userId)?.map(({ _id }) => _id)
        return registrationIds ? [{ user, registrationIds }] : []
      }),
    )
    if (found.length < limit) return []
    return users.filter(({ userId }) => userId >= last).sort((a, b) => a.userId - b.userId)
  }

  /**
   * Removes what names the user from some registrations of the user, with the pending events. The
   * registrations become those of a deleted user, or are removed. Their own `externalId` stays and is shown,
   * but is no longer reserved (`heldExternalId`).
   * @param onFound called before they are changed
   */
  eraseUser(
    userId: number,
    { remove }: { remove: boolean },
    range: StepRange,
    onFound: (ids: readonly number[]) => Promise<void>,
  ): Promise<StepResult> {
    return doStep(this.#model, { 'user.userId': userId }, range, async (ids) => {
      await onFound(ids)
      if (remove) return (await this.#model.deleteMany({ _id: { $in: ids } })).deletedCount
      const updatedAt = this.#clock.now()
      const erased = await this.#model.updateMany(
        {
          _id: { $in: ids },
          $or: [
            { 'user.externalId': { $gt: '' } },
            { 'user.deleted': false },
            { eventsDueAt: { $gt: new Date(0) } },
          ],
        },
        {
          $set: { 'user.externalId': '', 'user.deleted': true, heldExternalId: '', updatedAt, events: [] },
          $unset: { eventsDueAt: '', eventsClaim: '' },
        },
      )
      return erased.modifiedCount
    })
  }
}

/**
 * Only a higher version replaces a copy, so a repeated or a late update changes nothing. A deleted one
 * releases the external id.
 */
function refreshUpdate(newest: NewestCopy, updatedAt: Date) {
  const ids = { _id: { $in: [...newest.registrationIds] } }
  if ('user' in newest) {
    const { user } = newest
    return {
      filter: { ...ids, 'user.userId': user.userId, 'user.version': { $lt: user.version } },
      update: { $set: { user: { ...user, groupIds: [...user.groupIds] }, updatedAt, ...releasedBy(user) } },
    }
  }
  const { id, name, groupIds, version, deleted } = newest.course
  return {
    filter: { ...ids, 'course.id': id, 'course.version': { $lt: version } },
    update: {
      $set: {
        course: { id, name, groupIds: [...groupIds], version, deleted },
        updatedAt,
        ...releasedBy({ deleted }),
      },
    },
  }
}

const releasedBy = ({ deleted }: { readonly deleted: boolean }) => (deleted ? { heldExternalId: '' } : {})
