import type { User } from '@rollcall/client'
import { canonical } from '../../import/texts.ts'
import type { DisagreementOf } from '../disagreements.ts'
import { rejected } from '../../import/row.ts'
import type { PersonRegistration } from './desired-registrations.ts'
import { nameOf } from './people.ts'

/** The rows that give the person whom they name another login name or last name, and what they say. */
export function withOtherLoginNames(
  rows: readonly PersonRegistration[],
  users: ReadonlyMap<number, User>,
  disagreementOf: DisagreementOf,
): ReadonlyMap<PersonRegistration, string> {
  const byExternalId = new Map([...users.values()].map((user) => [canonical(user.externalId), user]))
  return new Map(
    rows.flatMap((row) => {
      const { userExternalId } = row.body
      const byNumber =
        typeof userExternalId === 'string' ? byExternalId.get(canonical(userExternalId)) : undefined
      const disagreement = disagreementOf(users.get(row.userId ?? 0) ?? byNumber, {
        loginName: row.loginName,
        lastName: row.lastName,
      })
      return disagreement === undefined ? [] : [[row, disagreement] as const]
    }),
  )
}

export const contradictoryRow = ([row, disagreement]: readonly [PersonRegistration, string]) => ({
  ...rejected(
    row.line,
    'identifiers-disagree',
    `${nameOf(row.body)} ${disagreement} Run users sync first, and correct its errors. Has another system ` +
      'the same number? Then add a prefix. Has the person a new number, or was the number given to ' +
      'somebody else? Then: rollcall users renumber. Otherwise correct the row.',
  ),
  courseId: row.course.id,
})
