import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  dereferenced,
  parametersOf,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
} from '../contract/document.ts'
import { ROOT } from '../support/files.ts'

/** A request in one language, as `x-codeSamples` has it. */
export interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** What stands for the address and the credential; the page replaces them by those of the reader. */
export const PLACEHOLDERS = {
  baseUrl: 'https://learning.example.org',
  apiKey: 'rck_…',
  apiSecret: 'rcs_…',
  operatorToken: '<operator token>',
} as const
const { baseUrl, apiKey, apiSecret, operatorToken } = PLACEHOLDERS

/** A request made of the examples of the contract: what is required, and the body. */
interface Example {
  readonly entry: OperationEntry
  readonly pathParameters: readonly Parameter[]
  readonly body: unknown
  /** The schema of the body, or of each item of it. */
  readonly model: string
  readonly isOpen: boolean
}

/** The request of an operation in curl, and in our clients if they have it. */
export function samplesOf(document: OpenApiDocument, entry: OperationEntry): Sample[] {
  const example = exampleOf(document, entry)
  const shell = { lang: 'Shell', label: 'curl', source: curl(example) }
  if (entry.operation['x-audience'] !== 'public') return [shell]
  return [
    shell,
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(example) },
    { lang: 'Python', label: 'Python', source: python(example) },
  ]
}

interface Schema {
  readonly $ref?: string
  readonly example?: unknown
  readonly items?: { readonly $ref?: string }
}

function exampleOf(document: OpenApiDocument, entry: OperationEntry): Example {
  const { operation } = entry
  const content = operation.requestBody as
    | { content: { 'application/json': { schema: Schema; example?: unknown } } }
    | undefined
  const { schema = {}, example } = content?.content['application/json'] ?? {}
  const whole = dereferenced<Schema>(document, schema)
  const item = whole.items && dereferenced<Schema>(document, whole.items).example
  return {
    entry,
    pathParameters: parametersOf(document, entry).filter((parameter) => parameter.in === 'path'),
    body: example ?? whole.example ?? (item && [item]),
    model: (whole.items?.$ref ?? schema.$ref ?? '').split('/').at(-1) ?? '',
    isOpen: operation.security?.length === 0,
  }
}

const valueOf = ({ example, examples = {} }: Parameter) => example ?? Object.values(examples)[0]?.value ?? ''

function curl({ entry: { path, method, operation }, pathParameters, body, isOpen }: Example): string {
  const filled = pathParameters.reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(valueOf(parameter))),
    path,
  )
  const credential =
    operation['x-audience'] === 'operator'
      ? [`-H 'Authorization: Bearer ${operatorToken}'`]
      : [`-H 'X-Api-Key: ${apiKey}'`, `-H 'X-Api-Secret: ${apiSecret}'`]
  const hasOwnMethod = method === 'get' || (method === 'post' && body !== undefined)
  return [
    `curl ${hasOwnMethod ? '' : `-X ${method.toUpperCase()} `}${baseUrl}${filled}`,
    ...(isOpen ? [] : credential),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n  ')
}

/** Operations that the TypeScript client calls otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  createRegistrationBatch: 'createRegistrations',
  mergeVisibleUserBatch: 'mergeUsers',
  listVisibleCourses: 'listCourses',
  getVisibleCourse: 'getCourse',
  listVisibleGroups: 'listGroups',
}
/** Where the client has the generated operations of each service. */
const APIS: Readonly<Record<string, string>> = {
  registration: 'registrations',
  user: 'users',
  notification: 'webhooks',
}
/** The functions of the client by name; what they leave out is called by the generated client behind them. */
const FUNCTIONS = new Set(
  [
    ...readFileSync(join(ROOT, 'clients/typescript/src/operations.ts'), 'utf8').matchAll(/^ {4}(\w+): /gm),
  ].map(([, name]) => name),
)

function typescript({ entry: { operation }, pathParameters, body, model }: Example): string {
  const id = operation['x-alias-of'] ?? operation.operationId
  const name = NAMES[id] ?? id.replace('ByExternalId', '')
  const by = pathParameters.map((parameter) =>
    id.endsWith('ByExternalId') ? { externalId: valueOf(parameter) } : valueOf(parameter),
  )
  const all = Object.fromEntries(pathParameters.map((parameter) => [parameter.name, valueOf(parameter)]))
  const isFunction = FUNCTIONS.has(name)
  const args = isFunction
    ? [...by, ...(body === undefined ? [] : [body])]
    : [{ ...all, ...(body === undefined ? {} : { [model]: body }) }].filter(
        (one) => Object.keys(one).length > 0,
      )
  const call = `client.${isFunction ? name : `${APIS[operation.tags[0] ?? '']}.${id}`}`
  return [
    "import { rollcall } from '@rollcall/client'",
    '',
    'const client = rollcall({',
    `  baseUrl: '${baseUrl}',`,
    `  apiKey: '${apiKey}',`,
    `  apiSecret: '${apiSecret}',`,
    '})',
    `const response = await ${call}(${args.map((one) => javascript(one)).join(', ')})`,
    'console.log(response)',
  ].join('\n')
}

function javascript(value: unknown, indent = ''): string {
  if (typeof value === 'string' && DATE_TIME.test(value)) return `new Date('${value}')`
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => javascript(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${javascript(item, inner)}`,
      )
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' ']
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (parts.length === 0) return `${open}${close}`
  return line.length <= SHORT && !line.includes('\n')
    ? line
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
/** An object or array of up to this length is written in one line. */
const SHORT = 60

const snake = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`)

function python({ entry: { operation }, pathParameters, body, model }: Example): string {
  const name = snake(operation.operationId)
  const bodyOf = () =>
    Array.isArray(body)
      ? `[${model}.from_dict(item) for item in ${literal(body)}]`
      : `${model}.from_dict(${literal(body)})`
  const args = [
    ...pathParameters.map((parameter) => literal(valueOf(parameter))),
    'client=client',
    ...(body === undefined ? [] : [`body=${bodyOf()}`]),
  ]
  return [
    'from rollcall_client import AuthenticatedClient',
    `from rollcall_client.api.${operation.tags[0]} import ${name}`,
    ...(body === undefined ? [] : [`from rollcall_client.models import ${model}`]),
    '',
    `client = AuthenticatedClient(base_url="${baseUrl}", token="${apiKey}.${apiSecret}")`,
    `response = ${name}.sync_detailed(${args.join(', ')})`,
    'print(int(response.status_code), response.parsed)',
  ].join('\n')
}

/** JSON as Python writes it. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\btrue\b|\bfalse\b|\bnull\b/g,
    (word) => PYTHON[word] ?? word,
  )
const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
