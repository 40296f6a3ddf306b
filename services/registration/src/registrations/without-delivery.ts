import type { Operation } from '../../../shared/contract/operation.ts'
import { audit } from '../../../shared/http/audit.ts'
import { listResponse } from '../../../shared/http/list.ts'
import { readMoment } from '../../../shared/time.ts'
import { presentRegistration } from './presenter.ts'
import type { Undelivered } from './undelivered.ts'

/** Decision O11. Only what is skipped and shown is held in memory. */
export const listRegistrationsWithoutDelivery =
  ({ undelivered }: { undelivered: Undelivered }): Operation<'listRegistrationsWithoutDelivery'> =>
  (call) => {
    const createdAfter = readMoment('created_after', call.query.created_after)
    const after = (id: number) => undelivered.list(id, createdAfter, call.trace)
    return listResponse(call, {
      page: async ({ afterId, offset, limit }) => {
        const found = []
        for await (const registration of after(afterId)) if (found.push(registration) > offset + limit) break
        return found.slice(offset)
      },
      count: async () => {
        let count = 0
        for await (const _ of after(0)) count++
        return count
      },
      idOf: ({ id }) => id,
      present: presentRegistration,
    })
  }

/** Decision O11: the same events again, so one that turns up after all changes nothing. */
export const sendRegistrationsWithoutDelivery =
  ({ undelivered }: { undelivered: Undelivered }): Operation<'sendRegistrationsWithoutDelivery'> =>
  async (call) => {
    const { ids } = call.body
    const { sent, notSent } = await (ids
      ? undelivered.send(ids, call.trace)
      : undelivered.sendAll(call.trace))
    audit(call, 'sendRegistrationsWithoutDelivery', { registrationIds: ids ?? 'all', sent })
    return { status: 200, body: { sent, notSent: [...notSent] } }
  }

/** Decision O12: an id that was issued before a restore is not issued again. */
export const raiseRegistrationIds =
  ({ raiseIds }: { raiseIds: (above: number) => Promise<number> }): Operation<'raiseRegistrationIds'> =>
  async (call) => {
    const above = await raiseIds(call.body.above)
    audit(call, 'raiseRegistrationIds', { above })
    return { status: 200, body: { above } }
  }
