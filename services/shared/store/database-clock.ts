import type { Connection } from 'mongoose'
import type { Clock } from '../time.ts'

/** A reply that takes longer tells too little about the time. */
const SLOWEST_REPLY_MS = 1_000

/**
 * The database's clock, for leases and every other date: clocks of different pods may be minutes apart, and then one
 * would take for expired what another still holds. Measured now and then, and kept on the monotonic clock between, so
 * a jump of the pod's clock changes nothing.
 */
export class DatabaseClock implements Clock {
  /** Added to the monotonic clock; the pod's own clock until the database was asked. */
  #offsetMs = ownOffset()
  #measured = false

  now(): Date {
    return new Date(performance.now() + this.#offsetMs)
  }

  async measure(connection: Connection): Promise<void> {
    const sent = performance.now()
    const { localTime } = (await connection.getClient().db().command({ hello: 1 })) as { localTime: Date }
    const received = performance.now()
    if (this.#measured && received - sent > SLOWEST_REPLY_MS) return
    this.#measured = true
    const offset = localTime.getTime() - (sent + received) / 2
    // The server may have read its clock at any moment between; and it gives whole milliseconds.
    const uncertainty = (received - sent) / 2 + 1
    const own = ownOffset()
    this.#offsetMs = Math.abs(offset - own) <= uncertainty ? own : offset
  }
}

const ownOffset = (): number => Date.now() - performance.now()
