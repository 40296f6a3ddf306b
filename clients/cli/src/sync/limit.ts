import { UsageError } from '../errors.ts'

/** How many records a sync may change in some way: a number, or a share of those in scope. */
export type Limit = { readonly count: number } | { readonly percent: number }

/** Reads `40` or `5%`. @throws UsageError */
export function readLimit(text: string, name: string): Limit {
  const [, digits, percent] = /^(\d{1,9})(%?)$/.exec(text.trim()) ?? []
  const number = Number(digits)
  if (digits === undefined || (percent === '%' && number > 100))
    throw new UsageError(`${name} must be a number or a percentage up to 100%, not ${JSON.stringify(text)}.`)
  return percent === '%' ? { percent: number } : { count: number }
}

/** Allowed where it is at most half of the records. */
export const SMALL_NUMBER = 10

/**
 * How many of the existing records may be changed; by default a share, or ten where that is at most half.
 * @param always how many may always, however few there are
 */
export function allowed(
  existing: number,
  limit: Limit | undefined,
  byDefault: { readonly percent: number; readonly always?: number },
): number {
  if (limit !== undefined) return 'count' in limit ? limit.count : percentOf(existing, limit.percent)
  const { percent, always = 0 } = byDefault
  return Math.max(always, Math.min(SMALL_NUMBER, percentOf(existing, 50)), percentOf(existing, percent))
}

const percentOf = (total: number, percent: number) => Math.floor((total * percent) / 100)
