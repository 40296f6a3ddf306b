import type { components } from '../../../platform/contract/generated/openapi.ts'
import type { Course } from './rules.ts'

export function presentCourse(course: Course): components['schemas']['Course'] {
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
