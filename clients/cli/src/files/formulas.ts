/** Some spreadsheets read the fullwidth forms as the plain ones. */
const BEGINNING = String.raw`[=+\-@＝＋－＠\t\r\n]`
/** What a spreadsheet may take for a formula. */
const FORMULA = new RegExp(`^${BEGINNING}`)
/** Text that an export has protected, and text that looks like it. */
const PROTECTED = new RegExp(`^'(?<text>'*${BEGINNING}[^]*)'$`)

/**
 * Text in a form that no spreadsheet calculates: between apostrophes. An apostrophe on one side only would be
 * indistinguishable from one that belongs to the text.
 */
export const protectedFromFormulas = (text: string): string =>
  FORMULA.test(text) || PROTECTED.test(text) ? `'${text}'` : text

/** The text before `protectedFromFormulas`; any other text stays as it is. */
export const withoutProtection = (text: string): string => PROTECTED.exec(text)?.groups?.['text'] ?? text
