import type { Registration, User } from '@rollcall/client'
import { rejected } from '../../import/row.ts'
import { canonical } from '../../import/texts.ts'
import type { DisagreementOf } from '../disagreements.ts'
import { isExpired } from '../user.ts'
import type { PersonRegistration } from './desired-registrations.ts'
import { nameOf } from './people.ts'
import { mayMeanOther } from './rewritten.ts'
import { isOpen } from './service.ts'

/** Where the rows are looked up. */
interface Known {
  readonly users: ReadonlyMap<number, User>
  readonly registrationOf: (row: PersonRegistration) => Registration | undefined
  readonly isInGroup: (userId: number | undefined) => boolean
  readonly disagreementOf: DisagreementOf
  readonly originalsOf: (row: PersonRegistration) => readonly Registration[]
}

/** Separates rows that are wrong, although their people were found, from those that are right. */
export function withoutWrongRows(found: readonly PersonRegistration[], known: Known) {
  const { users, registrationOf, isInGroup, originalsOf } = known
  const contradictory = contradictoryAmong(found, known)
  const isInactive = (row: PersonRegistration) => {
    const user = isInGroup(row.userId) && !contradictory.has(row) ? users.get(row.userId ?? 0) : undefined
    const registration = registrationOf(row)
    return user && isExpired(user, new Date()) && (registration === undefined || isOpen(registration))
  }
  const inactive = new Set(found.filter(isInactive))
  const isNew = (row: PersonRegistration) => registrationOf(row) === undefined
  const rewritten = withOriginals(found.filter(isNew), originalsOf)
  return {
    right: found.filter((row) => !(contradictory.has(row) || inactive.has(row) || rewritten.has(row))),
    /** Rows that give the person another login name or last name, and rows about people who have expired. */
    contradictoryOrInactive: [...contradictory.keys(), ...inactive],
    /** Rows whose number may be that of a person without a row, and the registrations of these. */
    rewritten,
    errors: [
      ...[...contradictory].map(contradictoryRow),
      ...[...inactive].filter((row) => !rewritten.has(row)).map(inactiveRow),
      ...[...rewritten]
        .filter(([row]) => !contradictory.has(row))
        .map(([row, originals]) => mayMeanOther(row, originals, users)),
    ],
  }
}

/** The rows whose number may be that of somebody else, with the registrations of these. */
export const withOriginals = <R>(rows: readonly R[], originalsOf: (row: R) => readonly Registration[]) =>
  new Map(rows.map((row) => [row, originalsOf(row)] as const).filter(([, some]) => some.length > 0))

/** The rows that give the person another login name or last name, and what they say. */
function contradictoryAmong(
  rows: readonly PersonRegistration[],
  { users, disagreementOf }: Known,
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

const contradictoryRow = ([row, disagreement]: readonly [PersonRegistration, string]) => ({
  ...rejected(
    row.line,
    'identifiers-disagree',
    `${nameOf(row.body)} ${disagreement} Run users sync first, and correct its errors. Has another system ` +
      'the same number? Then add a prefix. Has the person a new number, or was the number given to ' +
      'somebody else? Then: rollcall users renumber. Otherwise correct the row.',
  ),
  courseId: row.course.id,
})

const inactiveRow = ({ line, course }: PersonRegistration) => ({
  ...rejected(line, 'user-inactive', INACTIVE),
  courseId: course.id,
})
export const INACTIVE =
  'The person is inactive: nothing is registered or withdrawn. If the person is back, run users sync with ' +
  '--reactivate first, or do what the error of its row there says. Otherwise take the row out, which ' +
  'withdraws an open registration.'
