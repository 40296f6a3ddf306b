import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { UsageError } from '../errors.ts'
import { LineSplitter, type Encoding } from './lines.ts'

const BYTE_ORDER_MARKS: readonly (readonly [Encoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

/** Bytes at the beginning of a file that show whether it is UTF-16. */
const HEAD_BYTES = 4096

interface Input {
  /** The file as the operator named it, for messages. */
  readonly file: string
  readonly path: string
  /** The encoding that the operator named; UTF-8 by default. A byte-order mark decides in any case. */
  readonly encoding: Encoding | undefined
}

/**
 * The encoding of a text file. The whole file is read once, so that a file that can't be decoded is rejected before
 * anything of it is used.
 *
 * @param warn called when the encoding that was named is probably wrong
 * @throws UsageError for an unknown encoding, and for a file that is not in its encoding
 */
export async function checkedEncoding(input: Input, warn: (text: string) => void): Promise<Encoding> {
  const { file, path } = input
  const named = input.encoding === undefined ? undefined : knownEncoding(input.encoding)
  const head = await headOf(path)
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark))?.[0]
  const encoding = marked ?? named ?? 'utf-8'

  const utf16 = encoding.startsWith('utf-16') ? undefined : unmarkedUtf16(head)
  if (utf16 !== undefined)
    throw new UsageError(
      `${file} is probably UTF-16. Nothing was written. Run it again with --encoding ${utf16}.`,
    )

  const invalid = await firstInvalid(path, encoding)
  if (invalid !== undefined) throw new UsageError(invalidText(file, encoding, invalid))
  if (!encoding.startsWith('utf-') && (await isUtf8WithOtherThanAscii(path)))
    warn(`${file} is probably UTF-8, not ${encoding}: leave out --encoding, or names may be garbled.`)
  return encoding
}

function invalidText(file: string, encoding: Encoding, { line, isAsciiBefore }: Invalid): string {
  const where = `${file} is not valid ${encoding.toUpperCase()}: the first line that is not is line ${line}.`
  if (encoding !== 'utf-8') return `${where} Nothing was written. Name the right encoding with --encoding.`
  if (!isAsciiBefore)
    return `${where} The text before it is UTF-8, so the line is damaged. Nothing was written. Correct the line.`
  return (
    `${where} It is probably Windows-1252, which Excel writes as "CSV" (windows-1250 in Central Europe, windows-1251 with ` +
    'Cyrillic, windows-1253 with Greek, windows-1254 with Turkish, windows-1256 with Arabic names). Nothing was written. ' +
    'Run it again with --encoding windows-1252, or save the file as "CSV UTF-8".'
  )
}

/** @throws UsageError for a name that the platform does not know */
function knownEncoding(name: string): Encoding {
  const examples = 'for example windows-1252, iso-8859-2, macintosh or utf-16le'
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(name)
  } catch {
    throw new UsageError(
      `There is no encoding ${name}; use a name of the WHATWG encoding standard, ${examples}.`,
    )
  }
  // Node 20, 22 and some versions of 24 decode the bytes 0x80 to 0x9F of this encoding as ISO-8859-1.
  if (decoder.encoding === 'windows-1252' && decoder.decode(Uint8Array.of(0x80)) !== '€')
    throw new UsageError(`Node ${process.version} can't decode windows-1252. Use Node 24.13 or later.`)
  return decoder.encoding
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** UTF-16 without a byte-order mark: in Latin text every other byte is zero, which no other encoding has. */
function unmarkedUtf16(head: Buffer): Encoding | undefined {
  const zeros = { even: 0, odd: 0 }
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd']++
  if (zeros.even + zeros.odd <= head.length / 8) return undefined
  return zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be'
}

/** Bytes that are not in an encoding. */
interface Invalid {
  /** Counted from 1. */
  readonly line: number
  /** Whether the text before them has only characters that most encodings have in common. */
  readonly isAsciiBefore: boolean
}

/** The first bytes that are not in this encoding. */
async function firstInvalid(path: string, encoding: Encoding): Promise<Invalid | undefined> {
  const valid = await validBytes(path, encoding)
  if (valid === undefined) return undefined
  const decoder = new TextDecoder(encoding, { fatal: true })
  const lines = new LineSplitter()
  let line = 1
  let isAsciiBefore = true
  const read = (bytes: Uint8Array) => {
    const text = decoder.decode(bytes, { stream: true })
    isAsciiBefore &&= /^\p{ASCII}*$/u.test(text)
    line += lines.push(text).length
  }
  try {
    if (valid > 0) for await (const chunk of createReadStream(path, { end: valid - 1 })) read(chunk as Buffer)
    // Byte by byte, because a decoder that fails does not say where.
    for await (const chunk of createReadStream(path, { start: valid }))
      for (const byte of chunk as Buffer) read(Uint8Array.of(byte))
    decoder.decode()
  } catch {
    return { line, isAsciiBefore }
  }
  return { line, isAsciiBefore }
}

/** Bytes before the chunk that can't be decoded; undefined when all can. */
async function validBytes(path: string, encoding: Encoding): Promise<number | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let valid = 0
  try {
    for await (const chunk of createReadStream(path)) {
      decoder.decode(chunk as Buffer, { stream: true })
      valid += (chunk as Buffer).length
    }
    decoder.decode()
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return valid
    throw error
  }
}

/** Whether the file is UTF-8, at least up to a damaged line, and shows it. */
async function isUtf8WithOtherThanAscii(path: string): Promise<boolean> {
  let ascii = true
  for await (const chunk of createReadStream(path)) ascii &&= isAscii(chunk as Buffer)
  const invalid = await firstInvalid(path, 'utf-8')
  return invalid === undefined ? !ascii : !invalid.isAsciiBefore
}
