// Generated, do not edit: npm run generate

/**
 * A registration was created. Fields can be added: ignore those that you do not know.
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
   * The address at the time of creation.
   */
  userEmail: string;
  userFirstName: string;
  userLastName: string;
  createdDate: string;
  /**
   * "" if unset.
   */
  externalId: string;
  [k: string]: unknown;
}

/**
 * The state of a user after a change. Ignore a version that is not higher than the one you have. Fields can be added: ignore those that you do not know.
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
   * "" if unset.
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
