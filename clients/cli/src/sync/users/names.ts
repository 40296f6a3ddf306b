import type { User } from '@rollcall/client'
import { inFileOrder } from '../../import/row.ts'
import type { Pair } from '../compare.ts'
import { identityChange, type PersonPair } from './identity-changes.ts'
import type { PlannedKind } from '../plan.ts'
import type { DesiredUser } from './login-names.ts'
import type { CompareOptions } from './user-sync.ts'
import { hasOtherFirstName, isNamedIn, mayBeSomebodyElse, type PersonRow } from './people.ts'

/** A row, and the user whom it is about. */
export type UserPair = Pair<DesiredUser, User>

/** How a plan names the person of a row. */
export const nameOfRow = ({ body }: PersonRow) => String(body['externalId'] ?? body['loginName'])

const nameOfPair = ({ desired }: UserPair) => nameOfRow(desired)

export const personOf = ({ desired, present }: UserPair): PersonPair => ({ row: desired, user: present })

export const rowsOf = (pairs: readonly UserPair[]): readonly DesiredUser[] =>
  pairs.map(({ desired }) => desired)

/** The same with the old and the new values that tell who the person is. */
export const changeOf = (pair: UserPair) => {
  const values = identityChange(personOf(pair))
  return nameOfRow(pair.desired) + (values ? ` (${values})` : '')
}

/** The open registrations of somebody who moves: `41 Fire safety, 42 First aid`; "" if there are none. */
export const openOf = ({ open = [] }: Pick<DesiredUser, 'open'>) =>
  open.map(({ id, courseName }) => `${id} ${courseName}`).join(', ')

/** Who the result of a row is about that names somebody with a number by the login name. */
export const whoHasNumber = ({ row, user }: PersonPair): { who?: string } =>
  row.externalId === '' && user.externalId !== '' ? { who: user.externalId } : {}

/** The rows of which no option says that they are right. */
export const unanswered = <R extends PersonRow>(rows: readonly R[], { allowOtherPerson }: CompareOptions) =>
  rows.filter((row) => !isNamedIn(allowOtherPerson, row))

/** The names of some people in the order of the file. */
export const namesOf = (
  pairs: readonly UserPair[],
  nameOf: (pair: UserPair) => string = nameOfPair,
): readonly string[] =>
  inFileOrder(pairs.map((pair) => ({ line: pair.desired.line, name: nameOf(pair) }))).map(({ name }) => name)

/** The rows to which another record belongs, each with the name of that. */
export const namesWith = <T>(
  rows: readonly DesiredUser[],
  otherOf: (row: DesiredUser) => T | undefined,
  nameOf: (other: T, row: DesiredUser) => string,
): readonly string[] =>
  rows.flatMap((row) => {
    const other = otherOf(row)
    return other ? `${nameOfRow(row)} (${nameOf(other, row)})` : []
  })

/** Of those who may be somebody else a plan names so many, because a person has to look at each. */
const MAX_DOUBTFUL = 100

/** Whose rows may be about somebody else: first those with another first name, which is no marriage. */
export function doubtfulAmong(pairs: readonly UserPair[], options: CompareOptions): PlannedKind {
  const asked = new Set(unanswered(rowsOf(pairs), options))
  const isFirst = ({ desired, present }: UserPair) => Number(hasOtherFirstName(desired, present))
  return {
    title:
      'of them with another first or only name, or another last name, and another address or no own ' +
      'login name: married, or another person?',
    names: pairs
      .filter(({ desired, present }) => asked.has(desired) && mayBeSomebodyElse(desired, present))
      .toSorted((a, b) => isFirst(b) - isFirst(a))
      .map(changeOf),
    shown: MAX_DOUBTFUL,
    asks: 'who',
  }
}
