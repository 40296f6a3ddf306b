/** What a spreadsheet may take for a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** The apostrophe before such text. */
export const GUARD = /^'(?=[=+\-@\t\r])/

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would calculate gets an apostrophe, numbers do not. */
export const csvLine = (values: readonly unknown[]): string => values.map(cell).join(',')

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
