/** Longer than any text that the service takes, in any form of its letters. */
const MAX_COMPARED = 16_000

/** The form in which the service compares a text. It rejects one that is too long, so that has no form. */
export const canonical = (text: string): string =>
  text.length > MAX_COMPARED ? text : text.normalize('NFC').trim()

/** The same for texts that it compares case-insensitively: ß and SS are equal, and i, ı, I and İ. */
export const anyCase = (text: string): string =>
  canonical(canonical(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i'))

/** The form in which the service compares names, in which joiners and variation selectors are allowed. */
export const comparedName = (text: string): string =>
  canonical(text).replaceAll(/[\u200C\u200D\p{Variation_Selector}]/gu, '')

/** The value of a row as a text; undefined for none. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The number that a text is. Others read 0x10 as 16, and 1e2 as 100. */
export const decimalIn = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined

/** What others than UTF-8 make of a text that is UTF-8. */
const OTHER_ENCODINGS = ['latin1', 'windows-1252', 'windows-1250', 'macintosh']

/** Whether a text is the same one after it was read or saved in an encoding that is not its own. */
export function isGarbled(text: string, original: string): boolean {
  if (text === original || !/\P{ASCII}/u.test(original)) return false
  const bytes = Buffer.from(original)
  const lost = ['?', '\uFFFD'].map((sign) => original.replaceAll(/\P{ASCII}/gu, sign))
  return [...lost, ...OTHER_ENCODINGS.map((name) => new TextDecoder(name).decode(bytes))].includes(text)
}

const INVISIBLE = /[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u

/** Whether the service can compare this value of a row, so that it identifies a record. */
export const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && canonical(value) !== '' && !INVISIBLE.test(canonical(value))

/** The same for ids that a spreadsheet may have changed: leading zeros, a final .0, the case. */
const rewritten = (text: string): string =>
  anyCase(text)
    .replace(/^0+(?=.)/, '')
    .replace(/[.,]0+$/, '')

/** What is before the number of an id, such as `north-`, and the number without zeros before it. */
function partsOf(id: string) {
  const text = rewritten(id)
  const number = text.replace(/^\D+/, '')
  return { prefix: text.slice(0, text.length - number.length), number: number.replace(/^0+(?=.)/, '') }
}

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
    const { prefix, number } = partsOf(value)
    const sameNumber = number === '' ? [] : (byNumber.get(number) ?? [])
    const withoutPrefix = sameNumber.filter((record) => {
      const other = partsOf(idOf(record)).prefix
      return prefix === '' || other === '' || prefix === other
    })
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

/** Finds the records whose id the value of a row probably is, rewritten. */
export function originalsAmong<R>(
  records: readonly R[],
  idOf: (record: R) => string,
): (value: unknown) => readonly R[] {
  // Also behind a prefix, which is often added to numbers without their zeros.
  const withoutZeros = (text: string) => rewritten(text).replace(/^(\D+)0+(?=\d)/, '$1')
  const withId = records.filter((record) => idOf(record) !== '')
  const known = Map.groupBy(withId, (record) => withoutZeros(idOf(record)))
  return (value) => (typeof value === 'string' && known.get(withoutZeros(value))) || []
}

/** Whether an id is the same as another one that has lost some of its first zeros. */
export function hasLostZeros(id: string, original: string): boolean {
  const withoutZeros = (text: string) => canonical(text).replace(/^(\D*)0+(?=\d)/, '$1')
  return withoutZeros(id) === withoutZeros(original) && canonical(id).length < canonical(original).length
}
