import type { User } from '@rollcall/client'
import type { Row, ReadableRow } from '../../import/row.ts'
import { anyCase, areRewritten, canonical, isIdentifier } from '../../import/texts.ts'
import type { SyncResult } from '../plan.ts'

/** Accepted and ignored by the service. */
const READ_ONLY = new Set(['id', 'createdDate', 'updatedDate', 'deleted'])

/** A row, and the user of the group that it is about. */
export interface Matched {
  readonly row: ReadableRow
  readonly user: User
}

/** Compares a file with the users of a group. */
export class Comparison {
  readonly unchanged: Matched[] = []
  /** Rows that the service has to look at: about users with other values, or about people who are not in the group. */
  readonly toCheck: ReadableRow[] = []
  readonly failed: SyncResult[] = []
  /** Whether some rows do not identify a person. */
  isUnclear = false
  readonly #members: readonly User[]
  readonly #byId: ReadonlyMap<number, User>
  readonly #byExternalId: ReadonlyMap<string, User>
  readonly #byLoginName: ReadonlyMap<string, User>
  readonly #lines = new Map<string, number>()
  readonly #foundIds = new Set<number>()

  constructor(rows: readonly Row[], members: readonly User[]) {
    this.#members = members
    this.#byId = new Map(members.map((user) => [user.id, user]))
    this.#byExternalId = new Map(
      members.filter(({ externalId }) => externalId !== '').map((user) => [canonical(user.externalId), user]),
    )
    this.#byLoginName = new Map(members.map((user) => [anyCase(user.loginName), user]))
    for (const row of rows) this.#place(row)
  }

  #place(row: Row): void {
    const { line } = row
    if (!('body' in row)) {
      this.isUnclear = true
      this.#fail(line, row.code, row.error)
      return
    }
    const externalId = canonical(textOf(row.body['externalId']))
    const loginName = anyCase(textOf(row.body['loginName']))
    if (externalId === '' && loginName === '') {
      this.isUnclear = true
      this.#fail(line, 'invalid-request', 'externalId or loginName is required.')
      return
    }
    const byExternalId = this.#byExternalId.get(externalId)
    const byLoginName = this.#byLoginName.get(loginName)
    // A user whose login name the file has is no leaver, whatever the externalId says.
    for (const user of [byExternalId, byLoginName]) if (user) this.found(user)
    const repeats = this.#firstLineOf([`externalId ${externalId}`, `loginName ${loginName}`], line)
    if (repeats !== undefined) {
      this.#fail(line, 'repeated-row', `Line ${repeats} has the same externalId or loginName.`)
      return
    }
    const user =
      byExternalId ?? (externalId === '' || byLoginName?.externalId === '' ? byLoginName : undefined)
    if (user && isUpToDate(row.body, user)) this.unchanged.push({ row, user })
    else this.toCheck.push(row)
  }

  #fail(line: number, code: string, detail: string): void {
    this.failed.push({ line, ok: false, code, detail })
  }

  /** The earlier line with one of these keys; otherwise they belong to this line from now on. */
  #firstLineOf(keys: readonly string[], line: number): number | undefined {
    const given = keys.filter((key) => !key.endsWith(' '))
    const earlier = given.map((key) => this.#lines.get(key)).find((found) => found !== undefined)
    if (earlier === undefined) for (const key of given) this.#lines.set(key, line)
    return earlier
  }

  /** The user of the group with this id, for which the service has accepted the row. */
  member(id: number): User | undefined {
    return this.#byId.get(id)
  }

  /** Whether it is clear who a row is about that the service has rejected. */
  identifies({ body: { externalId, loginName } }: ReadableRow): boolean {
    return externalId === undefined
      ? this.#byLoginName.has(anyCase(textOf(loginName)))
      : isIdentifier(externalId)
  }

  /** A row is about this user of the group. */
  found({ id }: User): void {
    this.#foundIds.add(id)
  }

  /** Users of the group that the file does not list. */
  get leavers(): User[] {
    return this.#members.filter(({ id }) => !this.#foundIds.has(id))
  }

  /** Whether a row with an unknown external id is probably about a leaver. */
  get namesRewritten(): boolean {
    const externalIds = this.toCheck.map(({ body }) => body['externalId'])
    return areRewritten(
      externalIds.filter((id) => !this.#byExternalId.has(canonical(textOf(id)))),
      this.leavers.map(({ externalId }) => externalId),
    )
  }

  /** Users that the file lists and whose expiration date has passed. */
  expired(now: Date): User[] {
    return this.#members.filter((user) => this.#foundIds.has(user.id) && isExpired(user, now))
  }
}

export const isExpired = ({ expirationDate }: Pick<User, 'expirationDate'>, now: Date): boolean =>
  expirationDate !== '' && new Date(expirationDate) <= now

function isUpToDate(body: Readonly<Record<string, unknown>>, user: User): boolean {
  const stored = user as unknown as Readonly<Record<string, unknown>>
  return Object.entries(body).every(
    ([field, value]) =>
      READ_ONLY.has(field) ||
      (typeof value === 'string' && canonical(value) === canonical(String(stored[field]))),
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
