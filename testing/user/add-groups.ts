import mongoose from 'mongoose'
import { insert } from '../../services/platform/store/insert.ts'
import { groupModel } from '../../services/user/src/groups/record.ts'

const CHUNK = 5_000

interface Groups {
  readonly databaseUrl: string
  readonly parentId: number
  readonly count: number
  readonly firstId?: number
}

/** Puts many groups below one, in the database of the user service. */
export async function addGroups({ databaseUrl, parentId, count, firstId = 10_000 }: Groups): Promise<void> {
  const connection = await mongoose.createConnection(databaseUrl).asPromise()
  const model = groupModel(connection)
  const last = await model.findOne().sort({ change: -1 }).lean()
  const records = Array.from({ length: count }, (_, i) => {
    const change = (last?.change ?? 0) + 1 + i
    return { _id: firstId + i, name: `Group ${i}`, parentId, change, usedNumbers: [change] }
  })
  for (let i = 0; i < count; i += CHUNK) await insert(model, records.slice(i, i + CHUNK))
  await connection.close()
}
