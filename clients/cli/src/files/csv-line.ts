import { protectedFromFormulas } from './formulas.ts'

/** What separates the cells of a line. */
export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/**
 * One line of a CSV file (RFC 4180). Text is always quoted: a spreadsheet that is told so keeps it as it is,
 * such as the zeros of 00123. So are numbers that it would round. Text that it would calculate is protected.
 */
export const csvLine = (values: readonly unknown[], delimiter: Delimiter = ','): string =>
  values.map(cell).join(delimiter)

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return `"${protectedFromFormulas(value).replaceAll('"', '""')}"`
  const text = JSON.stringify(value)
  // Spreadsheets keep 15 digits, and show longer numbers in another form.
  return text.length > 15 ? `"${text}"` : text
}
