import { foldCase } from '../../../platform/domain/canonical.ts'
import type { User, UserPatch } from './rules.ts'

/** The external ids and login names of a batch, as sent. */
export interface UpsertKeys {
  readonly externalIds: readonly string[]
  readonly loginNames: readonly string[]
}

/** The keys by which the users of these items are found. */
export const upsertKeysOf = (patches: readonly UserPatch[]): UpsertKeys => ({
  externalIds: patches.flatMap(({ externalId }) => (externalId ? [externalId] : [])),
  loginNames: patches.flatMap(({ loginName }) => (loginName === undefined ? [] : [loginName])),
})

/** Indexes the users that the items of a batch may match: by external id and by login name. */
export class UsersByUpsertKey {
  readonly #byExternalId = new Map<string, User>()
  readonly #byLoginName = new Map<string, User>()

  constructor(users: readonly User[]) {
    for (const user of users) this.#add(user)
  }

  byExternalId(externalId: string | undefined): User | undefined {
    return externalId ? this.#byExternalId.get(externalId) : undefined
  }

  byLoginName(loginName: string | undefined): User | undefined {
    return loginName === undefined ? undefined : this.#byLoginName.get(foldCase(loginName))
  }

  /** Replaces a user, whose former keys become free. */
  replace(before: User, after: User): void {
    this.#byExternalId.delete(before.externalId)
    this.#byLoginName.delete(foldCase(before.loginName))
    this.#add(after)
  }

  #add(user: User): void {
    if (user.externalId !== '') this.#byExternalId.set(user.externalId, user)
    this.#byLoginName.set(foldCase(user.loginName), user)
  }
}
