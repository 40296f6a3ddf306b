import type { DomainEvent } from '../../../platform/messaging/event.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Erasures } from './repository.ts'

/** Records in the receipt that another service has finished. */
export const onUserErasedConfirmed =
  ({ erasures, clock }: { erasures: Pick<Erasures, 'finish'>; clock: Clock }) =>
  ({ payload }: DomainEvent<'user.erased.confirmed.v1'>): Promise<void> =>
    erasures.finish({
      userId: payload.userId,
      eventId: payload.erasedEventId,
      service: payload.service,
      records: payload.records,
      at: clock.now(),
    })
