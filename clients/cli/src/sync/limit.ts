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

/**
 * How many of the existing records may be changed.
 * @param byDefault the larger one of a number and a share
 */
export function allowed(
  existing: number,
  limit: Limit | undefined,
  byDefault: { readonly count: number; readonly percent: number },
): number {
  if (limit === undefined) return Math.max(byDefault.count, percentOf(existing, byDefault.percent))
  return 'count' in limit ? limit.count : percentOf(existing, limit.percent)
}

/** How many may be removed; by default 5 %, or ten where that is at most half. */
export const allowedRemovals = (existing: number, limit: Limit | undefined): number =>
  allowed(existing, limit, { count: Math.min(10, percentOf(existing, 50)), percent: 5 })

const percentOf = (total: number, percent: number) => Math.floor((total * percent) / 100)
