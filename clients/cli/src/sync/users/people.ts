import type { User } from '@rollcall/client'
import type { ReadableRow, Row } from '../../import/row.ts'
import { anyCase, areRewritten, canonical, isIdentifier } from '../../import/texts.ts'
import { distinct } from '../compare.ts'
import { rejected, type SyncResult } from '../plan.ts'

/** A row that names a person; a name that it does not give is empty. */
export interface PersonRow extends ReadableRow {
  readonly externalId: string
  readonly loginName: string
}

export interface People {
  readonly people: readonly PersonRow[]
  /** Rows that name no person. */
  readonly unnamed: readonly SyncResult[]
  /** Rows with the externalId or the login name of an earlier row. */
  readonly repeated: readonly SyncResult[]
  /** All users of the group that rows name. */
  readonly named: ReadonlySet<User>
}

/** Reads which people the rows of a file are about. */
export function peopleOf(rows: readonly Row[], members: Members): People {
  const named: PersonRow[] = []
  const unnamed: SyncResult[] = []
  for (const row of rows) {
    if (!('body' in row)) {
      unnamed.push(rejected(row.line, row.code, row.error))
      continue
    }
    const externalId = canonical(textOf(row.body['externalId']))
    const loginName = anyCase(textOf(row.body['loginName']))
    if (externalId !== '' || loginName !== '') named.push({ ...row, externalId, loginName })
    else unnamed.push(rejected(row.line, 'invalid-request', 'externalId or loginName is required.'))
  }
  const { first, repeated } = distinct(named, keysOf)
  return {
    people: first,
    unnamed,
    repeated: repeated.map(({ item, earlierLine }) =>
      rejected(item.line, 'repeated-row', `Line ${earlierLine} has the same externalId or loginName.`),
    ),
    named: new Set(named.flatMap((row) => members.namedBy(row))),
  }
}

const keysOf = ({ externalId, loginName }: PersonRow) => [
  ...(externalId === '' ? [] : [`externalId ${externalId}`]),
  ...(loginName === '' ? [] : [`loginName ${loginName}`]),
]

/** The users of a group. */
export class Members {
  readonly users: ReadonlyMap<string, User>
  readonly #byExternalId: ReadonlyMap<string, User>
  readonly #byLoginName: ReadonlyMap<string, User>

  constructor(users: readonly User[]) {
    this.users = new Map(users.map((user) => [String(user.id), user]))
    this.#byExternalId = new Map(
      users.filter(({ externalId }) => externalId !== '').map((user) => [canonical(user.externalId), user]),
    )
    this.#byLoginName = new Map(users.map((user) => [anyCase(user.loginName), user]))
  }

  /** The user that a row is about. A login name is enough for a user without an external id. */
  find({ externalId, loginName }: PersonRow): User | undefined {
    const byLoginName = this.#byLoginName.get(loginName)
    const isEnough = externalId === '' || byLoginName?.externalId === ''
    return this.#byExternalId.get(externalId) ?? (isEnough ? byLoginName : undefined)
  }

  /** The users that a row names. One whose login name is in the file is no leaver. */
  namedBy({ externalId, loginName }: PersonRow): User[] {
    const found = [this.#byExternalId.get(externalId), this.#byLoginName.get(loginName)]
    return found.filter((user) => user !== undefined)
  }

  /** Whether it is clear who a row is about that the service has rejected. */
  identifiedBy({ body, loginName }: PersonRow): boolean {
    const { externalId } = body
    return externalId === undefined ? this.#byLoginName.has(loginName) : isIdentifier(externalId)
  }

  /** Whether a row with an unknown external id is probably about a leaver. */
  mayBeRewritten(rows: readonly PersonRow[], leavers: readonly User[]): boolean {
    return areRewritten(
      rows.map(({ externalId }) => externalId).filter((id) => !this.#byExternalId.has(id)),
      leavers.map(({ externalId }) => externalId),
    )
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
