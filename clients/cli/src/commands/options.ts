import type { Argv } from 'yargs'
import { UsageError } from '../errors.ts'

/** A required argument that is the id of a record. */
export function idArgument<Name extends string>(name: Name, describe: string) {
  return <T>(yargs: Argv<T>) =>
    yargs.positional(name, {
      type: 'string',
      demandOption: true,
      describe,
      coerce: wholeNumber(name),
    }) as unknown as Argv<T & Record<Name, number>>
}

/** An option with a text. */
export const textOption = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const

/** An option with a whole number, such as an id. */
export const numberOption = (name: string, describe: string) =>
  ({ ...textOption(describe), coerce: wholeNumber(name) }) as const

/** An option with a date-time. */
export const dateTimeOption = (name: string, describe: string) =>
  ({ ...textOption(describe), coerce: dateTime(name) }) as const

/** An option without a value. */
export const flagOption = (describe: string) => ({ type: 'boolean', default: false, describe }) as const

/** Reads a whole number. @throws UsageError, instead of asking the service for record NaN */
export function readWholeNumber(name: string, text: string): number {
  if (!/^\d{1,16}$/.test(text))
    throw new UsageError(`${name} must be a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}

/** The same, as the coercion of an argument or option with this name. */
export const wholeNumber = (name: string) => (text: string) => readWholeNumber(name, text)

/** Reads whole numbers: of a repeated option, or with commas between them. @throws UsageError */
export const wholeNumbers = (name: string) => (texts: string | readonly string[]) =>
  [texts]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map(wholeNumber(name))

/** A date, which means midnight in UTC, or a date-time with its offset. Date would read `01/02/2027` too, as the USA write it. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Reads a date-time. @throws UsageError */
export const dateTime = (name: string) => (text: string) => {
  const date = new Date(text)
  const [, day = ''] = DATE_TIME.exec(text) ?? []
  // Date takes the 30th of February for the 2nd of March.
  if (Number.isNaN(date.getTime()) || !new Date(`${day}T00:00Z`).toJSON()?.startsWith(day))
    throw new UsageError(
      `${name} must be a date-time such as 2027-01-31T00:00:00Z, not ${JSON.stringify(text)}.`,
    )
  return date
}

/** Reads a date-time in the future. @throws UsageError */
export const futureDateTime = (name: string) => (text: string) => {
  const date = dateTime(name)(text)
  if (date.getTime() <= Date.now()) throw new UsageError(`${name} must be in the future, not ${text}.`)
  return date
}

const UNIT_MS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const

/** Reads a duration such as 90d, counted from now. @throws UsageError */
export const fromNow = (name: string) => (text: string) => {
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? []
  if (count === undefined)
    throw new UsageError(
      `${name} must be a number of hours, days or weeks such as 12h, 90d or 2w, not ${JSON.stringify(text)}.`,
    )
  return new Date(Date.now() + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}

/** How many records of a list are shown. */
export interface ListOptions {
  limit: number
  all: boolean
}

export const listOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('limit', {
      ...numberOption('limit', 'number of records to show'),
      alias: 'n',
      default: '100',
    })
    .option('all', flagOption('show all records')) as unknown as Argv<T & ListOptions>

/** Ids of records. yargs gives such an argument the default `[]`, also one that is required. */
export const idsArgument = (describe: string) =>
  ({ type: 'string', array: true, default: [] as string[], describe }) as const

/** The fields that are defined. */
export function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
