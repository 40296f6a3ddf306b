import type { Schemas } from '../../../platform/contract/schema.ts'
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
