import { shellWord } from '../shell.ts'
import { anyCase, isIdentifier } from './texts.ts'

/** No id is longer, and to compare a longer text would take long. */
const MAX_ID_LENGTH = 1_000

/**
 * An id without what a spreadsheet or an export may have changed: leading zeros, a final .0, separators of
 * thousands, the case, and signs that are no letters or digits. Between two other digits a sign is kept, as
 * 1-23 and 12-3 are two ids.
 */
const rewritten = (text: string): string =>
  anyCase(text.slice(0, MAX_ID_LENGTH))
    .normalize('NFKC')
    .replace(THOUSANDS, (number) => number.replaceAll(/\D/g, ''))
    .replace(/[.,]0+$/, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/(?<!\d)-|-(?!\d)/g, '')
    .replace(/^0+(?=.)/, '')

/** A number such as 1.234.567, perhaps with a final ,0. */
const THOUSANDS = /^\d{1,3}([.,'’ ])\d{3}(?:\1\d{3})*(?=$|[.,]0+$)/

/** What is before the number of an id, such as `north`, and the number without zeros before it. */
function partsOf(id: string) {
  const text = rewritten(id)
  const number = text.replace(/^\D+/, '')
  return { prefix: text.slice(0, text.length - number.length), number: number.replace(/^0+(?=.)/, '') }
}

/** Whether two ids have the same prefix, or one of them has none. */
function haveOnePrefix(id: string, original: string): boolean {
  const [one, other] = [partsOf(id).prefix, partsOf(original).prefix]
  return one === '' || other === '' || one === other
}

/** An id without what is before its number, and without zeros before that; all of it if it has none. */
export const numberIn = (id: string): string => partsOf(id).number || rewritten(id)

/** Finds the records whose id the value of a row probably is, rewritten. */
export function originalsAmong<R>(
  records: readonly R[],
  idOf: (record: R) => string,
): (value: unknown) => readonly R[] {
  // Also behind a prefix, which is often added to numbers without their zeros.
  const keyOf = (id: string) => {
    const { prefix, number } = partsOf(id)
    return prefix + number
  }
  const withId = records.filter((record) => idOf(record) !== '')
  const known = Map.groupBy(withId, (record) => keyOf(idOf(record)))
  return (value) => (typeof value === 'string' && known.get(keyOf(value))) || []
}

/**
 * Whether two ids differ in nothing but signs, zeros, a prefix that one of them lacks, and a short number at
 * the end: 0031190, `0031 190`, `HR-31190`, `31190/1`. That is enough only beside the names of one person.
 */
export function isLike(id: string, original: string): boolean {
  const digitsOf = (text: string) => text.replaceAll(/\P{N}/gu, '').replace(/^0+(?=.)/, '')
  const numbersOf = (text: string) => {
    const compared = text.slice(0, MAX_ID_LENGTH).normalize('NFKC')
    return [digitsOf(compared), digitsOf(compared.replace(/[/.-]\d{1,2}$/, ''))].filter(Boolean)
  }
  return haveOnePrefix(id, original) && numbersOf(id).some((number) => numbersOf(original).includes(number))
}

/** Whether an id is another one without its beginning, such as a prefix. */
export const hasLostBeginning = (id: string, original: string): boolean =>
  id !== '' && rewritten(original) !== rewritten(id) && rewritten(original).endsWith(rewritten(id))

/** Finds the records whose ids begin with the value of a row, rewritten. */
function startingAmong<R>(ids: readonly (readonly [id: string, record: R])[]) {
  const known = ids.map(([id, record]) => ({ id, record })).sort((a, b) => (a.id < b.id ? -1 : 1))
  return (text: string): readonly R[] => {
    const first = firstFrom(known, text)
    let end = first
    while (known[end]?.id.startsWith(text)) end++
    return known.slice(first, end).map(({ record }) => record)
  }
}

/** Finds the records whose ids end with the value of a row, or differ from it by a prefix or by zeros. */
export function endingAmong<R>(
  records: readonly R[],
  idOf: (record: R) => string,
): (value: string) => readonly R[] {
  const reversed = (text: string) => Array.from(text).reverse().join('')
  const byEnd = startingAmong(records.map((record) => [reversed(rewritten(idOf(record))), record] as const))
  const byNumber = Map.groupBy(records, (record) => partsOf(idOf(record)).number)
  return (value) => {
    const { number } = partsOf(value)
    const sameNumber = number === '' ? [] : (byNumber.get(number) ?? [])
    const withoutPrefix = sameNumber.filter((record) => haveOnePrefix(value, idOf(record)))
    return [...new Set([...byEnd(reversed(rewritten(value))), ...withoutPrefix])]
  }
}

/**
 * Finds the records whose id the value of a row may be, rewritten or cut. One that can't be compared may be
 * that of each.
 */
export function candidatesAmong<R>(
  records: readonly R[],
  idOf: (record: R) => string,
): (value: unknown) => readonly R[] {
  const byStart = startingAmong(records.map((record) => [rewritten(idOf(record)), record] as const))
  const byEnd = endingAmong(records, idOf)
  return (value) => {
    if (typeof value !== 'string' || !isIdentifier(value)) return records
    return [...new Set([...byStart(rewritten(value)), ...byEnd(value)])]
  }
}

/** The index of the first of the sorted ids that is not before this text. */
function firstFrom(sorted: readonly { readonly id: string }[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle]?.id ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** An id that a spreadsheet has probably changed. */
export interface Rewritten {
  readonly field: string
  readonly id: string
  /** The ids that it may be; several if they differ as little from each other. */
  readonly originals: readonly Original[]
  /** Whether the file says which number a person has, so that the account may have the wrong one. */
  readonly mayRenumber?: boolean
}

export interface Original {
  readonly id: string
  /** Who has it. */
  readonly who?: string
}

export const FORMAT_TEXT = 'Give the column the format Text, and export it again.'

/** Whether the number in an id begins with a zero, perhaps after a prefix: `north-0815`. */
export const hasFirstZero = (id: string): boolean => /^\D*0/.test(id)

/** The error of its row. */
export function rewrittenText({ field, id, originals, mayRenumber = false }: Rewritten): string {
  const found = new Set(originals.map((one) => (one.who === undefined ? one.id : `${one.id}, ${one.who}`)))
  const isLoginName = field === 'loginName'
  const ifAccountIsWrong =
    mayRenumber && found.size === 1 && !isLoginName
      ? ` Does the account have the wrong one? Then: rollcall users renumber (${originals[0]?.id},${id}).`
      : ''
  const how = originals.every((one) => hasLostBeginning(id, one.id))
    ? 'without its beginning. Give the right one in the row.'
    : `as a spreadsheet has changed it. Give the right one in the row. ${FORMAT_TEXT}`
  const ifOther = mayRenumber
    ? `add --allow-other-person ${shellWord(id)}.`
    : `create the user first: rollcall users merge ${isLoginName ? '--login-name' : '--external-id'} ` +
      `${shellWord(id)} … --group-ids GROUP.`
  return (
    `${field} ${id} is not known, and is probably ${[...found].join(', or ')}, ` +
    `${how}${ifAccountIsWrong} If it is another person, ${ifOther}`
  )
}
