import type { Schemas } from '../../../../platform/contract/schema.ts'
import type { EventPayloads } from '../../../../platform/contract/generated/events.ts'
import type { DomainEvent } from '../../../../platform/messaging/event.ts'
import { renderDateTime } from '../../../../platform/domain/time.ts'
import type { WebhookEventType } from '../endpoints/rules.ts'
import type { WebhookEvent } from './rules.ts'

/** The bodies that receivers get: `receiveRegistrationEvent` and the others in openapi/webhooks.yaml. */
type Body = Schemas['RegistrationWebhook'] | Schemas['UserWebhook'] | Schemas['TestWebhook']

function bodyOf(type: Body['type'], occurredAt: Date, data: Body['data']): string {
  return JSON.stringify({ type, timestamp: renderDateTime(occurredAt), data })
}

export const testEvent = (eventId: string, endpointId: number, now: Date) => ({
  eventId,
  payload: bodyOf('webhook.test', now, { endpointId }),
})

export function registrationCreatedEventOf({
  payload,
  trace,
}: DomainEvent<'registration.created.v1'>): WebhookEvent {
  const createdDate = shown(payload.createdDate)
  return registrationEvent('registration.created', payload, trace.traceparent, {
    id: payload.registrationId,
    courseId: payload.courseId,
    courseName: payload.courseName,
    createdDate,
    registrationDate: createdDate,
    completionDate: null,
    statusName: 'Not Started',
    externalId: payload.externalId,
    userExternalId: payload.userExternalId,
    userId: payload.userId,
    score: null,
    success: null,
    previousStatus: null,
    version: 1,
  })
}

const TYPE_OF_STATUS = {
  Approved: 'registration.approved',
  Completed: 'registration.completed',
  Withdrawn: 'registration.withdrawn',
} as const satisfies Record<string, WebhookEventType>

/** @returns undefined for a status that no move leads to */
export function registrationChangedEventOf({
  payload,
  trace,
}: DomainEvent<'registration.changed.v1'>): WebhookEvent | undefined {
  const { statusName } = payload
  if (statusName === 'Not Started') return undefined
  return registrationEvent(TYPE_OF_STATUS[statusName], payload, trace.traceparent, {
    id: payload.registrationId,
    courseId: payload.courseId,
    courseName: payload.courseName,
    createdDate: shown(payload.createdDate),
    registrationDate: shown(payload.registrationDate),
    completionDate: payload.completionDate === null ? null : shown(payload.completionDate),
    statusName,
    externalId: payload.externalId,
    userExternalId: payload.userExternalId,
    userId: payload.userId,
    score: payload.score,
    success: payload.success,
    previousStatus: payload.previousStatus,
    version: payload.version,
  })
}

function registrationEvent(
  type: WebhookEventType,
  payload: Pick<EventPayloads['registration.created.v1'], 'eventId' | 'occurredAt' | 'courseId' | 'userId'>,
  traceparent: string,
  data: Schemas['RegistrationEventData'],
): WebhookEvent {
  const occurredAt = new Date(payload.occurredAt)
  return {
    eventId: payload.eventId,
    type,
    recordId: data.id,
    userId: payload.userId,
    courseId: payload.courseId,
    payload: bodyOf(type, occurredAt, data),
    occurredAt,
    showsErasedUser: false,
    traceparent,
  }
}

/** The type of an event about a user. */
export function userEventTypeOf(payload: EventPayloads['user.changed.v1']): WebhookEventType {
  if (payload.deleted) return 'user.deleted'
  return payload.isNew ? 'user.created' : 'user.updated'
}

/** @param state the present user, which may be newer than the message */
export function userEventOf(
  type: WebhookEventType,
  { payload, trace }: DomainEvent<'user.changed.v1' | 'user.erased.v1'>,
  state: Schemas['UserForEvents'],
): WebhookEvent {
  const occurredAt = new Date(payload.occurredAt)
  return {
    eventId: payload.eventId,
    type,
    recordId: payload.userId,
    userId: payload.userId,
    payload: bodyOf(type, occurredAt, {
      ...state.user,
      version: state.version,
      ...(type === 'user.deleted' && state.mergedInto !== undefined && { mergedInto: state.mergedInto }),
    }),
    occurredAt,
    showsErasedUser: state.erased,
    traceparent: trace.traceparent,
  }
}

/** Messages have milliseconds, the API does not. */
const shown = (date: string): string => renderDateTime(new Date(date))
