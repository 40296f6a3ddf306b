import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Handler } from '../../../platform/contract/operation.ts'
import { requireExisting } from '../../../platform/errors.ts'
import { audit } from '../../../platform/http/audit.ts'
import { renderDateTime, type Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { NotificationServiceClient } from '../clients/notification-service.ts'
import type { RegistrationServiceClient } from '../clients/registration-service.ts'
import type { Groups } from '../groups/repository.ts'
import { presentToOperator } from '../users/presenter.ts'
import type { UserFinder } from '../users/finder.ts'
import type { User } from '../users/rules.ts'

interface Deps {
  readonly users: Pick<UserFinder, 'find'>
  readonly groups: Pick<Groups, 'tree'>
  readonly registrationsOfUsers: Pick<RegistrationServiceClient, 'exportRegistrations'>
  readonly notificationsOfUsers: Pick<NotificationServiceClient, 'exportDeliveries'>
  readonly clock: Clock
}

type UserExport = Schemas['UserExport']

export const exportUser =
  (deps: Deps): Handler<'exportUser'> =>
  async (call) => {
    const { id } = call.path
    const user = requireExisting(await deps.users.find(id))
    const exportedAt = renderDateTime(deps.clock.now())
    audit(call, 'exportUser', { user: id })
    // What is left of an erased person are facts about a number.
    if (user.erased) return { status: 200, body: { userId: id, exportedAt, erased: true } }
    const personal = await collect(deps, user, call.trace)
    return { status: 200, body: { userId: id, exportedAt, erased: false, ...personal } }
  }

/** @throws Unavailable when a service does not respond, so that a part is never left out */
async function collect(
  { groups, registrationsOfUsers, notificationsOfUsers }: Deps,
  user: User,
  trace: Trace,
): Promise<Omit<UserExport, 'userId' | 'exportedAt' | 'erased'>> {
  const tree = await groups.tree()
  const registrations = await registrationsOfUsers.exportRegistrations(user.id, trace)
  const notifications = await notificationsOfUsers.exportDeliveries(user.id, trace)
  return {
    account: presentToOperator(user),
    groups: user.groupIds.map((id) => ({ id, name: tree.get(id)?.name ?? '' })),
    registrations: [...registrations],
    ...notifications,
  }
}
