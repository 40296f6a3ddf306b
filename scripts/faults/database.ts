import type { Random } from '../../testing/system/random.ts'
import type { Fault, Faults, System } from '../../testing/system/system.ts'

const WRITES = ['insert', 'update', 'findAndModify']
const READS = ['find', 'aggregate']
/** NotWritablePrimary, PrimarySteppedDown, InterruptedDueToReplStateChange: an election. */
const ELECTION = [10_107, 189, 11_602]

/** By MongoDB's own fail points (the stand-in has them). */
const failing =
  (dataOf: (random: Random) => object): Fault =>
  async (system, random) => {
    await using connection = await system.database('registration')
    // The driver retries once, so an odd number reaches the service.
    const mode = { times: random.between(2, 9) }
    const point = { configureFailPoint: 'failCommand', mode, data: dataOf(random) }
    await connection.db('admin').command(point)
  }

/** Why the database has no fail points; undefined when it has them. */
export async function whyNoFailPoints({ database }: System): Promise<string | undefined> {
  await using connection = await database('registration')
  const off = { configureFailPoint: 'failCommand', mode: 'off' }
  return await connection
    .db('admin')
    .command(off)
    .then(
      () => undefined,
      (fault: Error) => fault.message,
    )
}

/** The errors of a database during a failover. */
export const databaseFaults: Faults = {
  'MongoDB: an election': failing((random) => ({
    failCommands: random.of([WRITES, READS]),
    errorCode: random.of(ELECTION),
  })),
  'MongoDB: the reply is lost': failing((random) => ({
    failCommands: random.of([WRITES, READS]),
    closeConnection: true,
  })),
  'MongoDB: no majority': failing(() => ({
    failCommands: WRITES,
    writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' },
  })),
}
