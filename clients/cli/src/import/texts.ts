/** The form in which the service compares a text. */
export const canonical = (text: string): string => text.normalize('NFC').trim()

/** The same for texts that it compares case-insensitively: it treats ß and SS, and i, ı, I and İ, as equal. */
export const anyCase = (text: string): string =>
  canonical(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC')

const INVISIBLE = /[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u

/** Whether the service can compare this value of a row, so that it identifies a record. */
export const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && canonical(value) !== '' && !INVISIBLE.test(canonical(value))
