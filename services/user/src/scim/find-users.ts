import type { Scope } from '../../../platform/domain/account.ts'
import {
  canonicalEmail,
  canonicalIdentifier,
  foldCase,
  type Canonical,
} from '../../../platform/domain/canonical.ts'
import type { Page } from '../../../platform/domain/page.ts'
import type { UserFinder } from '../users/finder.ts'
import type { User } from '../users/rules.ts'
import { parseFilter, USER_FILTERS } from './filter.ts'
import { readId } from './resource.ts'

interface Found {
  /** The users of the page. */
  readonly users: readonly User[]
  /** How many users match. */
  readonly total: number
}

/** What is compared, in the form in which it is. */
type Wanted = Partial<Record<Compared, string>>
type Compared = (typeof USER_FILTERS)[keyof typeof USER_FILTERS]

const NOTHING: Found = { users: [], total: 0 }

/**
 * One page of the users in scope that match a filter, inactive ones included.
 * @throws ScimFilterUnsupported
 */
export async function findUsers(
  users: Pick<UserFinder, 'find' | 'findByUpsertKeys' | 'list' | 'count'>,
  filter: string | undefined,
  scope: Scope,
  page: Page,
): Promise<Found> {
  const wanted = filter === undefined ? {} : wantedBy(filter)
  if (!wanted) return NOTHING
  const { id, userName, externalId, emails: email } = wanted
  if (id === undefined && userName === undefined && externalId === undefined) {
    const list = { scope, email, includeDeleted: false }
    const [found, total] = await Promise.all([users.list(list, page), users.count(list)])
    return { users: found.records as readonly User[], total }
  }
  // Found by a unique key, without the groups of the scope, which can be many.
  const candidates =
    id === undefined
      ? await users.findByUpsertKeys({
          externalIds: externalId ? [externalId] : [],
          loginNames: userName === undefined ? [] : [userName],
        })
      : [await users.find(readId(id) ?? 0)]
  const found = candidates.find(
    (user) => user && !user.deleted && scope.includesAny(user.groupIds) && matches(user, wanted),
  )
  return found ? { users: [found].slice(page.offset, page.offset + page.limit), total: 1 } : NOTHING
}

/** @returns undefined when nobody can match: a text that no user can have, or two values for one attribute */
function wantedBy(filter: string): Wanted | undefined {
  const wanted: Wanted = {}
  for (const [name, values] of Object.entries(parseFilter(filter, USER_FILTERS)))
    for (const value of values) {
      const text = comparedForm(name as Compared, value)
      if (text === undefined || (wanted[name as Compared] ?? text) !== text) return undefined
      wanted[name as Compared] = text
    }
  return wanted
}

function comparedForm(name: Compared, value: string): string | undefined {
  switch (name) {
    case 'id':
      return value
    case 'externalId':
      return textOf(canonicalIdentifier(value))
    case 'userName':
      return foldedTextOf(canonicalIdentifier(value))
    case 'emails':
      return foldedTextOf(canonicalEmail(value))
  }
}

const textOf = (canonical: Canonical): string | undefined =>
  canonical.kind === 'text' ? canonical.text : undefined

function foldedTextOf(canonical: Canonical): string | undefined {
  const text = textOf(canonical)
  return text === undefined ? undefined : foldCase(text)
}

function matches({ id, loginName, externalId, email }: User, wanted: Wanted): boolean {
  const own = { id: String(id), userName: foldCase(loginName), externalId, emails: foldCase(email) }
  return Object.entries(wanted).every(([name, text]) => own[name as Compared] === text)
}
