import type { Call, Handler } from '../../platform/contract/operation.ts'
import { inParameter, InvalidRequest } from '../../platform/errors.ts'
import { renderDateTime, type Clock } from '../../platform/domain/time.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { EmailDeliveries } from './emails/repository.ts'
import { isRetryable } from './emails/rules.ts'
import { groupByErrorClass, MAX_GROUPED, type RecordWithErrorClass } from './error-classes.ts'
import { enabledEndpoints } from './webhooks/deliveries/operator-handlers.ts'
import type { Endpoints } from './webhooks/endpoints/repository.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'

interface Deps {
  readonly deliveries: Pick<EmailDeliveries, 'listWithErrorClass'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'listWithErrorClass'>
  readonly deadLetters: Pick<DeadLetters, 'listWithErrorClass'>
  readonly endpoints: Pick<Endpoints, 'findAll'>
  readonly clock: Clock
}

/** `isRetryable`: whether sending it again, or replaying it, does anything. */
interface Found extends RecordWithErrorClass {
  readonly isRetryable: boolean
}

type Query = Call<'listReasons'>['query']

/** One more than are grouped shows that there are more. */
const MAX_LISTED = MAX_GROUPED + 1

/** Why e-mails, webhook deliveries or dead letters have failed or wait, the most frequent reason first. */
export const listReasons =
  (deps: Deps): Handler<'listReasons'> =>
  async ({ query }) => {
    const records = await find(deps, query)
    const groups = groupByErrorClass(records.slice(0, MAX_GROUPED)).map(
      ({ records: members, oldest, newest }) => ({
        reason: newest.errorClass,
        count: members.length,
        retryableIds: members.filter((member) => member.isRetryable).map(({ id }) => String(id)),
        oldestAt: renderDateTime(oldest.at),
        newestAt: renderDateTime(newest.at),
        exampleId: String(newest.id),
        endpointId: newest.endpointId ?? null,
        queue: newest.queue ?? null,
      }),
    )
    return { status: 200, body: { groups, complete: records.length <= MAX_GROUPED } }
  }

/** @throws InvalidRequest when these records have no such status */
async function find(deps: Deps, { of = 'emails', status }: Query): Promise<readonly Found[]> {
  switch (of) {
    case 'emails': {
      if (status === 'pending')
        throw new InvalidRequest('status of e-mails must be failed or queued.', inParameter('status'))
      const chosen = status ?? 'failed'
      const found = await deps.deliveries.listWithErrorClass({ status: chosen }, MAX_LISTED)
      const now = deps.clock.now()
      return found.map((delivery) => ({ ...delivery, isRetryable: isRetryable(delivery, chosen, now) }))
    }
    case 'webhooks': {
      if (status === 'queued')
        throw new InvalidRequest('status of webhooks must be failed or pending.', inParameter('status'))
      const chosen = status ?? 'failed'
      const found = await deps.webhookDeliveries.listWithErrorClass({ status: chosen }, MAX_LISTED)
      const enabled = await enabledEndpoints(deps.endpoints)
      return found.map((delivery) => ({ ...delivery, isRetryable: enabled.has(delivery.endpointId) }))
    }
    case 'dead-letters': {
      if (status !== undefined)
        throw new InvalidRequest('status must be left out for dead letters.', inParameter('status'))
      const found = await deps.deadLetters.listWithErrorClass({}, MAX_LISTED)
      return found.map((letter) => ({ ...letter, isRetryable: true }))
    }
  }
}
