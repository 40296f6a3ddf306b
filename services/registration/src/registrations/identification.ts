import { IdentifiersDisagree } from '../../../shared/errors.ts'
import { CourseAmbiguous, CourseNotFound } from '../errors.ts'

/** The parameters that can identify a course, in priority order (decision R1). */
export const COURSE_PARAMETERS = ['courseId', 'courseName', 'courseExternalId'] as const
export type CourseParameter = (typeof COURSE_PARAMETERS)[number]

/** The parameters that can identify a user, in priority order (decision R2). */
export const USER_PARAMETERS = ['userId', 'userExternalId', 'userEmail'] as const
export type UserParameter = (typeof USER_PARAMETERS)[number]

export interface Identified<T> {
  readonly record: T
  readonly by: CourseParameter
}

/**
 * Takes the one course that matches. Parameters are tried in order: no match → the next one supplied, exactly
 * one → taken, more → refused at once (decision R3). `strict`: every supplied parameter has to name the
 * course taken.
 *
 * @param matches the courses that each supplied parameter matches; absent when not supplied
 */
export function identifyCourse<T extends { readonly id: number }>(
  matches: Readonly<Partial<Record<CourseParameter, readonly T[]>>>,
  strict: boolean,
): Identified<T> {
  for (const by of COURSE_PARAMETERS) {
    const [first, second] = matches[by] ?? []
    if (second) throw new CourseAmbiguous()
    if (!first) continue
    if (strict) requireAgreement(Object.values(matches), first.id)
    return { record: first, by }
  }
  throw new CourseNotFound()
}

function requireAgreement(matches: readonly (readonly { readonly id: number }[])[], id: number): void {
  if (!matches.every((records) => records.some((record) => record.id === id))) throw new IdentifiersDisagree()
}
