import { types } from 'node:util'
import type { Connection } from 'mongoose'
import { withDeadline } from '../process/deadline.ts'
import type { Clock } from '../domain/time.ts'
import { STORE_DEADLINE_MS } from './bounded-collection.ts'

/** A slower reply tells too little about the time. */
const MAX_ROUND_TRIP_MS = 1_000
/** The year 2001. A smaller number is not a time in milliseconds. */
const MIN_PLAUSIBLE_MS = 1_000_000_000_000

/**
 * The clock of the database, for leases and dates. The clocks of two processes may be minutes apart, and then
 * one of them would think that the other one's lease has expired. It starts as the clock of this machine.
 * {@link measure} corrects it.
 */
export class DatabaseClock implements Clock {
  /** Added to the monotonic clock, so that a jump of this machine's clock changes nothing. */
  #offsetMs = machineOffsetMs()
  #measured = false
  readonly #deadlineMs: number

  /** @param deadlineMs how long a measurement may take */
  constructor(deadlineMs = STORE_DEADLINE_MS) {
    this.#deadlineMs = deadlineMs
  }

  now(): Date {
    return new Date(performance.now() + this.#offsetMs)
  }

  /**
   * Asks the database for its time. Call this regularly, because clocks drift.
   * @returns false when the server does not tell its time, so the clock stays as it is
   */
  async measure(connection: Connection): Promise<boolean> {
    const sent = performance.now()
    const database = connection.getClient().db()
    const { localTime } = await withDeadline(this.#deadlineMs, 'reading the time of the database', () =>
      database.command({ hello: 1 }),
    )
    const received = performance.now()
    const serverMs = millisecondsOf(localTime)
    if (serverMs === undefined) return false
    if (this.#measured && received - sent > MAX_ROUND_TRIP_MS) return true
    this.#measured = true
    const offsetMs = serverMs - (sent + received) / 2
    // The server read its clock at some moment of the round trip, and rounds to milliseconds.
    const toleranceMs = (received - sent) / 2 + 1
    const machineMs = machineOffsetMs()
    this.#offsetMs = Math.abs(offsetMs - machineMs) <= toleranceMs ? machineMs : offsetMs
    return true
  }
}

/** What this machine's clock adds to the monotonic clock. */
const machineOffsetMs = (): number => Date.now() - performance.now()

/** MongoDB sends a date. Servers that only speak its protocol send milliseconds, a text, or nothing. */
function millisecondsOf(localTime: unknown): number | undefined {
  const ms = types.isDate(localTime) ? localTime.getTime() : numberOf(localTime)
  return ms > MIN_PLAUSIBLE_MS ? ms : undefined
}

/**
 * A number, a text with a date, or a 64-bit integer of BSON, which prints as a number. NaN for anything else.
 */
function numberOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number(value)
}
