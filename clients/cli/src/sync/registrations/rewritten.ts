import type { Registration, User } from '@rollcall/client'
import { originalsAmong } from '../../import/rewritten-ids.ts'
import { rejected } from '../../import/row.ts'
import { textIn } from '../../import/texts.ts'
import type { DisagreementOf } from '../disagreements.ts'
import { describeUser } from '../user.ts'
import type { DesiredRegistration, PersonRegistration } from './desired-registrations.ts'
import { nameOf } from './people.ts'

type Users = ReadonlyMap<number, User>

/**
 * Finds the registrations without a row whose person may be that of a row: the number may be theirs, as a
 * spreadsheet has changed it, and nothing else in the row says that somebody else is meant.
 */
export function missingWithNumberLike(
  missing: readonly Registration[],
  users: Users,
  disagreementOf: DisagreementOf,
) {
  const ofCourse = new Map(
    [...Map.groupBy(missing, ({ courseId }) => courseId)].map(
      ([courseId, some]) => [courseId, originalsAmong(some, ({ userExternalId }) => userExternalId)] as const,
    ),
  )
  return ({ course, body, loginName, lastName }: DesiredRegistration): readonly Registration[] => {
    const check = { loginName, lastName, email: textIn(body['userEmail']) }
    const originals = ofCourse.get(course.id)?.(body['userExternalId']) ?? []
    if (body['userId'] !== undefined) return []
    return originals.filter(({ userId }) => {
      const user = users.get(userId)
      return user === undefined || disagreementOf(user, check) === undefined
    })
  }
}

/** The error of a row that would register somebody else than the person of these registrations. */
export function mayMeanOther(
  { line, body, course, userId = 0 }: PersonRegistration,
  originals: readonly Registration[],
  users: Users,
) {
  const user = users.get(userId)
  const others = originals.map((one) => {
    const leaver = users.get(one.userId)
    return one.userExternalId + (leaver ? `, ${describeUser(leaver)}` : '')
  })
  const named = user ? describeUser(user) : 'somebody without a registration'
  const detail =
    `userExternalId ${nameOf(body)} is ${named}, and may be ${others.join(', or ')}, as a spreadsheet has ` +
    'changed it. Add a column userLoginName or userEmail, which says who is meant.'
  return { ...rejected(line, 'rewritten-id', detail), courseId: course.id }
}
