import { Schema, type Connection } from 'mongoose'
import { duplicateKey } from '../../../shared/store/mongo.ts'
import type { UserCopy } from '../domain/user.ts'
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

  async keep({ userId, ...copy }: UserCopy): Promise<void> {
    const fields = { ...copy, groupIds: [...copy.groupIds] }
    try {
      // Where a newer version is stored the filter does not match, and the insert meets the id that is taken.
      await this.#model.updateOne(
        { _id: userId, version: { $lt: copy.version } },
        { $set: fields },
        { upsert: true },
      )
    } catch (error) {
      if (!duplicateKey(error)) throw error
      await this.#model.updateOne({ _id: userId, version: { $lt: copy.version } }, { $set: fields })
    }
  }

  async byIds(userIds: readonly number[]): Promise<UserCopy[]> {
    const rows = await this.#model.find({ _id: { $in: userIds } }).lean()
    return rows.map(({ _id, ...row }) => ({ userId: _id, ...row }))
  }
}
