import type { Connection } from 'mongoose'
import type { Clock } from '../time.ts'

/** A slower reply tells too little about the time. */
const MAX_ROUND_TRIP_MS = 1_000

/**
 * The clock of the database, for leases and dates. The clocks of two processes may be minutes apart, and then one of them
 * would think that the other one's lease has expired. It starts as the clock of this machine. {@link measure} corrects it.
 */
export class DatabaseClock implements Clock {
  /** Added to the monotonic clock, so that a jump of this machine's clock changes nothing. */
  #offsetMs = machineOffsetMs()
  #measured = false

  now(): Date {
    return new Date(performance.now() + this.#offsetMs)
  }

  /** Asks the database for its time. Call this regularly, because clocks drift. */
  async measure(connection: Connection): Promise<void> {
    const sent = performance.now()
    const { localTime } = (await connection.getClient().db().command({ hello: 1 })) as { localTime: Date }
    const received = performance.now()
    if (this.#measured && received - sent > MAX_ROUND_TRIP_MS) return
    this.#measured = true
    const offsetMs = localTime.getTime() - (sent + received) / 2
    // The server read its clock at some moment of the round trip, and rounds to milliseconds.
    const toleranceMs = (received - sent) / 2 + 1
    const machineMs = machineOffsetMs()
    this.#offsetMs = Math.abs(offsetMs - machineMs) <= toleranceMs ? machineMs : offsetMs
  }
}

/** What this machine's clock adds to the monotonic clock. */
const machineOffsetMs = (): number => Date.now() - performance.now()
