import type { Fault } from './system.ts'

const WRITES = ['insert', 'update', 'findAndModify']
const READS = ['find', 'aggregate']
/** NotWritablePrimary, PrimarySteppedDown, InterruptedDueToReplStateChange: an election. */
const ELECTION = [10_107, 189, 11_602]

const failing = (kind: string, dataOf: (random: Parameters<Fault['happen']>[1]) => object): Fault => ({
  kind,
  async happen(system, random) {
    const connection = await system.database('registration')
    // The driver tries a second time by itself, so an odd number reaches the service.
    await connection
      .getClient()
      .db('admin')
      .command({
        configureFailPoint: 'failCommand',
        mode: { times: random.between(2, 9) },
        data: dataOf(random),
      })
  },
})

/** What a database says while it fails over, by its own fail points (the stand-in has them). */
export const databaseFaults: readonly Fault[] = [
  failing('MongoDB: an election', (random) => ({
    failCommands: random.of([WRITES, READS]),
    errorCode: random.of(ELECTION),
  })),
  failing('MongoDB: the reply is lost', (random) => ({
    failCommands: random.of([WRITES, READS]),
    closeConnection: true,
  })),
  failing('MongoDB: no majority', () => ({
    failCommands: WRITES,
    writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' },
  })),
]
