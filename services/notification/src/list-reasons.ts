import type { Call, Handler } from '../../platform/contract/operation.ts'
import { InvalidRequest } from '../../platform/errors.ts'
import { renderDateTime } from '../../platform/domain/time.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { Deliveries } from './emails/repository.ts'
import { groupByReason, MAX_GROUPED, type RecordWithReason } from './deliveries/reasons.ts'
import type { WebhookDeliveries } from './webhooks/deliveries/repository.ts'

interface Deps {
  readonly deliveries: Pick<Deliveries, 'listWithReasons'>
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'listWithReasons'>
  readonly deadLetters: Pick<DeadLetters, 'listWithReasons'>
}

type Query = Call<'listReasons'>['query']

/** One more than are grouped shows that there are more. */
const MAX_LISTED = MAX_GROUPED + 1

/** Why e-mails, webhook deliveries or dead letters have failed or wait, the most frequent reason first. */
export const listReasons =
  (deps: Deps): Handler<'listReasons'> =>
  async ({ query }) => {
    const records = await find(deps, query)
    const groups = groupByReason(records.slice(0, MAX_GROUPED)).map(({ count, oldest, newest }) => ({
      reason: newest.reason,
      count,
      oldestAt: renderDateTime(oldest.at),
      newestAt: renderDateTime(newest.at),
      exampleId: String(newest.id),
      endpointId: newest.endpointId ?? null,
      queue: newest.queue ?? null,
    }))
    return { status: 200, body: { groups, complete: records.length <= MAX_GROUPED } }
  }

/** @throws InvalidRequest when these records have no such status */
function find(deps: Deps, { of = 'emails', status }: Query): Promise<readonly RecordWithReason[]> {
  switch (of) {
    case 'emails': {
      if (status === 'pending') throw new InvalidRequest('status of e-mails must be failed or queued.')
      return deps.deliveries.listWithReasons({ status: status ?? 'failed' }, MAX_LISTED)
    }
    case 'webhooks': {
      if (status === 'queued') throw new InvalidRequest('status of webhooks must be failed or pending.')
      return deps.webhookDeliveries.listWithReasons({ status: status ?? 'failed' }, MAX_LISTED)
    }
    case 'dead-letters': {
      if (status !== undefined) throw new InvalidRequest('status must be left out for dead letters.')
      return deps.deadLetters.listWithReasons({}, MAX_LISTED)
    }
  }
}
