import { RollcallError, type UserUpdate } from '@rollcall/client'
import type { Context } from '../../context.ts'
import { SyncService, type SendBatch } from '../service.ts'
import type { PersonRow } from './people.ts'

/** The operations that a sync of the users of a group needs. */
export class UserService extends SyncService<PersonRow> {
  readonly #groupId: number

  constructor(context: Context, groupId: number) {
    super(context)
    this.#groupId = groupId
  }

  /** Creates users in the group, and changes others. */
  protected override sendBatch: SendBatch = (headers, bodies) => {
    const request = { groupId: this.#groupId, UserBatchItem: [], ...headers }
    return this.api.users.mergeVisibleUserBatchRaw(request, bodies)
  }

  async update(id: number, fields: UserUpdate): Promise<void> {
    await this.#unlessDeleted(() => this.api.updateUser(id, fields))
  }

  async delete(id: number): Promise<void> {
    await this.#unlessDeleted(() => this.api.deleteUser(id))
  }

  async #unlessDeleted(change: () => Promise<unknown>): Promise<void> {
    try {
      await this.send(change)
    } catch (error) {
      if (!(error instanceof RollcallError && error.status === 404)) throw error
    }
  }
}
