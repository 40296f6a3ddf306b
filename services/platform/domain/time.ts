import { inBody, inParameter, InvalidRequest } from '../errors.ts'

/** Time is passed in, so that rules about time are tested without waiting. */
export interface Clock {
  now(): Date
}

/**
 * A date-time as the API shows it, in UTC and whole seconds: `2024-01-15T14:58:41Z`. Stored dates have
 * milliseconds.
 */
export const renderDateTime = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

/**
 * A date-time as operators see it of what happened to a person: with milliseconds, so that events of one
 * second have an order, `2024-01-15T14:58:41.123Z`.
 */
export const renderInstant = (date: Date): string => date.toISOString()

/**
 * Reads an RFC 3339 date-time that is already validated against the contract.
 *
 * @param name of the field or parameter, for the error
 * @throws InvalidRequest when the year in UTC is outside 0001 to 9999, which other languages and databases
 * can't read
 */
export function readDateTime(name: string, text: string, place = inBody(name)): Date {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  if (year >= 1 && year <= 9999) return date
  throw new InvalidRequest(`${name} must lie in the years 0001 to 9999 (UTC).`, place)
}

/** Reads a query parameter that may be left out. @throws InvalidRequest */
export const readMoment = (name: string, text: string | undefined): Date | undefined =>
  text === undefined ? undefined : readDateTime(`query parameter ${name}`, text, inParameter(name))
