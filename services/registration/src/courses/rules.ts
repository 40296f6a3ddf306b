/** A course of the portal's catalogue, as an operator maintains it (decisions, "Operator API"). */
export interface Course {
  readonly id: number
  readonly name: string
  /** The provider's number; "" when unset. */
  readonly externalId: string
  /** Groups that the course is in directly. */
  readonly groupIds: readonly number[]
  readonly active: boolean
  readonly published: boolean
  readonly requiresRegistration: boolean
  readonly eventBased: boolean
}

/** A course as it is stored: `version` grows with each change and orders the copies on registrations. */
export interface StoredCourse extends Course {
  readonly version: number
  readonly deleted: boolean
}
