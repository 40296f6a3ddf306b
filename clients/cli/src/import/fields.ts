import contract from '../../generated/import-schemas.json' with { type: 'json' }
import { decimalIn } from './texts.ts'

/** What can be imported. */
export type Kind = keyof typeof contract.rows
export const KINDS = Object.keys(contract.rows).sort() as Kind[]

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly oneOf?: readonly Schema[]
  readonly description?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Groups and courses are put at their id, which is not a field of the body. */
export const isPut = (kind: Kind) => kind === 'groups' || kind === 'courses'

/** A field of a row, as the contract describes it. */
export interface Field {
  readonly name: string
  readonly type: 'text' | 'date' | 'integer' | 'number' | 'boolean' | 'ids'
  readonly describe: string
  /** Accepted and ignored, so that what was read can be sent back. */
  readonly readOnly: boolean
  /** Whether `""` is a value, which clears the field. */
  readonly mayBeEmpty: boolean
}

/** A field that the contract does not have. */
export const textField = (name: string, describe: string): Field => ({
  name,
  type: 'text',
  describe,
  readOnly: false,
  mayBeEmpty: false,
})

const schemas = contract.components.schemas as Readonly<Record<string, Schema>>

const DATE_TIMES = [
  { text: '2035-01-01T00:00:00Z', fits: true },
  { text: '2035-01-01', fits: false },
]

/** The fields that a row of this kind may have. */
export function fieldsOf(kind: Kind): readonly Field[] {
  const { properties = {} } = schemas[contract.rows[kind]] ?? {}
  return Object.entries(properties).map(([name, property]) => {
    const { type, oneOf, description = '', pattern } = resolved(property)
    const readOnly = type === undefined && oneOf === undefined
    if (name === 'id' && isPut(kind))
      return { name, type: 'integer', describe: 'Identifier.', readOnly: false, mayBeEmpty: false }
    const mayBeEmpty = pattern !== undefined && new RegExp(pattern, 'u').test('')
    return { name, type: typeOf(type, pattern), describe: description, readOnly, mayBeEmpty }
  })
}

/**
 * The value of a cell. Text that does not fit its type is sent as it is, so that the service explains the
 * error.
 */
export function valueOf({ type }: Pick<Field, 'type'>, text: string): unknown {
  switch (type) {
    case 'integer':
      return integer(text)
    case 'number':
      return decimalIn(text.replace(DECIMAL_COMMA, '$1.$2')) ?? text
    case 'boolean':
      return { true: true, false: false }[text.trim().toLowerCase()] ?? text
    case 'ids':
      return text
        .split(/[\s,;|]+/)
        .filter(Boolean)
        .map(integer)
    case 'text':
    case 'date':
      return text
  }
}

/** With one or two digits behind it: before three, a comma may separate thousands. */
const DECIMAL_COMMA = /^(-?\d+),(\d{1,2})$/

function integer(text: string): number | string {
  return /^\d{1,16}$/.test(text) ? Number(text) : text
}

function resolved({ $ref, ...own }: Schema): Schema {
  return $ref === undefined ? own : { ...schemas[$ref.split('/').at(-1) ?? ''], ...own }
}

function typeOf(type: string | undefined, pattern: string | undefined): Field['type'] {
  // Dates that may be empty have no format, only a pattern.
  if (
    pattern !== undefined &&
    DATE_TIMES.every(({ text, fits }) => new RegExp(pattern, 'u').test(text) === fits)
  )
    return 'date'
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  return type === 'array' ? 'ids' : 'text'
}
