import type { User } from '@rollcall/client'
import { endingAmong } from '../../import/rewritten-ids.ts'
import { shellWord } from '../../shell.ts'
import { broughtBack, inSeveralGroups, justMoved } from '../service.ts'
import { isOwn } from '../sources.ts'
import { isExpired, nameOfUser } from '../user.ts'
import { fullNameKeyOf, isNamedIn, type People, type PersonRow } from './people.ts'
import type { UserSync } from './user-sync.ts'

/** The users of the group whom no row is about. */
export class Leavers {
  /** Also those whom another source or none keeps. */
  readonly missing: readonly User[]
  /** Those whom this sync keeps, and so may remove. */
  readonly own: readonly User[]
  /** Those of its own who have not expired. */
  readonly active: readonly User[]
  readonly #sync: UserSync
  readonly #withEndOf: (id: string) => readonly User[]

  constructor({ identified }: Pick<People, 'identified'>, sync: UserSync) {
    const { members, options, now } = sync
    this.#sync = sync
    this.missing = [...members.users.values()].filter((user) => !identified.has(user))
    this.own = this.missing.filter((user) => isOwn(user, options.source))
    this.active = this.own.filter((user) => !isExpired(user, now))
    this.#withEndOf = endingAmong(
      this.active.filter(({ externalId }) => externalId !== ''),
      ({ externalId }) => externalId,
    )
  }

  /** The active ones whose id the row may have without its beginning, or with another one. */
  withIdLike(row: PersonRow): readonly User[] {
    const isCompared = row.externalId !== '' && !isNamedIn(this.#sync.options.allowOtherPerson, row)
    return isCompared ? this.#withEndOf(row.externalId) : []
  }

  /** The same with the names of the row, too. */
  withIdAndNamesLike(row: PersonRow): User | undefined {
    const names = fullNameKeyOf(row.body)
    return this.withIdLike(row).find((user) => fullNameKeyOf(user) === names)
  }

  /** Whether the sync can do to the user what it does to leavers: who has expired can only be deleted. */
  isRemovable(user: User): boolean {
    return this.#sync.options.leavers !== 'expire' || !isExpired(user, this.#sync.now)
  }

  /** Whether the sync removes the user, if nothing holds the user. */
  mayRemove(user: User): boolean {
    return isOwn(user, this.#sync.options.source) && this.isRemovable(user)
  }

  /** The error of a leaver whom another file may name, and who is left alone; if so. */
  errorOf(user: User) {
    const { members, options, now, removedBefore, movedBefore } = this.#sync
    const { leavers, group } = options
    // A person who was deleted can't be brought back by the file of the other group.
    if (leavers === 'delete' && members.isElsewhere(user)) return inSeveralGroups(user)
    if (leavers === 'keep' || isExpired(user, now)) return undefined
    const id = String(user.id)
    if (movedBefore.has(id)) return justMoved(user, group)
    if (!removedBefore.has(id)) return undefined
    return broughtBack(nameOfUser(user), 'expired the user', waysFor(user, now))
  }
}

/** What to do with a leaver who is active again. Out of the group, the account would stay active for good. */
function waysFor({ id, externalId, loginName }: User, now: Date) {
  const [option, name] = externalId ? ['--external-id', externalId] : ['--login-name', loginName]
  return {
    ifStays: `no source may keep the person: rollcall sources release ${id}`,
    ifGone: `rollcall users merge ${option} ${shellWord(name)} --expiration-date ${endAt(now)}`,
  }
}

/** The expiration date of somebody who leaves at this moment. */
export const endAt = (now: Date): string => now.toISOString().replace(/\.\d+Z$/, 'Z')
