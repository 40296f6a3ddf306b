import type { User } from '@rollcall/client'
import { anyCase, textIn } from '../../import/texts.ts'
import { hasExternalId, type Row } from '../../import/row.ts'
import { isShortened } from '../../import/rows.ts'
import { counted, onOneLine } from '../../output.ts'
import type { Run } from '../last-run.ts'
import { allowed, type Limit } from '../limit.ts'
import { PERSONAL, type PersonRow } from './people.ts'

const MAX_EXAMPLES = 3
/** Two people can exchange their login names, and two others in the same night. */
const MAX_EXCHANGING = 4

/** A row, and the user whom it names. */
export interface PersonPair {
  readonly row: PersonRow
  readonly user: User
}

/** Rows that change many people as a mistake in the file does, such as a column that was sorted alone. */
interface IdentityChanges {
  readonly pairs: readonly PersonPair[]
  /** How many people could be changed. */
  readonly existing: number
  readonly limit: Limit | undefined
}

/** Why the file is not trusted that changes so many login names, e-mail addresses and names; if so. */
export function tooManyIdentityChanges({ pairs, existing, limit }: IdentityChanges): string | undefined {
  const changed = pairs.filter((pair) => changedFields(pair).length > 0)
  const count = changed.length
  const most = allowed(existing, limit, { percent: 20, always: 3 })
  const isTooMany = count > most
  const exchanging = isTooMany || limit !== undefined ? [] : exchangingAmong(changed)
  if (!isTooMany && exchanging.length <= MAX_EXCHANGING) return undefined
  // Advice that always works would be followed for a broken file, too.
  const whatNow =
    count * 2 <= existing
      ? `If the file is correct, add --max-identity-changes ${count} once.`
      : 'If the file is correct, as with a new e-mail domain, set --max-identity-changes for this run.'
  const what = isTooMany
    ? `would change the login name, e-mail address or name of ${count} of ${existing} people; the limit is ` +
      `${most}`
    : `would give ${exchanging.length} people the login names, e-mail addresses or names of each other`
  const examples = (isTooMany ? changed : exchanging).slice(0, MAX_EXAMPLES).map(exampleOf)
  return (
    `The file ${what}. Nothing was changed. Probably a column was sorted or moved alone, or the file was ` +
    `saved in another encoding.\n${examples.join('\n')}\n${whatNow}`
  )
}

/** Whose rows have the login name, the own address or an own name of another one of them. */
function exchangingAmong(changed: readonly PersonPair[]): readonly PersonPair[] {
  const found = PERSONAL.flatMap((field) => {
    const given = ({ row: { body } }: PersonPair) => anyCase(textIn(body[field]) ?? '')
    const had = Map.groupBy(changed, ({ user }) => anyCase(user[field]))
    const get = Map.groupBy(changed, given)
    // What several have is no identity, such as the address of an office.
    return changed.filter((pair) => {
      const holders = had.get(given(pair)) ?? []
      return holders.length === 1 && holders[0] !== pair && get.get(given(pair))?.length === 1
    })
  })
  return [...new Set(found)]
}

/** Why the file is not trusted that has lost the numbers of its people: it would name them by login names. */
export function withoutNumbers({
  rows,
  source,
  allowShrink = false,
  lastRun,
  users,
}: {
  readonly rows: readonly Row[]
  readonly source: string | undefined
  readonly allowShrink?: boolean
  readonly lastRun: Run | undefined
  readonly users: Iterable<User>
}): string | undefined {
  const hadNone = lastRun?.files.every(({ hasExternalIds }) => hasExternalIds === false) === true
  if (source === undefined || allowShrink || hadNone || rows.some(hasExternalId)) return undefined
  const own = [...users].filter(({ managedBy }) => managedBy === source)
  const numbered = own.filter(({ externalId }) => externalId !== '').length
  if (numbered * 2 <= own.length) return undefined
  const shortened = rows.filter(isShortened).length
  if (shortened > 0)
    return (
      `A spreadsheet has shortened the numbers of ${counted(shortened, 'row')}, and no other row has one. ` +
      'Nothing was changed. Give the column the format Text, and export it again.'
    )
  return (
    `The file has no externalId, which ${numbered} of ${own.length} people of ${source} have. Nothing was ` +
    'changed. A login name alone can pass to another person. Is the column missing, or named otherwise ' +
    '(--map)? If the file never has it, add --allow-shrink once.'
  )
}

const changedFields = ({ row: { body }, user }: PersonPair) =>
  PERSONAL.filter((field) => {
    const given = body[field]
    return typeof given === 'string' && anyCase(given) !== anyCase(user[field])
  })

const exampleOf = (pair: PersonPair): string =>
  onOneLine(`  ${pair.user.externalId || pair.user.loginName}: ${changedValues(pair)}`)

/** What a plan says of a person who gets another address or name. A new login name alone says nothing. */
export function identityChange(pair: PersonPair): string | undefined {
  return changedFields(pair).some((field) => field !== 'loginName') ? changedValues(pair) : undefined
}

/** The values that tell who a person is, if a row changes them: before and after. */
export const changedValues = (pair: PersonPair): string => onOneLine(valuesOf(pair, changedFields(pair)))

function valuesOf({ row, user }: PersonPair, fields: readonly (typeof PERSONAL)[number][]): string {
  const textOf = (record: Readonly<Record<string, unknown>> | User) =>
    fields.map((field) => String(Reflect.get(record, field)) || '(empty)').join(', ')
  return fields.length === 0 ? '' : `${textOf(user)} → ${textOf(row.body)}`
}
