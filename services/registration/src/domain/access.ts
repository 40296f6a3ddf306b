import { Forbidden } from '../../../shared/errors.ts'
import type { Reach } from '../../../shared/http/account.ts'

interface InGroups {
  readonly groupIds: readonly number[]
}

/** The course and the user both lie in the account's groups (specification §1, "Visibility"; decision A3). */
export const isVisible = (course: InGroups, user: InGroups, reach: Reach) =>
  reach.meets(course.groupIds) && reach.meets(user.groupIds)

/** @throws Forbidden (decision A4: the record exists, so it is not 404) */
export function requireVisible(course: InGroups, user: InGroups, reach: Reach): void {
  if (!isVisible(course, user, reach)) throw new Forbidden()
}
