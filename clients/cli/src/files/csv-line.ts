import { protectedFromFormulas } from './formulas.ts'

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would calculate is protected. */
export const csvLine = (values: readonly unknown[]): string => values.map(cell).join(',')

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = protectedFromFormulas(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
