import Table from 'cli-table3'
import { once } from 'node:events'
import { styleText } from 'node:util'
import type { Explanation } from './errors.ts'
import type { Screen, Terminal } from './terminal.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

/** Rows with common column widths. */
const BLOCK = 1000

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

  async record(value: object): Promise<void> {
    const shown = plain(value) as Record<string, unknown>
    if (this.json) return this.line(JSON.stringify(shown))
    const table = borderless()
    for (const [name, field] of Object.entries(shown))
      table.push([this.styled('bold', name, this.#terminal.stdout), cell(field)])
    await this.line(table.toString())
  }

  /** A list: JSON is written record by record, so lists of any length work. */
  async list(records: AsyncIterable<object> | Iterable<object>, columns: readonly string[]): Promise<void> {
    if (this.json) return this.#jsonArray(records)
    let block: Record<string, unknown>[] = []
    let heading = true
    const flush = async (): Promise<void> => {
      if (block.length === 0) return
      const table = borderless()
      if (heading) table.push(columns.map((name) => this.styled('bold', name, this.#terminal.stdout)))
      heading = false
      for (const row of block) table.push(columns.map((name) => cell(row[name])))
      block = []
      await this.line(table.toString())
    }
    for await (const one of records) {
      block.push(plain(one) as Record<string, unknown>)
      if (block.length === BLOCK) await flush()
    }
    await flush()
    if (heading) this.say('Nothing found.')
  }

  async #jsonArray(records: AsyncIterable<object> | Iterable<object>): Promise<void> {
    let separator = '['
    for await (const one of records) {
      await this.#write(`${separator}\n  ${JSON.stringify(plain(one))}`)
      separator = ','
    }
    await this.#write(separator === '[' ? '[]\n' : '\n]\n')
  }

  /** One line of the result. */
  async line(text: string): Promise<void> {
    await this.#write(`${text}\n`)
  }

  /** A message for a person. */
  say(text: string): void {
    if (!this.quiet) this.#terminal.stderr.write(`${text}\n`)
  }

  /** Shown even with --quiet. */
  warn(text: string): void {
    this.#terminal.stderr.write(`${this.styled('yellow', text)}\n`)
  }

  /** One error of several, with which the command goes on; shown even with --quiet. */
  error(text: string): void {
    this.#terminal.stderr.write(`${text}\n`)
  }

  /** Why the command failed; shown even with --quiet. */
  fail({ exitCode, message, ...facts }: Explanation): void {
    if (this.json) {
      this.#terminal.stderr.write(`${JSON.stringify({ error: { message, ...facts, exitCode } })}\n`)
      return
    }
    const details = [
      facts.status === undefined ? undefined : `${facts.status} ${facts.code ?? ''}`.trim(),
      facts.requestId ? `request ${facts.requestId}` : undefined,
    ].filter((detail) => detail !== undefined)
    const suffix = details.length > 0 ? this.styled('dim', ` (${details.join(', ')})`) : ''
    this.#terminal.stderr.write(`${this.styled('red', `rollcall: ${message}`)}${suffix}\n`)
  }

  /** Coloured on a terminal only, and never with NO_COLOR. */
  styled(style: Style, text: string, screen: Screen = this.#terminal.stderr): string {
    const coloured = screen.isTTY === true && !this.#terminal.env['NO_COLOR']
    return coloured ? styleText(style, text, { validateStream: false }) : text
  }

  async #write(text: string): Promise<void> {
    if (!this.#terminal.stdout.write(text)) await once(this.#terminal.stdout, 'drain')
  }
}

/** Dates as the service writes them, in whole seconds (decision S8). */
export function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace(/\.\d+Z$/, 'Z')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]))
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  // Text from a service must not control the terminal.
  return textOf(value).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  return isPlainList ? value.join(' ') : JSON.stringify(value)
}

function borderless(): Table.Table {
  const none = Object.fromEntries(
    ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
      .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'])
      .map((part) => [part, '']),
  )
  return new Table({
    chars: { ...none, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
}
