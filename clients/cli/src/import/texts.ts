import { isUtf8 } from 'node:buffer'

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

/** Letters that Unicode does not take apart. */
const PLAIN = new Map(Object.entries({ æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }))

/**
 * The form in which namesakes are found: Jürg Müller, MUELLER Juerg and Jurg Muller are one name, as are
 * Anna-Maria and Anna Maria. Different names, such as Michael and Michal, can have one form, too.
 */
export const namesakeKey = (name: string): string =>
  anyCase(name)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .replaceAll(/[æœøłđ]/g, (letter) => PLAIN.get(letter) ?? letter)
    .replaceAll(/([aou])e+/g, '$1')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

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

/** The bytes of the characters of Windows-1252. */
const BYTES = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (character, byte) => [character, byte],
  ),
)

/** The text of which another one is the UTF-8, read as Windows-1252: Jürgen for JÃ¼rgen. */
export function originalOfGarbled(text: string): string | undefined {
  if (!/\P{ASCII}/u.test(text)) return undefined
  const bytes = Buffer.from(Array.from(text, (character) => BYTES.get(character) ?? 0))
  return bytes.includes(0) || !isUtf8(bytes) ? undefined : bytes.toString()
}

/** Whether a text has signs for letters that another encoding does not have: J?rgen. */
export const hasLostLetters = (text: string): boolean => /\uFFFD|\p{L}\?|\?[\p{L}?]/u.test(text)

/** What spreadsheets write instead of a value, in any language: #N/A, #NV, #DIV/0!, #####, Err:502. */
export const isSpreadsheetError = (text: string): boolean =>
  /^(#\p{Lu}[\p{Lu}_./0]+[!?]?|##+|Err:\d{3})$/u.test(text)

const INVISIBLE = /[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u

/** Whether the service can compare this value of a row, so that it identifies a record. */
export const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && canonical(value) !== '' && !INVISIBLE.test(canonical(value))
