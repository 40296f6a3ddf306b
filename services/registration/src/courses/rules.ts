/** A course of the portal's catalogue, as an operator maintains it. */
export interface Course {
  readonly id: number
  readonly name: string
  /** The provider's number; "" when unset. */
  readonly externalId: string
  /** The groups that the course is in directly. */
  readonly groupIds: readonly number[]
  readonly active: boolean
  readonly published: boolean
  readonly requiresRegistration: boolean
  readonly eventBased: boolean
}

/**
 * A course as it is stored. Its version orders the copies in registrations, and tells two writers apart. Each
 * change raises it and refreshes the copies, also one of a field that they do not have: a copy with an
 * earlier version would count as outdated.
 */
export interface StoredCourse extends Course {
  readonly version: number
  readonly deleted: boolean
}

/** The parameters that identify a course, in priority order. */
export const COURSE_PARAMETERS = ['courseId', 'courseName', 'courseExternalId'] as const
export type CourseParameter = (typeof COURSE_PARAMETERS)[number]

/** The course parameters of one request. */
export interface CourseQuery {
  readonly courseId?: number | undefined
  readonly courseName?: string | undefined
  readonly courseExternalId?: string | undefined
}

/**
 * The courses that each parameter of a request matches; undefined when the request does not have the
 * parameter.
 */
export type CourseMatches = Readonly<Partial<Record<CourseParameter, readonly StoredCourse[] | undefined>>>
