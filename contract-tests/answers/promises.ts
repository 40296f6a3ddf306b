import { resolved, type Contract, type ContractResponse } from '../agreement/contract.ts'
import type { Exchange, RecordedAnswer } from './exchange.ts'
import { foundFor } from './found.ts'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly items?: object
}

interface TextSchema {
  readonly format?: string
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const DATE = (field: string): string => `${field} is a date-time in every answer, and not said to be one`
const ALWAYS = (what: string): string => `${what} is optional, and every answer has it`

/** How often something was looked for, and found; and how often it has to be to say that it always is. */
interface Count {
  readonly looked: number
  readonly found: number
  readonly enough: number
}

/** Answers that show a field this often, and none without it, show that it is always there. */
const OFTEN = 2
/** A text does not look like a date by chance. */
const ONCE = 1

/**
 * What the contract promises less of than the system keeps, so that a consumer can't rely on what it gets: fields and
 * headers called optional that every answer has, and texts that are always dates and not said to be.
 */
export function unpromised(contract: Contract, exchanges: readonly Exchange[]): string[] {
  const counts = new Map<string, Count>()
  for (const exchange of exchanges) {
    const { answer } = exchange
    const found = foundFor(contract, exchange)
    const response = resolved<ContractResponse | undefined>(
      contract.document,
      found?.operation.responses[String(answer.status)],
    )
    const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
    const schema = response?.content?.[type]?.schema
    if (schema) look(contract, counts, schema, answer.body, '')
    lookForHeaders(contract, counts, response, answer)
  }
  return [...counts]
    .filter(([, { looked, found, enough }]) => found === looked && looked >= enough)
    .map(([what]) => what)
}

function lookForHeaders(
  { document }: Contract,
  counts: Map<string, Count>,
  { headers = {} }: ContractResponse = {},
  answer: RecordedAnswer,
): void {
  for (const [name, header] of Object.entries(headers))
    if (!resolved<{ required?: boolean }>(document, header).required)
      add(counts, ALWAYS(`header ${name}`), name.toLowerCase() in answer.headers)
}

function add(counts: Map<string, Count>, name: string, isThere: boolean, enough = OFTEN): void {
  const { looked, found } = counts.get(name) ?? { looked: 0, found: 0 }
  counts.set(name, { looked: looked + 1, found: found + (isThere ? 1 : 0), enough })
}

function look(
  contract: Contract,
  counts: Map<string, Count>,
  node: object,
  value: unknown,
  within: string,
): void {
  const name = (node as { $ref?: string }).$ref?.split('/').at(-1) ?? within
  const { properties = {}, required = [], items } = resolved<ObjectSchema>(contract.document, node)
  if (items && Array.isArray(value))
    for (const item of value) look(contract, counts, items, item, `${name}[]`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const fields = value as Readonly<Record<string, unknown>>
  for (const [key, child] of Object.entries(properties)) {
    const field = `${name}.${key}`
    if (!required.includes(key)) add(counts, ALWAYS(field), key in fields)
    const { [key]: inner } = fields
    if (typeof inner === 'string' && resolved<TextSchema>(contract.document, child).format === undefined)
      add(counts, DATE(field), DATE_TIME.test(inner), ONCE)
    if (key in fields) look(contract, counts, child, fields[key], field)
  }
}
