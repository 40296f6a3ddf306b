import type { User } from '@rollcall/client'
import { anyCase, canonical } from '../../import/texts.ts'
import { rejected } from '../plan.ts'
import { describeUser } from '../user.ts'
import type { PersonRegistration } from './desired-registrations.ts'
import { nameOf } from './people.ts'

/** Whom a row names in two ways that disagree. */
interface Disagreement {
  /** By the number, if such a person is visible. */
  readonly named: User | undefined
  /** By the login name, if a visible person has it. */
  readonly holder: User | undefined
}

/** The rows whose login name is not that of the person whom they name. */
export function withOtherLoginNames(
  rows: readonly PersonRegistration[],
  users: ReadonlyMap<number, User>,
): ReadonlyMap<PersonRegistration, Disagreement> {
  const all = [...users.values()]
  const byLoginName = new Map(all.map((user) => [anyCase(user.loginName), user]))
  const byExternalId = new Map(all.map((user) => [canonical(user.externalId), user]))
  return new Map(
    rows.flatMap((row) => {
      if (row.loginName === undefined) return []
      const { userExternalId } = row.body
      const byNumber =
        typeof userExternalId === 'string' ? byExternalId.get(canonical(userExternalId)) : undefined
      const named = users.get(row.userId ?? 0) ?? byNumber
      const holder = byLoginName.get(anyCase(row.loginName))
      return named === holder ? [] : [[row, { named, holder }] as const]
    }),
  )
}

export const contradictoryRow = ([row, { named, holder }]: readonly [PersonRegistration, Disagreement]) => ({
  ...rejected(
    row.line,
    'identifiers-disagree',
    `${nameOf(row.body)} is ${named ? describeUser(named) : 'somebody else'}, and the row has the login ` +
      `name ${holder ? `of ${describeUser(holder)}` : row.loginName}. Run users sync first, and correct ` +
      'its errors. Has another system the same number? Then add a prefix. Has the person a new number, or ' +
      'was the number given to somebody else? Then: rollcall users renumber. Otherwise correct the row.',
  ),
  courseId: row.course.id,
})
