import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import type { Course } from './rules.ts'

export function presentCourse(course: Course): Schemas['Course'] {
  const { id, name, externalId, groupIds, active, published, requiresRegistration, eventBased } = course
  return {
    id,
    name,
    externalId,
    groupIds: [...groupIds],
    active,
    published,
    requiresRegistration,
    eventBased,
  }
}

/** The course with those of its groups that are in scope. */
export const presentCourseInScope = (course: Course, scope: Scope): Schemas['Course'] =>
  presentCourse({ ...course, groupIds: course.groupIds.filter((id) => scope.has(id)) })
