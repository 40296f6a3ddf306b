import { InvalidRequest } from './errors.ts'

/** Time is passed in, so that rules about time are tested without waiting. */
export interface Clock {
  now(): Date
}

/**
 * Date-times as the API writes them (decision S8): stored to the millisecond, shown in UTC and whole seconds.
 */
export const renderDateTime = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

/**
 * Reads an RFC 3339 date-time, with any offset, that is already validated against the contract.
 * @returns undefined when its year in UTC does not have four digits
 */
export function parseDateTime(text: string): Date | undefined {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date : undefined
}

/**
 * Reads a query parameter that is a date-time.
 * @throws InvalidRequest that names it
 */
export function readMoment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = parseDateTime(text)
  if (!date) throw new InvalidRequest(`query parameter ${name} must lie in the years 0000 to 9999 (UTC).`)
  return date
}
