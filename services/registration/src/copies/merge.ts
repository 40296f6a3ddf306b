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
import type { UserCopies } from './repository.ts'

interface Deps {
  readonly registrations: Pick<
    Registrations,
    'change' | 'countOfUser' | 'giveAll' | 'findOpenOf' | 'findTaken' | 'openOfBoth' | 'stepOfUser'
  >
  readonly copiesInRegistrations: Pick<CopiesInRegistrations, 'takeExternalIdsBack'>
  readonly userCopies: Pick<UserCopies, 'cancelRefresh' | 'keep' | 'scheduleRefresh'>
  /** Refreshes the copies of users with many registrations. */
  readonly userRefresh: { wake(): void }
  readonly clock: Clock
}

const SHOWN_WITHDRAWALS = 100
/** Each is a write of its own, or two with an event. */
const GIVEN_AT_ONCE = 10
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
    const { registrations, userCopies, userRefresh, clock } = deps
    const user = { ...into, deleted: false }
    await userCopies.keep([user])
    // Their user was deleted. A job that writes that into each of them would be in the way.
    await userCopies.cancelRefresh(path.id)
    const until = performance.now() + STEP_MS
    const receiver = { user, actor: { id: null, name: operatorName }, trace }
    let step = { records: 0, done: false, after }
    while (!step.done && (step.records === 0 || performance.now() < until)) {
      const range = { afterId: step.after, limit: GIVEN_AT_ONCE }
      const { records, ...reached } = await registrations.stepOfUser(path.id, range, (found) =>
        giveAll(deps, found, receiver),
      )
      step = { records: step.records + records, ...reached }
    }
    if (step.done) {
      // The user may have changed meanwhile, and a crash may have left an external id released.
      await userCopies.scheduleRefresh(user.userId, clock.now())
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
): Promise<number> {
  const courseIds = found.flatMap(({ status, course }) => (isOpen(status) ? [course.id] : []))
  const open = new Map(
    (await registrations.findOpenOf(user.userId, courseIds)).map((one) => [one.course.id, one]),
  )
  const taken = await registrations.findTaken(
    found.map(({ importKey }) => importKeyFor(user.userId, importKey)),
  )
  const withdraw = (one: Registration) =>
    isOpen(one.status) ? move(one, { to: 'Withdrawn' }, actor, clock.now()) : one
  const otherOf = (one: Registration) => (isOpen(one.status) ? open.get(one.course.id) : undefined)
  const give = (one: Registration, before = one) =>
    before.user.userId === user.userId ? before : givenTo(user, one, before, taken, clock.now())
  const kept: Registration[] = []
  for (const one of found) {
    const other = otherOf(one)
    if (!other) kept.push(one)
    else if (isOlder(one, other)) {
      // Before that one goes over, because the user may have one open registration for the course.
      await registrations.change(other, trace, withdraw)
      kept.push(one)
    } else await registrations.change(one, trace, (current) => give(withdraw(current), current))
  }
  // Nobody has moved those that are kept: `user.deleted` says which user has them.
  if (!(await registrations.giveAll(kept.map((one) => give(one)))))
    for (const one of kept) await registrations.change(one, undefined, (current) => give(current))
  await copiesInRegistrations.takeExternalIdsBack(found.map(({ id }) => id))
  return found.length
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
