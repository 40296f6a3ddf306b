import type { Operation } from '../../../shared/contract/operation.ts'
import { audit } from '../../../shared/http/audit.ts'
import { answerList } from '../../../shared/http/list.ts'
import { readMoment } from '../../../shared/time.ts'
import { presentRegistration } from '../presenters/registration.ts'
import type { Undelivered } from '../undelivered.ts'

/** Decision O11. Ids lie after the page's cursor, so only what is skipped and shown is held in memory. */
export const listRegistrationsWithoutDelivery =
  ({ undelivered }: { undelivered: Undelivered }): Operation<'listRegistrationsWithoutDelivery'> =>
  (call) => {
    const createdAfter = readMoment('created_after', call.query.created_after)
    const first = async (most: number, afterId: number) => {
      const found = []
      for await (const registration of undelivered.list(afterId, createdAfter, call.trace)) {
        found.push(registration)
        if (found.length === most) break
      }
      return found
    }
    return answerList(call, {
      page: async ({ afterId, offset, limit }) => (await first(offset + limit + 1, afterId)).slice(offset),
      count: async () => (await first(Infinity, 0)).length,
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
