// Generated, do not edit: npm run generate

/**
 * A registration was moved. It shows the registration after the move. Ignore a version that is not higher than the one you have. Fields can be added: ignore those that you do not know.
 */
export interface RegistrationChangedV1 {
  /**
   * The same as the message id.
   */
  eventId: string;
  occurredAt: string;
  registrationId: number;
  /**
   * Grows by one with each move; 1 is the creation.
   */
  version: number;
  courseId: number;
  courseName: string;
  userId: number;
  /**
   * "" if unset.
   */
  userExternalId: string;
  /**
   * "" if unset.
   */
  externalId: string;
  createdDate: string;
  registrationDate: string;
  /**
   * Null until the first completion.
   */
  completionDate: string | null;
  statusName: "Not Started" | "Completed" | "Approved" | "Withdrawn";
  previousStatus: "Not Started" | "Completed" | "Approved" | "Withdrawn";
  score: number | null;
  /**
   * Null until a completion has set it.
   */
  success: boolean | null;
  [k: string]: unknown;
}

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
  /**
   * The language of e-mails to the user as a BCP 47 tag; "" or absent for the default.
   */
  userPreferredLanguage?: string;
  /**
   * "" if unset.
   */
  userExternalId: string;
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
  /**
   * Whether the broker has confirmed no earlier state of this user.
   */
  isNew: boolean;
  [k: string]: unknown;
}

/**
 * A person is erased. Webhooks for user.erased are called. Fields can be added: ignore those that you do not know.
 */
export interface UserErasedV1 {
  /**
   * The same as the message id.
   */
  eventId: string;
  occurredAt: string;
  userId: number;
  /**
   * Groups that the user was in directly when the erasure was ordered. Rollcall does not use them: the present groups of the user decide which webhooks are called.
   */
  groupIds: number[];
  [k: string]: unknown;
}

/** Payload by event type. */
export interface EventPayloads {
  'registration.changed.v1': RegistrationChangedV1
  'registration.created.v1': RegistrationCreatedV1
  'user.changed.v1': UserChangedV1
  'user.erased.v1': UserErasedV1
}

export type EventType = keyof EventPayloads
