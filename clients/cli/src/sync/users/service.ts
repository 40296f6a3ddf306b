import { RollcallError, type Registration, type User, type UserUpdateInput } from '@rollcall/client'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../context.ts'
import { BatchSyncService, type SendBatch } from '../service.ts'
import { hasValues, isNamedIn, type Members, type PersonRow } from './people.ts'

/** For whom the users of a group are written. */
export interface UserScope {
  /** Undefined for all users whom the service account can see. */
  readonly group: number | undefined
  /** Undefined for no source. */
  readonly source: string | undefined
  /** The ids of rows that take their people over from another source. */
  readonly takeOver: readonly string[]
}

/** A write can become visible so late. */
const VISIBLE_WITHIN_MS = 60_000

/** What became of a change of a user who was read for the plan. */
export type ChangeOutcome = 'done' | 'gone' | 'changed-meanwhile'

/** The operations that a sync of the users of a group needs. */
export class UserService extends BatchSyncService<PersonRow> {
  readonly #scope: UserScope
  #outside: Promise<readonly User[]> | undefined

  constructor(context: Context, scope: UserScope) {
    super(context)
    this.#scope = scope
  }

  /** Creates users in the group, and changes and moves others. */
  protected override sendBatch: SendBatch<PersonRow> = (headers, bodies, rows) => {
    const { group, source } = this.#scope
    const request = {
      UserBatchItem: [],
      ...(group !== undefined && { groupId: group }),
      ...(source !== undefined && { source, takeOver: rows.some((row) => this.takesOver(row)) }),
      ...(group !== undefined && source !== undefined && { outsideGroup: 'move' as const }),
      ...headers,
    }
    return this.api.users.mergeVisibleUserBatchRaw(request, bodies)
  }

  protected override kindOf(row: PersonRow): boolean {
    return this.takesOver(row)
  }

  /** Whether the person of this row may belong to another source. */
  takesOver(row: PersonRow): boolean {
    return isNamedIn(this.#scope.takeOver, row)
  }

  /** Who has this login name, if the service account can see that user. */
  async holderOf(loginName: string): Promise<User | undefined> {
    return (await this.#firstTwo({ loginName }))[0]
  }

  /** The user whom a row names, if the service account can see that user. */
  async named({ externalId, loginName }: PersonRow): Promise<User | undefined> {
    if (externalId === '') return this.holderOf(loginName)
    try {
      return await this.find({ externalId })
    } catch (error) {
      if (error instanceof RollcallError && error.status === 404) return this.holderOf(loginName)
      throw error
    }
  }

  /** Whether several users whom the service account can see have this e-mail address. */
  async isShared(email: string): Promise<boolean> {
    return (await this.#firstTwo({ email })).length > 1
  }

  /** The users outside the group whom the service account can see, read once. */
  outside({ hasOthers, users: members }: Members): Promise<readonly User[]> {
    const read = async () => {
      const { users } = await this.membersOf(undefined)
      return users.filter(({ id }) => !members.has(String(id)))
    }
    return (this.#outside ??= hasOthers ? read() : Promise.resolve([]))
  }

  /** Thousands may have the address of an office. */
  #firstTwo(filter: Partial<Pick<User, 'loginName' | 'email'>>): Promise<User[]> {
    const request = { ...filter, include: 'details', limit: 2 } as const
    return this.send(async () => (await this.api.users.listUsersRaw(request)).value())
  }

  /** The user as it is now. */
  find(by: number | { readonly externalId: string }): Promise<User> {
    return this.send(() => this.api.getUser(by, { details: true }))
  }

  /** The open registrations of a user; none if the service account has no role to see them. */
  async openRegistrations(userId: number): Promise<readonly Registration[]> {
    const status = ['Not Started', 'Approved'] as const
    const { registrations } = this.api
    try {
      return await this.list((page) =>
        registrations.listRegistrationsRaw({ user_id: userId, status: [...status], ...page }),
      )
    } catch (error) {
      if (error instanceof RollcallError && error.code === 'role-missing') return []
      throw error
    }
  }

  /** Who was deleted since then. */
  async deletedSince(at: string): Promise<readonly User[]> {
    const updatedAfter = new Date(Date.parse(at) - VISIBLE_WITHIN_MS)
    const filter = { updatedAfter, includeDeleted: true }
    const changed = await this.list((page) => this.api.users.listUsersRaw({ ...filter, ...page }))
    return changed.filter(({ deleted }) => deleted)
  }

  update(planned: User, fields: UserUpdateInput): Promise<ChangeOutcome> {
    return this.#unlessChanged(planned, (options) => this.api.updateUser(planned.id, fields, options), fields)
  }

  delete(planned: User): Promise<ChangeOutcome> {
    return this.#unlessChanged(planned, (options) => this.api.deleteUser(planned.id, options))
  }

  /** The plan may be old: the next run decides about people who have changed or left the group since. */
  async #unlessChanged(
    planned: User,
    change: (options: { source?: string; ifMatch?: string | undefined }) => Promise<unknown>,
    fields?: UserUpdateInput,
  ): Promise<ChangeOutcome> {
    const { source } = this.#scope
    let isRepeated = false
    try {
      const found = await this.send(() => this.api.getUser(planned.id, { details: true }))
      // All fields, the groups among them, because two changes can have the same second.
      if (!isDeepStrictEqual({ ...found }, { ...planned })) return 'changed-meanwhile'
      const { etag: ifMatch } = found.lastResponse
      await this.send((isAgain) => {
        isRepeated = isAgain
        return change({ ifMatch, ...(source !== undefined && { source }) })
      })
      return 'done'
    } catch (error) {
      if (!(error instanceof RollcallError)) throw error
      if (error.status === 404) return 'gone'
      if (error.status === 412 && isRepeated && fields) return await this.#outcomeOfLost(planned.id, fields)
      if (error.status === 412 || error.status === 403) return 'changed-meanwhile'
      throw error
    }
  }

  /** What has become of a user whose change was sent again, because the first answer was lost. */
  async #outcomeOfLost(id: number, fields: UserUpdateInput): Promise<ChangeOutcome> {
    try {
      return hasValues(await this.find(id), { ...fields }) ? 'done' : 'changed-meanwhile'
    } catch (error) {
      if (error instanceof RollcallError && error.status === 404) return 'gone'
      throw error
    }
  }
}
