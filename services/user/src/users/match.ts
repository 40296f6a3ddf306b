import { foldCase, type User, type UserPatch } from './rules.ts'

/** Indexes the users that the rows of a batch may match: by external id and by login name. */
export class UsersByMergeKey {
  readonly #byExternalId: ReadonlyMap<string, User>
  readonly #byLoginName: ReadonlyMap<string, User>

  constructor(users: readonly User[]) {
    this.#byExternalId = new Map(users.map((user) => [user.externalId, user]))
    this.#byLoginName = new Map(users.map((user) => [foldCase(user.loginName), user]))
  }

  /** The user that a row updates: by external id, otherwise by login name. */
  match({ externalId, loginName }: UserPatch): User | undefined {
    const byExternalId = externalId ? this.#byExternalId.get(externalId) : undefined
    if (byExternalId) return byExternalId
    return loginName === undefined ? undefined : this.#byLoginName.get(foldCase(loginName))
  }
}

/** External ids, and login names in folded case. */
export interface MergeKeys {
  readonly externalIds: readonly string[]
  readonly loginNames: readonly string[]
}

/** The keys by which the users of these rows are found. */
export const mergeKeysOf = (rows: readonly UserPatch[]): MergeKeys => ({
  externalIds: rows.flatMap(({ externalId }) => (externalId ? [externalId] : [])),
  loginNames: rows.flatMap(({ loginName }) => (loginName === undefined ? [] : [foldCase(loginName)])),
})
