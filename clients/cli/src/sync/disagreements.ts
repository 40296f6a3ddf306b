import type { User } from '@rollcall/client'
import { originalsAmong } from '../import/rewritten-ids.ts'
import { anyCase, namesakeKey } from '../import/texts.ts'
import { rewrittenRow } from './plan.ts'
import { rejected } from '../import/row.ts'
import { describeUser } from './user.ts'

/** What a row says of its person beside the number. It is only compared. */
export type PersonCheck = Partial<Readonly<Record<'loginName' | 'email' | 'lastName', string | undefined>>>

const CHECKS = [
  ['loginName', 'login name'],
  ['email', 'e-mail address'],
] as const

export const IF_OLD_LIST =
  'Is the list older than the last renumbering, or the number mistyped? Correct the row, or take it out.'

/**
 * What a row says of its person that is not so, as a part of a sentence about the row's number.
 * @param named whom the number names, if such a person is visible
 */
export type DisagreementOf = (named: User | undefined, check: PersonCheck) => string | undefined

/** Finds whether somebody else of these people has what a row says of its person. */
export function disagreementsAmong(users: Iterable<User>): DisagreementOf {
  const all = [...users]
  const holders = {
    loginName: Map.groupBy(all, ({ loginName }) => anyCase(loginName)),
    email: Map.groupBy(all, ({ email }) => anyCase(email)),
  }
  return (named, check) => {
    for (const [field, words] of CHECKS) {
      const value = check[field]
      if (value === undefined) continue
      const found = holders[field].get(anyCase(value)) ?? []
      if (named ? anyCase(named[field]) === anyCase(value) : found.length === 0) continue
      const [holder] = found.length === 1 ? found : []
      const who = named ? describeUser(named) : 'somebody else'
      return `is ${who}, and the row has the ${words} ${holder ? `of ${describeUser(holder)}` : value}.`
    }
    const { lastName } = check
    return named && lastName !== undefined && !isNamed(named, lastName)
      ? `is ${describeUser(named)}, and the row has the name ${lastName}.`
      : undefined
  }
}

/** Whether a text has the last name of somebody, or the only one, perhaps in a whole name. */
function isNamed({ firstName, lastName }: User, text: string): boolean {
  const words = new Set(namesakeKey(text).split(' '))
  return namesakeKey(lastName || firstName)
    .split(' ')
    .every((word) => word === '' || words.has(word))
}

/**
 * Finds whose number the unknown one of a row probably is, as a spreadsheet has changed it.
 * @returns the error of the row, which names them
 */
export function rewrittenAmong(users: Iterable<User>, field: string, disagreementOf: DisagreementOf) {
  const originalsOf = originalsAmong([...users], ({ externalId }) => externalId)
  return (line: number, id: unknown, check: PersonCheck) => {
    const found = originalsOf(id)
    if (found.length === 0) return undefined
    const fitting = found.filter((user) => disagreementOf(user, check) === undefined)
    if (fitting.length > 0) {
      const originals = fitting.map((user) => ({ id: user.externalId, who: describeUser(user) }))
      return rewrittenRow(line, { field, id: String(id), originals })
    }
    const others = found.map((user) => `${user.externalId} ${disagreementOf(user, check)}`)
    const whatNow = 'Give the number of the right person in the row.'
    return rejected(
      line,
      'rewritten-id',
      `${field} ${String(id)} is not known. ${others.join(' ')} ${whatNow}`,
    )
  }
}
