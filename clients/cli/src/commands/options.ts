import type { Argv } from 'yargs'
import { UsageError } from '../errors.ts'

/** `<id>` of a record, a whole number. */
export const id =
  (describe: string, name = 'id') =>
  <T>(yargs: Argv<T>) =>
    yargs.positional(name, {
      type: 'string',
      demandOption: true,
      describe,
      coerce: wholeNumber(name),
    }) as Argv<T & { id: number }>

/** @throws UsageError for an invalid id, instead of asking the service for record NaN */
export const wholeNumber = (name: string) => (text: string) => {
  if (!/^\d{1,16}$/.test(text))
    throw new UsageError(`${name} must be a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}

export const wholeNumbers = (name: string) => (given: string | readonly string[]) =>
  [given]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map(wholeNumber(name))

export const moment = (name: string) => (text: string) => {
  const date = new Date(text)
  if (Number.isNaN(date.getTime()))
    throw new UsageError(
      `${name} must be a date-time such as 2027-01-31T00:00:00Z, not ${JSON.stringify(text)}.`,
    )
  return date
}

export const futureMoment = (name: string) => (text: string) => {
  const date = moment(name)(text)
  if (date.getTime() <= Date.now()) throw new UsageError(`${name} must be in the future, not ${text}.`)
  return date
}

/** How many records of a list are shown. */
export const amount = <T>(yargs: Argv<T>) =>
  yargs
    .option('limit', {
      alias: 'n',
      type: 'string',
      default: '100',
      requiresArg: true,
      describe: 'records to show',
      coerce: wholeNumber('limit'),
    })
    .option('all', { type: 'boolean', default: false, describe: 'show all records' }) as unknown as Argv<
    T & Amount
  >

export interface Amount {
  limit: number
  all: boolean
}

/** As many records of a list as requested; calls `onMore` when more follow. */
export async function* some<T>(
  records: AsyncIterable<T>,
  { limit, all }: Amount,
  onMore: () => void,
): AsyncGenerator<T> {
  let shown = 0
  for await (const one of records) {
    if (!all && shown === limit) return onMore()
    yield one
    shown++
  }
}

/** The size of pages to request: one record more than is shown tells whether more follow. */
export const pageSize = ({ limit, all }: Amount) => (all ? 1000 : Math.min(limit + 1, 1000))

/** The given fields without undefined ones. */
export function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
