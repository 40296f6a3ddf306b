import { isUtf8 } from 'node:buffer'

const REPLACEMENT_CHARACTER = '\uFFFD'
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT_CHARACTER)

/** The position of the first byte that is not valid UTF-8, undefined when all are. */
export function firstInvalidByte(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined
  // Decoding replaces invalid bytes by U+FFFD. Text that really holds U+FFFD has its three bytes there.
  const text = bytes.toString('utf8')
  let position = 0
  for (let start = 0; ;) {
    const index = text.indexOf(REPLACEMENT_CHARACTER, start)
    position += Buffer.byteLength(text.slice(start, index))
    if (!bytes.subarray(position, position + REPLACEMENT_BYTES.length).equals(REPLACEMENT_BYTES))
      return position
    position += REPLACEMENT_BYTES.length
    start = index + 1
  }
}

/** The beginning of a text, at most so long in UTF-16 units. It ends between two characters. */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/\p{Surrogate}$/u, '')

/** The text without a byte-order mark at its beginning. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
