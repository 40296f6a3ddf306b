import { counted } from '../output.ts'
import { allowed, SMALL_NUMBER, type Limit } from './limit.ts'

/** The groups of the person of a record. */
type Groups = readonly number[]

/** Records that exist and are not in the file. */
export interface Removals {
  /** For a sentence: `withdraw` some of the registrations. */
  readonly verb: string
  /** One of them. */
  readonly noun: string
  /** Records that could be removed. */
  readonly existing: readonly Groups[]
  /** Those that are removed. */
  readonly removed: readonly Groups[]
  readonly limit: Limit | undefined
  /** The option that sets the limit. */
  readonly option: string
  /** What to do before another limit is set. */
  readonly advice?: string
}

/** How many of the records of all, or of one group, would be removed. */
interface Share {
  readonly group?: number
  readonly count: number
  readonly existing: number
}

/**
 * Why the file is not trusted that would remove so much; if so.
 * @param isHolding whether rows hold others back, so that a correct file may remove more
 */
export function tooManyRemovals(removals: Removals, isHolding = false): string | undefined {
  const { verb, noun, existing, removed, limit, option, advice } = removals
  const all: Share = { count: removed.length, existing: existing.length }
  // With its own limit the operator has looked at the whole.
  const shares = limit === undefined ? [all, ...sharesOfGroups(removals)] : [all]
  const found = shares.find((share) => share.count > allowedRemovals(share, limit))
  if (found === undefined) return undefined
  const where = found.group === undefined ? '' : ` of group ${found.group}`
  return (
    `The file would ${verb} ${found.count} of ${counted(found.existing, noun)}${where}; the limit is ` +
    `${allowedRemovals(found, limit)}. Nothing was changed. ${whatNow()}`
  )

  function whatNow(): string {
    // A limit that removes most people is not advised: those of another file would be removed each night.
    if (found !== undefined && found.count * 2 > found.existing) return IS_IT_THE_FILE
    if (isHolding) return 'First correct the file, whose rows hold others back (see above).'
    return [advice, `If the file is correct, add --${option} ${removed.length}.`].filter(Boolean).join(' ')
  }
}

const IS_IT_THE_FILE =
  'Is it the right file? Several files about the same records would remove what the others ask for: name ' +
  'them all in one command, or give each a group or a source of its own.'

const allowedRemovals = ({ existing }: Share, limit: Limit | undefined) =>
  allowed(existing, limit, { percent: 5 })

/**
 * The part of the file about one group may be cut or missing, which is little of a large whole. The people of
 * a small group can leave together.
 */
function sharesOfGroups({ existing, removed }: Removals): readonly Share[] {
  const countOf = (records: readonly Groups[]) => {
    const counts = new Map<number, number>()
    for (const group of records.flat()) counts.set(group, (counts.get(group) ?? 0) + 1)
    return counts
  }
  const existingIn = countOf(existing)
  return [...countOf(removed)]
    .map(([group, count]) => ({ group, count, existing: existingIn.get(group) ?? 0 }))
    .filter((share) => share.existing > 2 * SMALL_NUMBER)
}
