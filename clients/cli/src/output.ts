import Table from 'cli-table3'
import { styleText } from 'node:util'
import { OutputClosed, type Failure } from './errors.ts'
import type { Screen, Terminal } from './terminal.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

/** Rows of a list that are written at once and have common column widths. */
const ROWS_PER_TABLE = 1000

export const NOTHING_FOUND = 'Nothing found.'

/** The output of commands: results on standard output, everything else on standard error. */
export class Output {
  readonly json: boolean
  readonly quiet: boolean
  readonly #terminal: Terminal

  constructor(terminal: Terminal, { json, quiet }: { json: boolean; quiet: boolean }) {
    this.#terminal = terminal
    this.json = json
    this.quiet = quiet
  }

  /** Progress is shown on a terminal only. */
  get progressScreen(): Screen | undefined {
    const { stderr } = this.#terminal
    return stderr.isTTY === true && !this.quiet && !this.json ? stderr : undefined
  }

  /** Prints one record as a table of its fields. What the response does not have is left out. */
  async record(value: object): Promise<void> {
    const fields = printable(value) as Record<string, unknown>
    if (this.json) return this.text(`${jsonText(fields)}\n`)
    const table = borderlessTable()
    for (const [name, field] of Object.entries(fields).filter(([, value]) => value !== undefined))
      table.push([this.styled('bold', name, this.#terminal.stdout), cell(field)])
    await this.text(`${table.toString()}\n`)
  }

  /**
   * Prints records as they arrive, so lists of any length work.
   * @param ifNone what is said of an empty list; undefined if errors explain it
   */
  async list(
    records: AsyncIterable<object> | Iterable<object>,
    columns: readonly string[],
    ifNone: () => string | undefined = () => NOTHING_FOUND,
  ): Promise<void> {
    if (this.json) return this.#jsonArray(records)
    let rows: Record<string, unknown>[] = []
    let isFirst = true
    const writeTable = async (): Promise<void> => {
      if (rows.length === 0) return
      const table = borderlessTable()
      if (isFirst) table.push(columns.map((name) => this.styled('bold', name, this.#terminal.stdout)))
      isFirst = false
      for (const row of rows) table.push(columns.map((name) => cell(row[name])))
      rows = []
      await this.text(`${table.toString()}\n`)
    }
    for await (const record of records) {
      rows.push(printable(record) as Record<string, unknown>)
      if (rows.length === ROWS_PER_TABLE) await writeTable()
    }
    await writeTable()
    const text = isFirst ? ifNone() : undefined
    if (text !== undefined) this.info(text)
  }

  async #jsonArray(records: AsyncIterable<object> | Iterable<object>): Promise<void> {
    let separator = '['
    for await (const record of records) {
      await this.text(`${separator}\n  ${jsonText(printable(record))}`)
      separator = ','
    }
    await this.text(separator === '[' ? '[]\n' : '\n]\n')
  }

  /** Prints lines of the result for a person. Text of a service must not control the terminal. */
  async line(text: string): Promise<void> {
    await this.text(`${harmless(text)}\n`)
  }

  /** Prints whole lines as they are, or none. @throws OutputClosed */
  async text(text: string): Promise<void> {
    const { stdout } = this.#terminal
    await new Promise<void>((resolve, reject) => {
      stdout.write(text, (error) => {
        if (error) reject(isClosedPipe(error) ? new OutputClosed() : error)
        else resolve()
      })
    })
  }

  /** A message for a person; not shown with --quiet. */
  info(text: string): void {
    if (!this.quiet) this.#writeMessage(text)
  }

  warn(text: string): void {
    this.#writeMessage(text, 'yellow')
  }

  /** One error of several, after which the command continues. */
  error(text: string): void {
    this.#writeMessage(text)
  }

  /** Why the command failed. */
  failure({ exitCode, message, hasLines = false, ...facts }: Failure): void {
    if (this.json) {
      this.#terminal.stderr.write(`${jsonText({ error: { message, ...facts, exitCode } })}\n`)
      return
    }
    const details = [
      facts.status === undefined ? undefined : `${facts.status} ${facts.code ?? ''}`.trim(),
      facts.requestId ? `request ${facts.requestId}` : undefined,
    ].filter((detail) => detail !== undefined)
    const said = hasLines ? harmless(message) : onOneLine(message)
    const suffix = details.length > 0 ? this.styled('dim', ` (${harmless(details.join(', '))})`) : ''
    this.#terminal.stderr.write(`${this.styled('red', `rollcall: ${said}`)}${suffix}\n`)
  }

  /** Text with a style on a terminal, unless NO_COLOR is set. */
  styled(style: Style, text: string, screen: Screen = this.#terminal.stderr): string {
    const coloured = screen.isTTY === true && !this.#terminal.env['NO_COLOR']
    return coloured ? styleText(style, text, { validateStream: false }) : text
  }

  /** Writes one line to standard error. */
  #writeMessage(text: string, style?: Style): void {
    const line = onOneLine(text)
    this.#terminal.stderr.write(`${style === undefined ? line : this.styled(style, line)}\n`)
  }
}

/** A value with its dates as the service writes them: in seconds, or in milliseconds where it counts them. */
export function printable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z')
  if (Array.isArray(value)) return value.map(printable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, printable(field)]))
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A number of things: `1 row`, `2 rows`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export const isClosedPipe = (error: NodeJS.ErrnoException) => error.code === 'EPIPE'

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return onOneLine(textOf(value))
}

/** JSON for programs, and for terminals, which must not be controlled by what is in it. */
export const jsonText = (value: unknown, indent?: number): string =>
  // Line breaks of the text are escaped already.
  JSON.stringify(value, null, indent).replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => String.raw`\u` + character.charCodeAt(i).toString(16).padStart(4, '0'),
    ).join(''),
  )

/** Text of a service or a file must not control the terminal. Names need the joiners U+200C and U+200D. */
const harmless = (text: string) => text.replaceAll(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu, ' ')
export const onOneLine = (text: string) => harmless(text).replaceAll('\n', ' ')

/** How much of a value of a file a message shows. */
const MAX_SHOWN = 40

/** The value of a cell within a sentence, cut between two characters. */
export function shown(value: string, most = MAX_SHOWN): string {
  const beginning = value.slice(0, most).replace(/\p{Surrogate}$/u, '')
  return onOneLine(value.length > most ? `${beginning.trimEnd()}…` : value)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return isPlainList ? value.join(' ') : JSON.stringify(value)
}

function borderlessTable(): Table.Table {
  const borders = Object.fromEntries(
    ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
      .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'])
      .map((part) => [part, '']),
  )
  return new Table({
    chars: { ...borders, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
}
