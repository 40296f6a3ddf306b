import type { Argument, Arguments } from '../commands/arguments.ts'
import {
  choiceOption,
  dateTimeOption,
  decimal,
  fromNow,
  futureDateTime,
  textOption,
  wholeNumber,
} from '../commands/arguments.ts'
import { UsageError } from '../errors.ts'
import { TYPES } from './overrides.ts'
import type { Field, Given } from './contract.ts'

/** The arguments and options that give these fields. */
export const argumentsOf = (fields: readonly Field[]): Arguments =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const argument = { ...optionOf(field), ...(field.required && { demandOption: true }) }
      if (!field.isArgument) return [[field.name, argument], ...durationOf(field)]
      // yargs gives a list that is an argument the default `[]`, also one that is required.
      return [[field.name, { ...argument, requiresArg: false, ...(field.list && { default: [] }) }]]
    }),
  )

function optionOf(field: Field): Argument {
  const { type, choices, list } = field
  const describe = field.schema && TYPES[field.schema] ? TYPES[field.schema]!.describe : field.describe
  if (type === 'boolean')
    return field.in === 'body'
      ? { type, describe: `${describe}; --no-${field.name} if not` }
      : { type, describe, ...(field.default !== undefined && { default: field.default }) }
  const isNullable = field.nullable === true && !list
  const mayBeEmpty = isNullable || (field.in === 'body' && type === 'text' && !choices)
  if (choices) return { ...choiceOption(choices, describe), ...(list && { array: true }) }
  const isExpiry = field.name.endsWith(EXPIRES_AT)
  const read = isExpiry ? futureDateTime : READERS[type]
  const option = {
    ...textOption(isNullable ? `${describe}; '' for none` : describe),
    mayBeEmpty,
    ...(isExpiry && { conflicts: durationName(field) }),
  }
  if (!list)
    return {
      ...option,
      read: (text: string, name: string) => (isNullable && text === '' ? null : read(text, name, field)),
    }
  return {
    ...option,
    describe: describe.includes('repeatable') ? describe : `${describe}; repeatable`,
    array: true,
    read: (texts: readonly string[], name: string) =>
      [texts]
        .flat()
        .flatMap((text) => (type === 'integer' ? String(text).split(',') : [text]))
        .map((text) => read(text, name, field)),
  }
}

const READERS: Readonly<Record<Field['type'], (text: string, name: string, field: Field) => unknown>> = {
  text: (text) => text,
  boolean: (text) => text,
  integer: (text, name) => wholeNumber(text, name),
  number: decimal,
  'date-time': dateTimeOption('').read,
  json: (text, name, { schema = '' }) => TYPES[schema]?.read(text) ?? fromJson(text, name),
}

function fromJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${name} must be JSON, not ${JSON.stringify(text)}.`)
  }
}

const EXPIRES_AT = 'expires-at'
const durationName = ({ name }: Field) => name.replace(/at$/, 'in')

/** An expiry is a date-time, or a duration from now on. */
const durationOf = (field: Field): [string, Argument][] =>
  field.name.endsWith(EXPIRES_AT)
    ? [
        [
          durationName(field),
          { ...textOption('the same as a duration, such as 12h, 90d or 2w'), read: fromNow },
        ],
      ]
    : []

/** The values of these fields that the command line gives, by their names in the contract. */
export function valuesOf(fields: readonly Field[], given: Given): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const isDuration = given[field.name] === undefined && field.name.endsWith(EXPIRES_AT)
      const value = given[isDuration ? durationName(field) : field.name]
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
      return [[field.parameter, forClient(field, value)]]
    }),
  )
}

/** A value as the generated client takes it. */
export const forClient = ({ list }: Field, value: unknown) =>
  list === 'set' && value !== undefined ? new Set(value as readonly unknown[]) : value
