/** The form in which the service compares a text. */
export const canonical = (text: string): string => text.normalize('NFC').trim()

/** The same for texts that it compares case-insensitively: ß and SS are equal, and i, ı, I and İ. */
export const anyCase = (text: string): string =>
  canonical(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC')

const INVISIBLE = /[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u

/** Whether the service can compare this value of a row, so that it identifies a record. */
export const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && canonical(value) !== '' && !INVISIBLE.test(canonical(value))

/** The same for external ids that a spreadsheet may have changed: leading zeros, a final .0, the case. */
const rewritten = (text: string): string =>
  anyCase(text)
    .replace(/^0+(?=.)/, '')
    .replace(/[.,]0+$/, '')

/** Whether one of these values of rows is probably an external id of the others, rewritten. */
export function areRewritten(values: readonly unknown[], externalIds: readonly string[]): boolean {
  const known = new Set(externalIds.filter((id) => id !== '').map(rewritten))
  return values.some((value) => typeof value === 'string' && known.has(rewritten(value)))
}
