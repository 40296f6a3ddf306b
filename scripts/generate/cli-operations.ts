import {
  dereferenced,
  operationsOf,
  parametersOf,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
} from '../../local/contract/document.ts'
import type { Field, OperationId, CliOperation } from '../../clients/cli/src/operations/contract.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly uniqueItems?: boolean
  readonly nullable?: boolean
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly example?: Readonly<Record<string, unknown>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** What the commands of the operator operations need of the contract, by operation. */
export function cliOperationsOf(document: OpenApiDocument): Record<string, CliOperation> {
  const entries = operationsOf(document).filter(({ operation }) => operation['x-audience'] === 'operator')
  const names = namesOf(document, entries)
  return Object.fromEntries(
    entries.map((entry) => [entry.operation.operationId, cliOperationOf(document, entry, names)]),
  )
}

interface Name {
  readonly noun: string
  readonly verb: string
  /** Whether the noun is the collection above the one that the operation is about. */
  readonly ofParent?: true
}

type Names = ReadonlyMap<OperationEntry, Name>

/**
 * The names of the commands. If that of a collection below a record is taken, its command has the noun above:
 * `GET /admin/users/{id}/groups/` is `users groups <id>`, because `groups list` lists all groups. Shorter
 * paths come first, then the earlier ones of the contract.
 */
function namesOf(document: OpenApiDocument, entries: readonly OperationEntry[]): Names {
  const nouns = nounsOf(document, entries)
  const taken = new Set<string>()
  const names = new Map<OperationEntry, Name>()
  for (const entry of entries.toSorted((a, b) => segmentsOf(a.path).length - segmentsOf(b.path).length)) {
    const all = segmentsOf(entry.path)
    const noun = all.findLast((segment) => nouns.has(segment)) ?? all[0] ?? ''
    const action = all.slice(all.indexOf(noun) + 1).filter((segment) => !isParameter(segment))
    const [firstWord = ''] = entry.operation.operationId.split(/(?=[A-Z])/)
    const verb = action.join('-') || firstWord
    const parent = all.slice(0, all.indexOf(noun)).findLast((segment) => nouns.has(segment))
    const isTaken = taken.has(`${noun} ${verb}`)
    const verbOfParent = verb === 'list' ? noun : `${verb}-${singular(noun)}`
    names.set(
      entry,
      parent && isTaken ? { noun: parent, verb: verbOfParent, ofParent: true } : { noun, verb },
    )
    taken.add(`${noun} ${verb}`)
  }
  return names
}

const isParameter = (segment: string) => segment.startsWith('{')

/** The segments of a path after `admin`. */
const segmentsOf = (path: string) => path.split('/').filter(Boolean).slice(1)

/** Names of collections: one of their records has a path, or they are listed. */
function nounsOf(document: OpenApiDocument, entries: readonly OperationEntry[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry) => {
      const segments = segmentsOf(entry.path)
      const withRecords = segments.filter((_, i) => isParameter(segments[i + 1] ?? ''))
      return isPaged(parametersOf(document, entry)) ? [...withRecords, segments.at(-1) ?? ''] : withRecords
    }),
  )
}

const isPaged = (parameters: readonly Parameter[]) => parameters.some(({ name }) => name === 'cursor')

function cliOperationOf(document: OpenApiDocument, entry: OperationEntry, names: Names): CliOperation {
  const { path, method, operation } = entry
  const segments = segmentsOf(path)
  const { noun, verb, ofParent } = names.get(entry)!
  const parameters = parametersOf(document, entry)
  const { schema: body, name } = bodyOf(document, entry)
  const read = document.paths[path]?.get?.operationId as OperationId | undefined
  const returned = returnedBy(document, entry, isPaged(parameters))
  return {
    service: operation.tags[0] as CliOperation['service'],
    method: method.toUpperCase(),
    path,
    noun,
    verb,
    describe: (operation as unknown as { summary: string }).summary,
    fields: [
      ...parameters
        .filter(({ in: place, name }) => place !== 'header' && !PAGING.has(name))
        .map((parameter) => fieldOfParameter(document, parameter, { segments, noun })),
      ...fieldsOfBody(document, body),
    ],
    ...(name && { body: name }),
    ...(method === 'put' && !ofParent && read && returned.returns === 'record' && { readBy: read }),
    ...(parameters.some((one) => one.name === 'Prefer' && textOf(one).includes('`validate-only`')) && {
      preview: true,
    }),
    ...returned,
  }
}

const PAGING = new Set(['offset', 'limit', 'cursor'])

const textOf = (described: object) => (described as { description?: string }).description ?? ''

function bodyOf(
  document: OpenApiDocument,
  { operation }: OperationEntry,
): { schema?: Schema; name?: string } {
  const { content } = dereferenced<{ content?: Content }>(document, operation.requestBody ?? {})
  const schema = content?.['application/json']?.schema
  if (schema === undefined) return {}
  return { schema: dereferenced(document, schema), name: nameOf(schema) }
}

const nameOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1) ?? ''

function returnedBy(document: OpenApiDocument, { operation }: OperationEntry, paged: boolean) {
  const [success] = Object.entries(operation.responses).filter(([status]) => /^2/.test(status))
  const { content } = dereferenced<{ content?: Content }>(document, success?.[1] ?? {})
  const schema = content?.['application/json']?.schema
  if (schema === undefined) return { returns: 'nothing', columns: [] } as const
  const { type, items } = dereferenced<Schema>(document, schema)
  const record = type === 'array' && items ? items : schema
  const columns = columnsOf(document, record)
  const [counted] = columns
  return {
    returns: paged ? 'page' : type === 'array' ? 'list' : 'record',
    schema: nameOf(record),
    columns,
    ...(counted && columns.includes('remaining') && { repeats: counted }),
  } as const
}

function columnsOf(document: OpenApiDocument, record: Schema): string[] {
  const { properties = {} } = dereferenced<Schema>(document, record)
  return Object.entries(properties)
    .filter(([, property]) => typeOf(document, property).type !== 'json')
    .map(([name]) => name)
}

type FieldType = Pick<Field, 'type' | 'list' | 'choices' | 'schema'>

/** How the text of the command line becomes a value, and how many values there are. */
function typeOf(document: OpenApiDocument, schema: Schema): FieldType {
  const { type, format, enum: values, items, uniqueItems } = dereferenced<Schema>(document, schema)
  if (type === 'array' && items)
    return { ...typeOf(document, items), list: uniqueItems === true ? 'set' : 'array' }
  if (type === 'boolean' || type === 'integer' || type === 'number') return { type }
  if (type !== 'string') return { type: 'json', schema: nameOf(schema) }
  if (values) return { type: 'text', choices: values.filter((one) => typeof one === 'string') }
  return { type: format === 'date-time' ? 'date-time' : 'text' }
}

function fieldOfParameter(
  document: OpenApiDocument,
  { name, in: place, schema, example, ...rest }: Parameter & { required?: boolean },
  { segments, noun }: { segments: readonly string[]; noun: string },
): Field {
  const owner = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
  const type = typeOf(document, schema)
  return {
    name: place === 'path' ? argumentName(name, owner, noun) : optionName(name, type.type),
    parameter: name,
    in: place as Field['in'],
    ...type,
    ...(rest.required && { required: true }),
    ...(typeof (schema as Schema).default === 'boolean' && {
      default: (schema as { default: boolean }).default,
    }),
    describe: helpOf(textOf(rest)),
    ...(example !== undefined && { example: String(example) }),
  }
}

/** `id` is that of a record of the noun; the records above it are named: `keys revoke <account> <key>`. */
const argumentName = (parameter: string, owner: string, noun: string) => {
  if (parameter !== 'id') return optionName(parameter, 'integer')
  return owner === noun ? 'id' : singular(owner.split('-').at(-1) ?? '')
}

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')

/** `userId` is `--user` and `groupIds` `--group`, but an external id, a text, stays `--external-id`. */
function optionName(parameter: string, type: string, list?: string): string {
  const name = parameter.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
  const one = list === undefined ? name : singular(name)
  return type === 'integer' ? one.replace(/(?<=.)-id$/, '') : one
}

/** The fields of a body, without those that are accepted and ignored, which have no type. */
function fieldsOfBody(document: OpenApiDocument, body: Schema | undefined): Field[] {
  return Object.entries(body?.properties ?? {}).flatMap(([parameter, property]) => {
    const schema = dereferenced<Schema>(document, property)
    if (schema.type === undefined) return []
    const type = typeOf(document, property)
    const example = body?.example?.[parameter]
    return [
      {
        name: optionName(parameter, type.type, type.list),
        parameter,
        in: 'body',
        ...type,
        ...(body?.required?.includes(parameter) && { required: true as const }),
        ...(schema.nullable && { nullable: true as const }),
        describe: helpOf(property.description ?? schema.description ?? ''),
        ...(isScalar(example) && { example: String(example) }),
      },
    ]
  })
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** The first sentence of a description, as help of the command line has it. */
function helpOf(description: string): string {
  const [sentence = ''] = description.replaceAll(/\s+/g, ' ').split(/\.(?: |$)/, 1)
  const text = sentence.replace(/^`true`:? /, '')
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
