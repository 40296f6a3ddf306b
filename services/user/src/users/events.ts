import { eventIdOf, type DomainEvent } from '../../../platform/messaging/event.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { User } from './rules.ts'

/** The event that announces a user's current state. */
export const changedEvent = (user: User, trace: Trace): DomainEvent<'user.changed.v1'> => ({
  type: 'user.changed.v1',
  payload: {
    eventId: eventIdOf(`user:${user.id}:${user.version}`),
    occurredAt: user.updatedAt.toISOString(),
    userId: user.id,
    version: user.version,
    externalId: user.externalId,
    groupIds: [...user.groupIds],
    deleted: user.deleted,
    isNew: !user.announced,
  },
  trace,
})
