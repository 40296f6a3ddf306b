import type { Handler } from '../../../platform/contract/operation.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { importKeyFor } from '../registrations/import-rules.ts'
import type { Registrations } from '../registrations/repository.ts'
import {
  isOlder,
  isOpen,
  move,
  type Actor,
  type Registration,
  type UserCopy,
} from '../registrations/rules.ts'
import type { CopiesInRegistrations } from './in-registrations.ts'
import type { NewestUsers } from './repository.ts'

interface Deps {
  readonly registrations: Pick<
    Registrations,
    'changeAll' | 'countOfUser' | 'findOpenOf' | 'findTaken' | 'nextOfUser' | 'openOfBoth'
  >
  readonly copiesInRegistrations: Pick<CopiesInRegistrations, 'takeExternalIdsBack'>
  readonly newestUsers: Pick<NewestUsers, 'cancelRefresh' | 'keep' | 'scheduleRefresh'>
  /** Refreshes the copies of users with many registrations. */
  readonly userRefresh: { wake(): void }
  readonly clock: Clock
}

const SHOWN_WITHDRAWALS = 100
/** In one write, or two if some are withdrawn. */
const GIVEN_AT_ONCE = 100
/** Far less than the deadline of the request, also where the database is slow. */
const STEP_MS = 1_000

/** What {@link mergeRegistrations} would do. */
export const planRegistrationMerge =
  ({ registrations }: Pick<Deps, 'registrations'>): Handler<'planRegistrationMerge'> =>
  async ({ path: { id, intoId } }) => {
    const pairs = await registrations.openOfBoth([id, intoId])
    return {
      status: 200,
      body: {
        registrations: await registrations.countOfUser(id),
        withdrawn: pairs.slice(0, SHOWN_WITHDRAWALS).map(({ course, olderId, youngerId }) => ({
          id: youngerId,
          keptId: olderId,
          courseId: course.id,
          courseName: course.name,
        })),
        withdrawnCount: pairs.length,
      },
    }
  }

/** Gives some of the registrations of a user to another account of the same person. */
export const mergeRegistrations =
  (deps: Deps): Handler<'mergeRegistrations'> =>
  async ({ path, body: { into, operatorName, after = 0 }, trace }) => {
    const { registrations, newestUsers, userRefresh, clock } = deps
    const user = { ...into, deleted: false }
    await newestUsers.keep([user])
    // Their user was deleted. A job that writes that into each of them would be in the way.
    await newestUsers.cancelRefresh(path.id)
    const until = performance.now() + STEP_MS
    const receiver = { user, actor: { id: null, name: operatorName }, trace }
    let step = { records: 0, done: false, after }
    while (!step.done && (step.records === 0 || performance.now() < until)) {
      const range = { afterId: step.after, limit: GIVEN_AT_ONCE }
      const found = await registrations.nextOfUser(path.id, range)
      await giveAll(deps, found, receiver)
      step = {
        records: step.records + found.length,
        done: found.length < GIVEN_AT_ONCE,
        after: found.at(-1)?.id ?? step.after,
      }
    }
    if (step.done) {
      // The user may have changed meanwhile, and a crash may have left an external id released.
      await newestUsers.scheduleRefresh(user.userId, clock.now())
      userRefresh.wake()
    }
    return { status: 200, body: step }
  }

interface Receiver {
  readonly user: UserCopy
  readonly actor: Actor
  readonly trace: Trace
}

/** A race with a create or an import for the receiver violates an index: the step is done again. */
async function giveAll(
  { registrations, copiesInRegistrations, clock }: Deps,
  found: readonly Registration[],
  { user, actor, trace }: Receiver,
): Promise<void> {
  const courseIds = found.flatMap(({ status, course }) => (isOpen(status) ? [course.id] : []))
  const open = new Map(
    (await registrations.findOpenOf(user.userId, courseIds)).map((one) => [one.course.id, one]),
  )
  const taken = await registrations.findTaken(
    found.map(({ importKey }) => importKeyFor(user.userId, importKey)),
  )
  const give = (moved: Registration, before = moved) =>
    before.user.userId === user.userId ? moved : givenTo(user, moved, before, taken, clock.now())
  const withdraw = (one: Registration) =>
    isOpen(one.status) ? move(one, { to: 'Withdrawn' }, actor, clock.now()) : one
  const lost = found.flatMap((one) => {
    const other = isOpen(one.status) && open.get(one.course.id)
    // A repeated request beside this one may have given it to the receiver meanwhile.
    if (!other || other.id === one.id) return []
    return [isOlder(one, other) ? other : one]
  })
  // Before the others go over, because the user may have one open registration for a course.
  await registrations.changeAll(lost, trace, (current) => give(withdraw(current), current))
  // Nobody has moved these: `user.deleted` says which user has them.
  await registrations.changeAll(
    found.filter((one) => !lost.includes(one)),
    undefined,
    (current) => give(current),
  )
  await copiesInRegistrations.takeExternalIdsBack(found.flatMap((one) => (one.user.deleted ? [one.id] : [])))
}

/** @param taken what imports remember of registrations that the user has already */
function givenTo(
  user: UserCopy,
  registration: Registration,
  { version }: Registration,
  taken: ReadonlySet<string>,
  now: Date,
): Registration {
  const keyFor = (importKey: string) => importKeyFor(user.userId, importKey)
  const { id, finishedBy } = registration
  const importKey = keyFor(registration.importKey)
  return {
    ...registration,
    user,
    // The same item was imported for both. The other registration stands for it from then on.
    importKey: taken.has(importKey) ? `${importKey}:${id}` : importKey,
    ...(finishedBy && {
      finishedBy: finishedBy.map((by) => ({ ...by, importKey: keyFor(by.importKey) })),
    }),
    updatedAt: now,
    version: version + 1,
  }
}
