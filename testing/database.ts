import mongoose, { type Connection } from 'mongoose'
import { freshDatabaseUrl } from './isolated.ts'

/**
 * A connection to its own database for one test file: opened with the first command, gone after the last
 * test. Its client emits the commands.
 */
export function aDatabase(): Connection {
  const connection = mongoose.createConnection(freshDatabaseUrl(), {
    autoIndex: false,
    autoCreate: false,
    monitorCommands: true,
  })
  afterAll(async () => {
    await connection.dropDatabase()
    await connection.close()
  }, 600_000)
  return connection
}
