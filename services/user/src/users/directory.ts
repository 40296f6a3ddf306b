import { withoutCase, type User, type UserPatch } from './rules.ts'

/** Finds the user that a row of an import refers to, among users that were read before. */
export class Directory {
  readonly #byExternalId: ReadonlyMap<string, User>
  readonly #byLoginName: ReadonlyMap<string, User>

  constructor(users: readonly User[]) {
    this.#byExternalId = new Map(users.map((user) => [user.externalId, user]))
    this.#byLoginName = new Map(users.map((user) => [withoutCase(user.loginName), user]))
  }

  /** By the external id, else by the login name (decisions, "Operator API"). */
  meantBy({ externalId, loginName }: UserPatch): User | undefined {
    const byExternalId = externalId ? this.#byExternalId.get(externalId) : undefined
    return (
      byExternalId ?? (loginName === undefined ? undefined : this.#byLoginName.get(withoutCase(loginName)))
    )
  }
}

/** The keys that the users of import rows are found by. */
export const keysOf = (rows: readonly UserPatch[]): { externalIds: string[]; loginNames: string[] } => ({
  externalIds: rows.flatMap(({ externalId }) => (externalId ? [externalId] : [])),
  loginNames: rows.flatMap(({ loginName }) => (loginName === undefined ? [] : [withoutCase(loginName)])),
})
