import { isUtf8 } from 'node:buffer'

/** The position of the first byte that is not valid UTF-8, undefined when all are. */
export function firstInvalidByte(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined
  let [low, high] = [0, bytes.length]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (lastValidEnd(bytes, middle) === undefined) high = middle
    else low = middle
  }
  return lastValidEnd(bytes, low)
}

const MAX_BYTES_OF_CHARACTER = 4

/** Where the last complete character before a position ends, if everything before it is valid. */
function lastValidEnd(bytes: Buffer, position: number): number | undefined {
  for (let end = position; end >= 0 && end > position - MAX_BYTES_OF_CHARACTER; end--)
    if (isUtf8(bytes.subarray(0, end))) return end
  return undefined
}

/** The beginning of a text, at most so long in UTF-16 units. It ends between two characters. */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/\p{Surrogate}$/u, '')

/** The text without a byte-order mark at its beginning. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
