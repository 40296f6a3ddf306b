import type { Connection } from 'mongoose'
import { ownOffsetMs, SetClock } from '../time.ts'

/** A reply that takes longer tells too little about the time. */
const SLOWEST_REPLY_MS = 1_000

/**
 * The database's clock, for leases and every other date: clocks of different pods may be minutes apart, and then one
 * would take for expired what another still holds. It is the pod's own clock until the database was asked, and is
 * measured again now and then.
 */
export function databaseClock() {
  const clock = new SetClock()
  let measured = false
  return {
    clock,

    measure: async (connection: Connection): Promise<void> => {
      const sent = performance.now()
      const { localTime } = (await connection.getClient().db().command({ hello: 1 })) as { localTime: Date }
      const received = performance.now()
      if (measured && received - sent > SLOWEST_REPLY_MS) return
      measured = true
      const offset = localTime.getTime() - (sent + received) / 2
      // The server may have read its clock at any moment between; and it gives whole milliseconds.
      const uncertainty = (received - sent) / 2 + 1
      const own = ownOffsetMs()
      clock.set(Math.abs(offset - own) <= uncertainty ? own : offset)
    },
  }
}
