import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** The name of an encoding, as `TextDecoder` takes it. */
export type Encoding = string

/** CSV ends lines with any of these, also mixed within a file. */
const ANY_BREAK = /\r\n|\n|\r/
/** JSON has U+2028 and U+2029 within strings, and a CR before the LF is white space to its parser. */
export const LF = /\n/

interface Options {
  readonly lineBreak?: RegExp
  /** Whether bytes that are not in the encoding are an error; otherwise they are read as U+FFFD. */
  readonly fatal?: boolean
}

/** Programs for DOS end a file with it. */
const END_MARK = '\u001A'

const withoutEndMark = (text: string) => (text.endsWith(END_MARK) ? text.slice(0, -1) : text)

/** Splits text that comes in pieces into lines, without their ends. */
class LineSplitter {
  readonly #break: RegExp
  #unfinished = ''
  #heldCr = ''

  constructor(lineBreak: RegExp) {
    this.#break = lineBreak
  }

  /** The lines that end in this piece of text. */
  push(piece: string): string[] {
    let text = this.#heldCr + piece
    // Half of a CRLF, when the next piece begins with the other half.
    this.#heldCr = this.#break === ANY_BREAK && text.endsWith('\r') ? '\r' : ''
    if (this.#heldCr) text = text.slice(0, -1)
    const [first = '', ...others] = text.split(this.#break)
    const lines = [this.#unfinished + first, ...others]
    this.#unfinished = lines.pop() ?? ''
    return lines
  }

  /** The last lines of the text. */
  end(): string[] {
    const lines = this.#heldCr ? [this.#unfinished] : []
    const last = this.#heldCr ? '' : withoutEndMark(this.#unfinished)
    return last === '' ? lines : [...lines, last]
  }
}

/** Whether the last line of a file is complete. */
export async function endsWithLineBreak(path: string, encoding: Encoding): Promise<boolean> {
  const bytes = /^utf-16/i.test(encoding) ? 2 : 1
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({ position: Math.max(0, size - bytes) })
    return /[\r\n]/.test(buffer.toString('latin1', 0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Small, because a stray quote in a CSV record makes the parser read its piece of the file again. */
const PIECE_BYTES = 8 * 1024

/** Lines of a file that were read together. */
export interface Lines {
  readonly lines: readonly string[]
  readonly isLast: boolean
}

/** The lines of a text file, read as a stream. @throws TypeError for bytes that are not in the encoding */
export async function* linesOf(
  path: string,
  encoding: Encoding,
  { lineBreak = ANY_BREAK, fatal = true }: Options = {},
): AsyncGenerator<Lines> {
  const decoder = new TextDecoder(encoding, { fatal })
  const splitter = new LineSplitter(lineBreak)
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES }))
    yield { lines: splitter.push(decoder.decode(chunk as Buffer, { stream: true })), isLast: false }
  yield { lines: [...splitter.push(decoder.decode()), ...splitter.end()], isLast: true }
}

interface Text {
  /** As the operator named it. */
  readonly file: string
  readonly path: string
  readonly encoding: Encoding
  /** The number of lines before the text. */
  readonly skipped: number
}

/** @throws Error for a file without any text, as a failed export leaves it */
export async function requireText({ file, path, encoding, skipped }: Text): Promise<void> {
  let line = 0
  for await (const { lines } of linesOf(path, encoding))
    for (const text of lines) if (++line > skipped && text.trim() !== '') return
  const where = skipped === 0 || line === 0 ? '' : ` after its first ${skipped} lines`
  throw new Error(`${file} has no rows${where}. Nothing was changed.`)
}
