import type { User } from '@rollcall/client'
import { isLike, originalsAmong } from '../../import/rewritten-ids.ts'
import { rejected } from '../../import/row.ts'
import { anyCase } from '../../import/texts.ts'
import { rewrittenRow, type SyncResult } from '../plan.ts'
import { describeUser } from '../user.ts'
import type { Leavers } from './leavers.ts'
import {
  fullNameKeyOf,
  hasOtherFirstName,
  idOf,
  lastWith,
  nameAndAddressKeyOf,
  type PersonRow,
} from './people.ts'
import { numberMissingText, samePersonText } from './row-texts.ts'

/** Who a new person probably is, so that the row must not create one. */
interface KnownPerson {
  readonly users: readonly User[]
  readonly objection: SyncResult
}

/** Whom a row about a new person may be about. */
interface Candidates {
  readonly leavers: Leavers
  /** The people of the source outside the group. */
  readonly outside: readonly User[]
  /** The addresses that several people of the file or the group have. */
  readonly sharedHere: ReadonlySet<string>
  /** The same of all whom the service account can see. */
  readonly shared: ReadonlySet<string>
}

export const REWRITTEN_ID = 'rewritten-id'
export const SAME_PERSON = 'same-person'

/** Finds whether the source probably keeps a new person already. */
export function knownAmong(candidates: Candidates): (row: PersonRow) => KnownPerson | undefined {
  const { leavers, outside, sharedHere, shared } = candidates
  const byNumber = originalsAmong(outside, ({ externalId }) => externalId)
  const byLoginName = originalsAmong(outside, ({ loginName }) => loginName)
  const leaverWithAddressOf = lastWith(leavers.active, nameAndAddressKeyOf)
  const numbered = [...leavers.own, ...outside].filter(({ externalId }) => externalId !== '')
  const byAddress = new Map(numbered.map((user) => [anyCase(user.email), user]))
  const byName = Map.groupBy(numbered, fullNameKeyOf)
  return (row) => {
    const { line, body, externalId } = row
    const email = anyCase(String(body['email']))
    const holder = externalId !== '' || shared.has(email) ? undefined : byAddress.get(email)
    if (holder) return samePerson(row, holder, numberMissingText(row, holder))
    const withIdLike = leavers.withIdAndNamesLike(row)
    if (withIdLike) return samePerson(row, withIdLike, samePersonText(row, withIdLike, 'an id like this one'))
    const same = externalId === '' || sharedHere.has(email) ? undefined : leaverWithAddressOf(row)
    if (same) return samePerson(row, same, samePersonText(row, same, 'address'))
    const name = fullNameKeyOf(body)
    const { field, id } = idOf(row)
    const withIdOf = externalId === '' ? byLoginName(id) : byNumber(id)
    // A marriage changes no first name.
    const isSame = (user: User) =>
      !hasOtherFirstName(row, user) || (anyCase(user.email) === email && !shared.has(email))
    const namesakes = (byName.get(name) ?? []).filter((user) => isLike(externalId, user.externalId))
    const users = [...new Set([...withIdOf.filter(isSame), ...namesakes])]
    const originals = users.map((user) => ({ id: user[field], who: describeUser(user) }))
    const rewritten = { field, id, originals, mayRenumber: true }
    return users.length === 0 ? undefined : { users, objection: rewrittenRow(line, rewritten) }
  }
}

const samePerson = ({ line }: PersonRow, user: User, detail: string): KnownPerson => ({
  users: [user],
  objection: rejected(line, SAME_PERSON, detail),
})
