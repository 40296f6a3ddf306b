import type { ArgumentsCamelCase, InferredOptionType, Options } from 'yargs'
import { UsageError } from '../errors.ts'
import { decimalIn } from '../import/texts.ts'

/** An argument or an option of a command: how yargs reads it, and how its text becomes a value. */
export interface Argument extends Options {
  /** Whether an empty text is a value, such as none. Otherwise it is an error. */
  readonly mayBeEmpty?: boolean
  /** The value of what was given. @throws UsageError that names the argument */
  readonly read?: (given: never, name: string) => unknown
}

/** The arguments and options of a command by name. Those that its usage names are arguments. */
export type Arguments = Readonly<Record<string, Argument>>

/** The values that a command gets for its arguments, also by their names in camel case. */
export type Values<A extends Arguments> = ArgumentsCamelCase<{ [name in keyof A]: Value<A[name]> }>

type Value<A extends Argument> = A extends { read: (given: never, name: string) => infer V }
  ? A extends { demandOption: true } | { default: unknown }
    ? V
    : V | undefined
  : InferredOptionType<A>

/** An option with a text. */
export const textOption = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const

/** An option with a whole number, such as an id. */
export const numberOption = (describe: string) => ({ ...textOption(describe), read: wholeNumber }) as const

/** An option with whole numbers: repeated, or with commas between them. */
export const numbersOption = (describe: string) => ({ ...textOption(describe), read: wholeNumbers }) as const

/** An option with a date-time. */
export const dateTimeOption = (describe: string) => ({ ...textOption(describe), read: dateTime }) as const

/** An option with one of a few texts. */
export const choiceOption = <const T extends string>(choices: readonly T[], describe: string) => ({
  choices,
  describe,
})

/** An option without a value. */
export const flagOption = (describe: string) => ({ type: 'boolean', default: false, describe }) as const

/** The option that skips a confirmation. */
export const yesOption = (describe: string) => ({ ...flagOption(describe), alias: 'y' }) as const

/** The same option, but it has to be given. */
export const required = <A extends Argument>(option: A) => ({ ...option, demandOption: true }) as const

/** A required argument. */
export const textArgument = (describe: string) => ({ type: 'string', demandOption: true, describe }) as const

/** A required argument that is the id of a record. */
export const idArgument = (describe: string) => ({ ...textArgument(describe), read: wholeNumber }) as const

/** Ids of records. yargs gives such an argument the default `[]`, also one that is required. */
export const idsArgument = (describe: string) =>
  ({ type: 'string', array: true, default: [] as string[], describe }) as const

/** The same for ids that are numbers. */
export const numbersArgument = (describe: string) =>
  ({ ...idsArgument(describe), read: (texts: readonly string[]) => wholeNumbers(texts, 'id') }) as const

/** A file to write, by default standard output. */
export const outputFileArgument = {
  type: 'string',
  describe: 'file [default: standard output]',
  mayBeEmpty: true, // yargs reads `-` as an empty text
} as const

/** How many records of a list are shown. */
export const listOptions = {
  limit: { ...numberOption('number of records to show'), alias: 'n', default: '100' },
  all: flagOption('show all records'),
} as const

/**
 * Reads a whole number.
 * @param ifOther what to do about another text
 * @throws UsageError, instead of asking the service for record NaN
 */
export function wholeNumber(text: string, name: string, ifOther = ''): number {
  // The number 00180 of another system would be somebody else's id.
  if (/^0\d{1,16}$/.test(text))
    throw new UsageError(
      `${name} must be a whole number without leading zeros, not ${JSON.stringify(text)}. A number of ` +
        `another system is an external id: rollcall users find --external-id ${text}`,
    )
  if (!/^\d{1,16}$/.test(text))
    throw new UsageError(`${name} must be a whole number, not ${JSON.stringify(text)}.${ifOther}`)
  return Number(text)
}

/** For an id beside the option `--external-id`. */
export const ADD_EXTERNAL_ID = ' If it is an external id, add --external-id.'

/** Reads whole numbers: of a repeated option, or with commas between them. @throws UsageError */
const wholeNumbers = (texts: string | readonly string[], name: string): number[] =>
  [texts]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map((text) => wholeNumber(text, name))

/** Reads a number. @throws UsageError */
export function decimal(text: string, name: string): number {
  const value = decimalIn(text)
  if (value === undefined) throw new UsageError(`${name} must be a number, not ${JSON.stringify(text)}.`)
  return value
}

/** A date (midnight in UTC), or a date-time with its offset. `Date` would also read `01/02/2027`. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Reads a date-time. @throws UsageError */
function dateTime(text: string, name: string): Date {
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
export function futureDateTime(text: string, name: string): Date {
  const date = dateTime(text, name)
  if (date.getTime() <= Date.now()) throw new UsageError(`${name} must be in the future, not ${text}.`)
  return date
}

const UNIT_MS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const

/** Reads a duration such as 90d, counted from now. @throws UsageError */
export const fromNow = (text: string, name: string) => new Date(Date.now() + duration(text, name))

/** The same, counted back. @throws UsageError */
export const beforeNow = (text: string, name: string) => new Date(Date.now() - duration(text, name))

function duration(text: string, name: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? []
  if (count === undefined)
    throw new UsageError(
      `${name} must be a number of hours, days or weeks such as 12h, 90d or 2w, not ${JSON.stringify(text)}.`,
    )
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
}
