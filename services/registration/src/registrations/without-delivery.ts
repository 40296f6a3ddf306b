import type { Audited, Handler } from '../../../platform/contract/operation.ts'
import type { Schemas } from '../../../platform/contract/schema.ts'
import { pageOf } from '../../../platform/domain/page.ts'
import { findRegistrationsWithoutDelivery } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import { listResponse } from '../../../platform/http/list.ts'
import { readMoment, type Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { UserLookup } from '../clients/user-service.ts'
import { RegistrationImported } from '../errors.ts'
import { presentRegistration } from './presenter.ts'
import { registrationCreatedEvent } from './events.ts'
import type { RegistrationWithEvent, Registrations } from './repository.ts'
import { isActive, type Registration } from './rules.ts'

interface Deps {
  readonly registrations: Registrations
  readonly notificationService: InternalService<'notification'>
  readonly users: UserLookup
  readonly clock: Clock
}

/** The registrations whose event or delivery was lost, with a broker or by a restore. */
export const listRegistrationsWithoutDelivery =
  (deps: Deps): Handler<'listRegistrationsWithoutDelivery'> =>
  (call) => {
    const createdAfter = readMoment('created_after', call.query.created_after)
    return listResponse(call, {
      page: async ({ afterId, offset, limit }) => {
        const found: Registration[] = []
        for await (const page of pagesWithoutDelivery(deps, afterId, createdAfter, call.trace)) {
          found.push(...page)
          if (found.length > offset + limit) break
        }
        return pageOf(found.slice(offset, offset + limit + 1), { limit }, ({ id }) => id)
      },
      count: async () => {
        let count = 0
        for await (const page of pagesWithoutDelivery(deps, 0, createdAfter, call.trace)) count += page.length
        return count
      },
      present: presentRegistration,
    })
  }

type NotSent = Schemas['RegistrationNotSent']

/**
 * Publishes the events again, with the ids that they had, so an event that turns up later changes nothing.
 */
export const sendRegistrationsWithoutDelivery =
  (deps: Deps): Handler<'sendRegistrationsWithoutDelivery'> =>
  async (call) => {
    const { ids } = call.body
    await requireNotImported(deps, ids ?? [])
    const notSent: NotSent[] = []
    let sent = 0
    let audited: Audited | 'unchanged' = 'unchanged'
    try {
      const pages = ids ? sendSelected(deps, ids, call.trace) : sendAll(deps, call.trace)
      for await (const page of pages) {
        sent += page.sent
        notSent.push(...page.notSent)
      }
    } finally {
      if (sent > 0) audited = call.audit({ registrationIds: ids ?? 'all', sent })
    }
    return { status: 200, body: { sent, notSent }, audited }
  }

/** @throws RegistrationImported */
async function requireNotImported({ registrations }: Deps, ids: readonly number[]): Promise<void> {
  const found = await registrations.findMany(ids)
  if (found.some(({ importKey }) => importKey !== '')) throw new RegistrationImported()
}

/** The e-mail of a younger registration may be in progress. */
const RECENT_MS = 15 * 60_000

/**
 * Registrations in one call to another service, which a busy service can process within the deadline of a
 * request.
 */
const PAGE_SIZE = 500

interface SentPage {
  readonly sent: number
  readonly notSent: readonly NotSent[]
}

/** In the order of ids. */
async function* sendAll(deps: Deps, trace: Trace): AsyncGenerator<SentPage> {
  for await (const page of pagesWithoutDelivery(deps, 0, undefined, trace)) {
    const notSent = await storeEventsAgain(deps, page, trace)
    yield { sent: page.length - notSent.length, notSent }
  }
}

async function* sendSelected(deps: Deps, ids: readonly number[], trace: Trace): AsyncGenerator<SentPage> {
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const page = ids.slice(start, start + PAGE_SIZE)
    const notSent = await sendPage(deps, page, trace)
    yield { sent: page.length - notSent.length, notSent }
  }
}

/** @returns the registrations whose event was not published again */
async function sendPage(deps: Deps, ids: readonly number[], trace: Trace): Promise<NotSent[]> {
  const { registrations } = deps
  const found = new Map(
    (await registrations.findMany(ids)).map((registration) => [registration.id, registration]),
  )
  const missing = await withoutDelivery(deps, ids, trace)
  const recent = recentSince(deps)
  const toSend: Registration[] = []
  const notSent: NotSent[] = []
  for (const id of ids) {
    const registration = found.get(id)
    if (!registration || !isActive(registration))
      notSent.push({ registrationId: id, reason: 'not-registered' })
    else if (!missing.has(id)) notSent.push({ registrationId: id, reason: 'delivered' })
    else if (registration.createdAt > recent) notSent.push({ registrationId: id, reason: 'too-recent' })
    else toSend.push(registration)
  }
  return [...notSent, ...(await storeEventsAgain(deps, toSend, trace))]
}

/** Those of these registrations that have no delivery. */
async function withoutDelivery({ notificationService }: Deps, ids: readonly number[], trace: Trace) {
  const body = { registrationIds: [...ids] }
  return new Set(await findRegistrationsWithoutDelivery(notificationService, { body }, trace))
}

/**
 * The registrations without a delivery that have an id above `afterId`, in the order of ids, one page at a
 * time.
 */
async function* pagesWithoutDelivery(
  deps: Deps,
  afterId: number,
  createdAfter: Date | undefined,
  trace: Trace,
): AsyncGenerator<Registration[]> {
  const created = { after: createdAfter, until: recentSince(deps) }
  for (let last = afterId; ;) {
    const found = await deps.registrations.listPublished(created, {
      afterId: last,
      offset: 0,
      limit: PAGE_SIZE,
    })
    const page = found.slice(0, PAGE_SIZE)
    const end = page.at(-1)
    if (!end) return
    const announced = page.filter(({ importKey }) => importKey === '')
    if (announced.length > 0) {
      const ids = announced.map(({ id }) => id)
      const missing = await withoutDelivery(deps, ids, trace)
      yield announced.filter(({ id }) => missing.has(id))
    }
    if (found.length === page.length) return
    last = end.id
  }
}

/** @returns the registrations whose user does not exist */
async function storeEventsAgain(deps: Deps, page: readonly Registration[], trace: Trace): Promise<NotSent[]> {
  const queries = page.map(({ user }) => ({ userId: user.userId }))
  const identified = await deps.users.identifyUsers(queries, false, trace)
  const toPublish: RegistrationWithEvent[] = []
  const notSent: NotSent[] = []
  for (const [i, registration] of page.entries()) {
    const found = identified[i]
    if (found?.kind === 'identified')
      toPublish.push({
        registration,
        event: registrationCreatedEvent({ registration, user: found.record }, trace),
      })
    else notSent.push({ registrationId: registration.id, reason: 'user-not-found' })
  }
  await deps.registrations.storeEventsAgain(toPublish)
  return notSent
}

const recentSince = ({ clock }: Deps) => new Date(clock.now().getTime() - RECENT_MS)
