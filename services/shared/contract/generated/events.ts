// Generated, do not edit: npm run generate

/**
 * A registration was created (specification §1, §3). Further fields may be added: ignore those that you do not know.
 */
export interface RegistrationCreatedV1 {
  /**
   * The same as the message id.
   */
  eventId: string;
  occurredAt: string;
  registrationId: number;
  courseId: number;
  courseName: string;
  userId: number;
  /**
   * The address at the time of creation (decision R21).
   */
  userEmail: string;
  userFirstName: string;
  userLastName: string;
  createdDate: string;
  /**
   * "" when unset.
   */
  externalId: string;
  [k: string]: unknown;
}

/**
 * The state of a user after a change; only a higher version is news. Further fields may be added: ignore those that you do not know.
 */
export interface UserChangedV1 {
  /**
   * The same as the message id.
   */
  eventId: string;
  occurredAt: string;
  userId: number;
  version: number;
  /**
   * "" when unset.
   */
  externalId: string;
  /**
   * Groups that the user is in directly.
   */
  groupIds: number[];
  deleted: boolean;
  [k: string]: unknown;
}

/** Payload by event type. */
export interface EventPayloads {
  'registration.created.v1': RegistrationCreatedV1
  'user.changed.v1': UserChangedV1
}

export type EventType = keyof EventPayloads
