import type { User } from '@rollcall/client'
import { anyCase } from '../import/texts.ts'
import { describeUser } from './user.ts'

/** What a row says of its person beside the number. It is only compared. */
export type PersonCheck = Partial<Readonly<Record<'loginName' | 'email', string | undefined>>>

const CHECKS = [
  ['loginName', 'login name'],
  ['email', 'e-mail address'],
] as const

export const IF_OLD_LIST =
  'Is the list older than the last renumbering, or the number mistyped? Correct the row, or take it out.'

/** Finds what a row says of its person that is not so, as a part of a sentence about the row's number. */
export function disagreementsAmong(users: Iterable<User>) {
  const all = [...users]
  const holders = {
    loginName: Map.groupBy(all, ({ loginName }) => anyCase(loginName)),
    email: Map.groupBy(all, ({ email }) => anyCase(email)),
  }
  /** @param named whom the number names, if such a person is visible */
  return (named: User | undefined, check: PersonCheck): string | undefined => {
    for (const [field, words] of CHECKS) {
      const value = check[field]
      if (value === undefined) continue
      const found = holders[field].get(anyCase(value)) ?? []
      if (named ? anyCase(named[field]) === anyCase(value) : found.length === 0) continue
      const [holder] = found.length === 1 ? found : []
      const who = named ? describeUser(named) : 'somebody else'
      return `is ${who}, and the row has the ${words} ${holder ? `of ${describeUser(holder)}` : value}.`
    }
    return undefined
  }
}
