import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Handler } from '../../../platform/contract/operation.ts'
import { requireExisting } from '../../../platform/errors.ts'
import { exportNotifications, exportRegistrations } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import { renderDateTime, type Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { Groups } from '../groups/repository.ts'
import { presentToOperator } from '../users/presenter.ts'
import type { UserFinder } from '../users/finder.ts'
import type { User } from '../users/rules.ts'

interface Deps {
  readonly users: Pick<UserFinder, 'find'>
  readonly groups: Pick<Groups, 'tree'>
  readonly registrationService: InternalService<'registration'>
  readonly notificationService: InternalService<'notification'>
  readonly clock: Clock
}

type UserExport = Schemas['UserExport']

/** The last id of each kind that a response had. */
interface Position {
  readonly afterId: number
  readonly afterDeliveryId: number
  readonly afterWebhookId: number
  readonly afterDeadLetterId: number
}

/** The number of registrations in a response. A response with fewer is the last one. */
const EXPORTED_REGISTRATIONS = 10
/** The same for each other kind of record. */
const EXPORTED_OF_A_KIND = 250

/** No id is higher, so nothing more of its kind is read. */
const END = Number.MAX_SAFE_INTEGER

export const exportUser =
  (deps: Deps): Handler<'exportUser'> =>
  async (call) => {
    const { id } = call.path
    const user = requireExisting(await deps.users.find(id))
    const exportedAt = renderDateTime(deps.clock.now())
    const audited = call.audit({ user: id })
    // What is left of an erased person are facts about a number.
    if (user.erased) return { status: 200, body: { userId: id, exportedAt, erased: true }, audited }
    const personal = await collect(deps, { user, after: readPosition(call.query.after) }, call.trace)
    return { status: 200, body: { userId: id, exportedAt, erased: false, ...personal }, audited }
  }

/** @throws Unavailable when a service does not respond, so that a part is never left out */
async function collect(
  { groups, registrationService, notificationService }: Deps,
  { user, after: { afterId, ...after } }: { user: User; after: Position },
  trace: Trace,
): Promise<Omit<UserExport, 'userId' | 'exportedAt' | 'erased'>> {
  const tree = await groups.tree()
  const path = { id: user.id }
  const registrations = await exportRegistrations(registrationService, { path, query: { afterId } }, trace)
  const request = { path, query: after }
  const { deliveries, webhooks, deadLetters } = await exportNotifications(notificationService, request, trace)
  const idOf = ({ delivery }: { readonly delivery: { readonly id: string | number } }) => delivery.id
  const next = writePosition({
    afterId: lastOf(registrations, EXPORTED_REGISTRATIONS, ({ registration }) => registration.id),
    afterDeliveryId: lastOf(deliveries, EXPORTED_OF_A_KIND, idOf),
    afterWebhookId: lastOf(webhooks, EXPORTED_OF_A_KIND, idOf),
    afterDeadLetterId: lastOf(deadLetters, EXPORTED_OF_A_KIND, ({ id }) => id),
  })
  return {
    ...(next !== undefined && { next }),
    account: presentToOperator(user),
    groups: user.groupIds.map((id) => ({ id, name: tree.get(id)?.name ?? '' })),
    registrations,
    deliveries,
    webhooks,
    deadLetters,
  }
}

/** The id after which more records of this kind may follow. */
function lastOf<T>(found: readonly T[], size: number, idOf: (record: T) => string | number): number {
  const last = found.at(-1)
  return last === undefined || found.length < size ? END : Number(idOf(last))
}

function readPosition(text = '0.0.0.0'): Position {
  const [afterId = 0, afterDeliveryId = 0, afterWebhookId = 0, afterDeadLetterId = 0] = text
    .split('.')
    .map((id) => Math.min(Number(id), END))
  return { afterId, afterDeliveryId, afterWebhookId, afterDeadLetterId }
}

function writePosition(position: Position): string | undefined {
  const { afterId, afterDeliveryId, afterWebhookId, afterDeadLetterId } = position
  const ids = [afterId, afterDeliveryId, afterWebhookId, afterDeadLetterId]
  return ids.every((id) => id === END) ? undefined : ids.join('.')
}
