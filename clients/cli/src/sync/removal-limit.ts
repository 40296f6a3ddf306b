import { UsageError } from '../errors.ts'

/** How many records a sync may remove: a number, or a share of those in scope. */
export type RemovalLimit = { readonly count: number } | { readonly percent: number }

const DEFAULT_COUNT = 10
const DEFAULT_PERCENT = 5

/** Reads `40` or `5%`. @throws UsageError */
export function removalLimit(text: string, name: string): RemovalLimit {
  const [, digits, percent] = /^(\d{1,9})(%?)$/.exec(text.trim()) ?? []
  const number = Number(digits)
  if (digits === undefined || (percent === '%' && number > 100))
    throw new UsageError(`${name} must be a number or a percentage up to 100%, not ${JSON.stringify(text)}.`)
  return percent === '%' ? { percent: number } : { count: number }
}

/** How many of the existing records may be removed; by default 5 %, or ten where that is at most half. */
export function allowedRemovals(existing: number, limit: RemovalLimit | undefined): number {
  if (limit === undefined)
    return Math.max(Math.min(DEFAULT_COUNT, percentOf(existing, 50)), percentOf(existing, DEFAULT_PERCENT))
  return 'count' in limit ? limit.count : percentOf(existing, limit.percent)
}

const percentOf = (total: number, percent: number) => Math.floor((total * percent) / 100)
