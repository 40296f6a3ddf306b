import mongoose, { type Connection } from 'mongoose'
import { freshDatabaseUrl } from './isolated.ts'

/** An open connection to a database of its own; `remove` drops and closes it. */
export async function aDatabase(): Promise<{ connection: Connection; url: string; remove(): Promise<void> }> {
  const url = freshDatabaseUrl()
  const connection = await mongoose.createConnection(url).asPromise()
  return {
    connection,
    url,
    async remove() {
      await connection.dropDatabase()
      await connection.close()
    },
  }
}
