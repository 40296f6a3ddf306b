import { UsageError } from '../errors.ts'
import { shown } from '../output.ts'
import { shellWord } from '../shell.ts'
import type { Field } from './fields.ts'
import { canonical } from './texts.ts'

/** Which columns are read as which fields. */
export interface ColumnMap {
  /** The fields of each column that `--map 'Work Email=email'` names; none for one that is ignored. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** The names of these columns as they were typed. */
  readonly names: ReadonlyMap<string, string>
  /** Whether all other columns are ignored. Otherwise each must have the name of a field. */
  readonly isComplete: boolean
}

/**
 * @throws UsageError for a mapping without `=` or to an unknown field, for a column that is read and ignored,
 * and for no mapping that is complete
 */
export function columnMapOf(
  mappings: readonly string[],
  fields: readonly Field[],
  isComplete = false,
): ColumnMap {
  if (isComplete && mappings.length === 0)
    throw new UsageError("only-mapped needs --map for each column to read, such as --map 'ID=externalId'.")
  const byName = new Map<string, string[]>()
  const names = new Map<string, string>()
  for (const mapping of mappings) {
    // Names of columns may contain it, names of fields do not.
    const at = mapping.lastIndexOf('=')
    if (at < 1) throw new UsageError(`map must be <column>=<field>, not ${JSON.stringify(mapping)}.`)
    const [name, field] = [normalized(mapping.slice(0, at)), mapping.slice(at + 1).trim()]
    if (field !== '' && !fields.some((known) => known.name === field))
      throw new UsageError(`map: there is no field ${field}. ${knownFields(fields)}`)
    names.set(name, mapping.slice(0, at))
    const before = byName.get(name)
    if (before && (field === '' || before.length === 0 || before.includes(field)))
      throw new UsageError(`map: several of them may read a column as several fields, but not ${mapping}.`)
    byName.set(name, [...(before ?? []), ...(field === '' ? [] : [field])])
  }
  return { fields: byName, names, isComplete }
}

/** How many columns a message names, and how much of the name of each. */
const MAX_NAMED = 20
const MAX_SHOWN = 200

/** What a column of a CSV file holds: no field if it is ignored. One without a name must be empty. */
export type Column = readonly Field[] | 'unnamed'

/** Whether the name, as it is written in the file, is that of a field or is mapped to one. */
export function isColumn(name: string, map: ColumnMap, fields: readonly Field[]): boolean {
  return map.fields.has(normalized(name)) || (!map.isComplete && fieldNamed(name, fields) !== undefined)
}

/**
 * The fields that the columns of a file hold. Upper and lower case, spaces, hyphens and underscores make no
 * difference.
 *
 * @throws UsageError for unknown and repeated columns, and when a column that is mapped is not there
 */
export function columnsOf(
  names: readonly string[],
  { line, map, fields }: { line: number; map: ColumnMap; fields: readonly Field[] },
): readonly Column[] {
  const unknown = names.filter((name) => name !== '' && !map.isComplete && !isColumn(name, map, fields))
  if (unknown.length > 0) {
    const first = shown(unknown[0] ?? '', MAX_SHOWN)
    const isTitle = names.filter((name) => name !== '').length === unknown.length
    const [mapped, ignored] = [shellWord(`${first}=<field>`), shellWord(`${first}=`)]
    throw new UsageError(
      `Unknown columns in line ${line}: ${namesText(unknown)}. ` +
        `${knownFields(fields)} ` +
        `Use --map ${mapped} for a column with another name, --map ${ignored} to ignore it, --only-mapped ` +
        `to ignore all that no --map names.${isTitle ? ` ${LAYOUT}` : ''}` +
        (unknown.some((name) => normalized(name) === 'statusname') ? ` ${OF_HISTORY}` : ''),
    )
  }
  const present = new Set(names.map(normalized))
  const missing = [...map.names].filter(([name]) => !present.has(name)).map(([, typed]) => typed)
  if (missing.length > 0)
    throw new UsageError(
      `map: line ${line} has no column ${missing.join(', ')}. It has ` +
        `${namesText(names.filter((name) => name !== ''))}. ${LAYOUT}`,
    )

  const columns = names.map((name): Column => {
    if (name === '') return 'unnamed'
    const mapped = map.fields.get(normalized(name))
    if (mapped !== undefined) return fields.filter((field) => mapped.includes(field.name))
    const field = map.isComplete ? undefined : fieldNamed(name, fields)
    return field === undefined ? [] : [field]
  })
  const read = columns.flatMap((column) => (column === 'unnamed' ? [] : column))
  const repeated = read.find((field, index) => read.indexOf(field) !== index)
  if (repeated !== undefined)
    throw new UsageError(
      `Line ${line} has two columns for ${repeated.name}. Use --map '<column>=' to ignore one of them.`,
    )
  return columns
}

function namesText(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  return (
    names
      .slice(0, MAX_NAMED)
      .map((name) => shown(name, MAX_SHOWN))
      .join(', ') + more
  )
}

const OF_HISTORY =
  'Registrations with a status, such as those of registrations export, are for registrations import-history.'

/** Whether the cells repeat the names of the columns, as a second header with technical names does. */
export const isHeader = (cells: readonly string[], names: readonly string[]): boolean =>
  names.filter((name, index) => name !== '' && normalized(cells[index] ?? '') === normalized(name)).length >
  names.length / 2

/** What to do about a report that is not a plain table. */
const LAYOUT =
  'If lines with a title stand before the names of the columns, give their number as --skip-lines; lines ' +
  'between the names and the rows as --skip-lines-after-header; dates such as 31.12.2027 need --date-format.'

/** An object of an NDJSON file with the names of fields for the names that are mapped. */
export function withFieldNames(
  object: Readonly<Record<string, unknown>>,
  map: ColumnMap,
): Readonly<Record<string, unknown>> {
  if (map.fields.size === 0) return object
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const names = map.fields.get(normalized(name)) ?? (map.isComplete ? [] : [name])
      return names.map((field) => [field, value] as const)
    }),
  )
}

function fieldNamed(name: string, fields: readonly Field[]): Field | undefined {
  const wanted = normalized(name)
  return fields.find((field) => normalized(field.name) === wanted)
}

/** A longer text is no name of a column; to compare such texts would take long. */
const MAX_NAME_LENGTH = 1_000

const normalized = (name: string) =>
  name.length > MAX_NAME_LENGTH
    ? name
    : canonical(name)
        .replaceAll(/[\s_-]/g, '')
        .toLowerCase()

const knownFields = (fields: readonly Field[]) => `Columns are: ${fields.map(({ name }) => name).join(', ')}.`
