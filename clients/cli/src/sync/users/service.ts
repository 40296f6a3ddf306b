import { RollcallError, type User } from '@rollcall/client'
import type { ReadableRow } from '../../import/row.ts'
import type { SendBatch, SentItem, SyncConnection } from '../connection.ts'

export type SentRow = SentItem<ReadableRow>

/** The operations that a sync of the users of a group needs. */
export class UserService {
  readonly #connection: SyncConnection
  readonly #groupId: number
  readonly #mergeBatch: SendBatch

  constructor(connection: SyncConnection, groupId: number) {
    this.#connection = connection
    this.#groupId = groupId
    this.#mergeBatch = (headers, bodies) =>
      connection.api.users.mergeVisibleUserBatchRaw({ groupId, UserBatchItem: [], ...headers }, bodies)
  }

  members(): Promise<User[]> {
    return this.#connection.membersOf(this.#groupId)
  }

  /** What would become of each row. */
  validate(rows: readonly ReadableRow[]): Promise<SentRow[]> {
    return this.#connection.validate(rows, this.#mergeBatch)
  }

  /** Creates users in the group, and changes others. */
  merge(rows: readonly ReadableRow[]): AsyncGenerator<SentRow[]> {
    return this.#connection.write(rows, this.#mergeBatch)
  }

  /** @param expirationDate of the user from now on; "" for none */
  async setExpiration(id: number, expirationDate: string): Promise<void> {
    await this.#unlessDeleted(() => this.#connection.api.updateUser(id, { expirationDate }))
  }

  async delete(id: number): Promise<void> {
    await this.#unlessDeleted(() => this.#connection.api.deleteUser(id))
  }

  async #unlessDeleted(change: () => Promise<unknown>): Promise<void> {
    try {
      await this.#connection.send(change)
    } catch (error) {
      if (!(error instanceof RollcallError && error.status === 404)) throw error
    }
  }
}
