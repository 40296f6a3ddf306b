import { Unavailable, InvalidRequest } from './errors.ts'

/** Time is passed in, so that rules about time are tested without waiting. */
export interface Clock {
  now(): Date
}

/** A clock that another one sets, kept on the monotonic clock from then on: a jump of this machine's clock changes nothing. */
export class AdjustableClock implements Clock {
  /** Added to the monotonic clock. */
  #offsetMs = systemOffsetMs()

  now(): Date {
    return new Date(performance.now() + this.#offsetMs)
  }

  set(offsetMs: number): void {
    this.#offsetMs = offsetMs
  }
}

/** What this machine's clock says, as an offset of the monotonic clock. */
export const systemOffsetMs = (): number => Date.now() - performance.now()

/**
 * Waits for work at most so long. Work that is overtaken goes on, bounded by the time-outs of what it waits for; its
 * outcome is unknown to the caller, as with every 503.
 *
 * @param awaited what the work is, for the log
 * @throws Unavailable
 */
export function withDeadline<T>(ms: number, awaited: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unavailable(awaited, 'not done in time')), Math.max(0, ms))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Date-times as the API writes them (decision S8): stored to the millisecond, shown in UTC and whole seconds.
 */
export function renderDateTime(date: Date): string {
  const second = Math.floor(date.getTime() / 1_000)
  if (second !== last.second) last = { second, text: `${date.toISOString().slice(0, 19)}Z` }
  return last.text
}

/** Of the records of a list most moments follow one of the same second, and rendering is most of what showing them costs. */
let last = { second: Number.NaN, text: '' }

/**
 * Reads a field or parameter: an RFC 3339 date-time, with any offset, that is already validated against the contract.
 * @throws InvalidRequest that names it, when its year in UTC is none that other languages and databases read
 */
export function readDateTime(name: string, text: string): Date {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  if (year >= 1 && year <= 9999) return date
  throw new InvalidRequest(`${name} must lie in the years 0001 to 9999 (UTC).`)
}

/** The same for a query parameter, which may be left out. @throws InvalidRequest */
export const readMoment = (name: string, text: string | undefined): Date | undefined =>
  text === undefined ? undefined : readDateTime(`query parameter ${name}`, text)
