import type { Connection } from 'mongoose'
import { systemOffsetMs, AdjustableClock } from '../time.ts'

/** A reply that takes longer tells too little about the time. */
const MAX_ROUND_TRIP_MS = 1_000

/**
 * The database's clock, for leases and every other date: clocks of different pods may be minutes apart, and then one
 * would take for expired what another still holds. It is the pod's own clock until the database was asked, and is
 * measured again now and then.
 */
export function databaseClock() {
  const clock = new AdjustableClock()
  let measured = false
  return {
    clock,

    measure: async (connection: Connection): Promise<void> => {
      const sent = performance.now()
      const { localTime } = (await connection.getClient().db().command({ hello: 1 })) as { localTime: Date }
      const received = performance.now()
      if (measured && received - sent > MAX_ROUND_TRIP_MS) return
      measured = true
      const offset = localTime.getTime() - (sent + received) / 2
      // The server may have read its clock at any moment between; and it gives whole milliseconds.
      const uncertainty = (received - sent) / 2 + 1
      const own = systemOffsetMs()
      clock.set(Math.abs(offset - own) <= uncertainty ? own : offset)
    },
  }
}
