import { Schema, type Connection } from 'mongoose'
import { refusals } from '../../../shared/store/bulk.ts'
import { isFirst, type UserCopy } from '../domain/user.ts'
import type { UserCopies } from './user-copies.ts'

interface Row extends Omit<UserCopy, 'userId' | 'groupIds'> {
  _id: number
  groupIds: number[]
}

export class MongoUserCopies implements UserCopies {
  readonly #model

  constructor(connection: Connection) {
    const schema = new Schema<Row>(
      {
        _id: Number,
        version: { type: Number, required: true },
        externalId: { type: String, default: '' },
        groupIds: { type: [Number], required: true },
        deleted: { type: Boolean, required: true },
      },
      { versionKey: false },
    )
    this.#model = connection.model<Row>('UserCopy', schema, 'userCopies')
  }

  async keep(copies: readonly UserCopy[]): Promise<void> {
    const news = Map.groupBy(copies, isFirst)
    await this.#insert(news.get(true) ?? [])
    const changed = news.get(false) ?? []
    const refused = await this.#write(changed, true)
    // Somebody else was faster with the insert; where that was a newer version, nothing matches.
    await this.#write(refused, false)
  }

  /** First versions, as an import brings them by the thousand; where anything is known they are no news. */
  async #insert(copies: readonly UserCopy[]): Promise<void> {
    const rows = copies.map(({ userId, ...copy }) => ({ _id: userId, ...copy, groupIds: [...copy.groupIds] }))
    if (rows.length === 0) return
    await refusals(() => this.#model.collection.insertMany(rows as never[], { ordered: false }))
  }

  /** Where a newer version is stored the filter does not match, and an insert meets the id that is taken. */
  async #write(copies: readonly UserCopy[], upsert: boolean): Promise<UserCopy[]> {
    if (copies.length === 0) return []
    const writes = copies.map(({ userId, ...copy }) => ({
      updateOne: {
        filter: { _id: userId, version: { $lt: copy.version } },
        update: { $set: { ...copy, groupIds: [...copy.groupIds] } },
        upsert,
      },
    }))
    const refused = await refusals(() =>
      this.#model.collection.bulkWrite(writes as never[], { ordered: false }),
    )
    return copies.filter((_, i) => refused.has(i))
  }

  async byIds(userIds: readonly number[]): Promise<UserCopy[]> {
    const rows = await this.#model.find({ _id: { $in: userIds } }).lean()
    return rows.map(({ _id, ...row }) => ({ userId: _id, ...row }))
  }
}
