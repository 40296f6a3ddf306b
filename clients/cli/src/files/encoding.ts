import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { UsageError } from '../errors.ts'
import { linesOf, type Encoding } from './lines.ts'

const BYTE_ORDER_MARKS: readonly (readonly [Encoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

/** How files of spreadsheet programs begin: ZIP (.xlsx, .ods, .numbers), and the one before it (.xls). */
const WORKBOOK_MARKS = [Buffer.from('PK\u0003\u0004'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])]

/** @throws UsageError for a file that a spreadsheet program has saved in its own form, whatever its name */
export async function requireNoWorkbook(file: string, path: string): Promise<void> {
  const head = await headOf(path)
  if (WORKBOOK_MARKS.some((mark) => head.subarray(0, mark.length).equals(mark)))
    throw new UsageError(
      `${file} is a file of a spreadsheet program, not CSV. Nothing was written. Open it there, save the ` +
        'sheet as "CSV UTF-8", and give that file.',
    )
}

const headOf = (path: string) => buffer(createReadStream(path, { end: HEAD_BYTES - 1 }))

/** Enough for a byte-order mark, and for the first letters of a file in UTF-16. */
const HEAD_BYTES = 64

interface Input {
  /** The file as the operator named it, for messages. */
  readonly file: string
  readonly path: string
  /** The encoding that the operator named; UTF-8 by default. A byte-order mark decides in any case. */
  readonly encoding: Encoding | undefined
}

/**
 * The encoding of a text file. The whole file is read once, so that a file that can't be decoded is rejected
 * before anything of it is used.
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
  const wide = marked === undefined ? wideEncodingOf(head) : undefined
  if (wide !== undefined && wide !== encoding)
    throw new UsageError(
      `${file} is probably ${wide.toUpperCase()} without a byte-order mark, not ${encoding.toUpperCase()}. ` +
        `Nothing was written. Run it again with --encoding ${wide}, or save the file as "CSV UTF-8".`,
    )

  if (!(await isValid(path, encoding)))
    throw new UsageError(invalidText(file, encoding, await validPart(path, encoding)))
  if (!encoding.startsWith('utf-')) {
    // UTF-8 shows itself by characters beyond ASCII, at least before a damaged line.
    const { isAscii, isWhole } = await validPart(path, 'utf-8')
    if (!isAscii && isWhole)
      throw new UsageError(
        `${file} is UTF-8, not ${encoding}. Nothing was changed. Use --encoding utf-8, or leave it out. If ` +
          'other files of the command are not UTF-8, save them as UTF-8 first.',
      )
    // A few letters of another encoding can look like one of UTF-8.
    if (!isAscii)
      warn(`${file} is probably UTF-8, not ${encoding}: leave out --encoding, or names may be garbled.`)
  }
  return encoding
}

/** The UTF-16 encoding in which a file is that has none of its marks: half of each ASCII letter is 0. */
function wideEncodingOf(head: Buffer): Encoding | undefined {
  if (head.length === 0) return undefined
  const zeros = { even: 0, odd: 0 }
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd']++
  // Some letters have no 0, and another file may contain one by mistake.
  if (zeros.even + zeros.odd < head.length / 4) return undefined
  return zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be'
}

function invalidText(file: string, encoding: Encoding, { lastLine, isAscii }: ValidPart): string {
  const where =
    `${file} is not valid ${encoding.toUpperCase()}: the first line that is not is line ` + `${lastLine}.`
  if (encoding !== 'utf-8') return `${where} Nothing was written. Name the right encoding with --encoding.`
  if (!isAscii)
    return (
      `${where} The text before it is UTF-8, so the line is damaged. Nothing was written. Correct ` +
      'the line.'
    )
  return (
    `${where} It is probably Windows-1252, which Excel writes as "CSV" (windows-1250 in Central Europe, ` +
    'windows-1251 with Cyrillic, windows-1253 with Greek, windows-1254 with Turkish, windows-1256 with ' +
    'Arabic names). Nothing was written. Run it again with --encoding windows-1252, or save the file as ' +
    '"CSV UTF-8".'
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

async function isValid(path: string, encoding: Encoding): Promise<boolean> {
  try {
    for await (const _ of linesOf(path, encoding));
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false
    throw error
  }
}

/** What a decoder writes for bytes that are not in the encoding. */
const REPLACEMENT = '\uFFFD'

/** The part of a file before the first bytes that are not in an encoding, or the whole file. */
interface ValidPart {
  /** The last line of the part, counted from 1. */
  readonly lastLine: number
  /** Whether it has only characters that most encodings have in common. */
  readonly isAscii: boolean
  readonly isWhole: boolean
}

async function validPart(path: string, encoding: Encoding): Promise<ValidPart> {
  let lastLine = 0
  let isAscii = true
  for await (const { lines } of linesOf(path, encoding, { fatal: false }))
    for (const line of lines) {
      lastLine++
      const [valid = ''] = line.split(REPLACEMENT, 1)
      isAscii &&= /^\p{ASCII}*$/u.test(valid)
      if (valid !== line) return { lastLine, isAscii, isWhole: false }
    }
  return { lastLine, isAscii, isWhole: true }
}
