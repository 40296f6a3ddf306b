import type { Connection } from 'mongoose'
import { batched } from '../work/batched.ts'
import { insert } from '../store/insert.ts'
import { tombstoneModel, toUserToErase, type TombstoneModel, type UserToErase } from './record.ts'

/** The erased users that a service knows of. */
export class Tombstones {
  readonly #model: TombstoneModel
  readonly #hasBatched = batched((userIds: readonly number[]) => this.#hasAll(userIds))

  constructor(connection: Connection) {
    this.#model = tombstoneModel(connection)
  }

  /** Whether this user was erased. Checks of the same moment share a query. */
  has(userId: number): Promise<boolean> {
    return this.#hasBatched(userId)
  }

  async #hasAll(userIds: readonly number[]): Promise<boolean[]> {
    const erased = new Set((await this.among([...new Set(userIds)])).map(({ userId }) => userId))
    return userIds.map((id) => erased.has(id))
  }

  /** The users in the list who were erased. */
  async among(userIds: readonly number[]): Promise<readonly UserToErase[]> {
    if (userIds.length === 0) return []
    return (await this.#model.find({ _id: { $in: userIds } }).lean()).map(toUserToErase)
  }

  /** Safe to repeat. Registrations that are to be removed stay so. */
  async put({ userId: _id, withRegistrations }: Omit<UserToErase, 'registrationIds'>): Promise<void> {
    const record = { _id, withRegistrations, registrationIds: [], records: 0 }
    const isKnown = (await insert(this.#model, [record])).size > 0
    if (isKnown && withRegistrations)
      await this.#model.updateOne({ _id }, { $set: { withRegistrations: true } })
  }

  async addRegistrations(userId: number, ids: readonly number[]): Promise<void> {
    await this.#model.updateOne({ _id: userId }, { $addToSet: { registrationIds: { $each: [...ids] } } })
  }

  /** The next registrations that the user had, in the order of their ids. */
  async registrationsOf(userId: number, afterId: number, limit: number): Promise<number[]> {
    const { registrationIds = [] } = (await this.#model.findById(userId).lean()) ?? {}
    const ids = registrationIds.filter((id) => id > afterId)
    return ids.sort((a, b) => a - b).slice(0, limit)
  }

  /** Adds to the number of records that were changed or removed. @returns how many there were in total */
  async addRecords(userId: number, records: number): Promise<number> {
    const counted = await this.#model
      .findOneAndUpdate({ _id: userId }, { $inc: { records } }, { returnDocument: 'after' })
      .lean()
    return counted?.records ?? records
  }
}
