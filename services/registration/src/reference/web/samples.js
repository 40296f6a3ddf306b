// @ts-check
// The samples of the reference. Each value is quoted by the one function of the language that it gets into.

/**
 * @typedef {{ baseUrl: string, apiKey: string, apiSecret: string, operatorToken: string }} Sender
 * @typedef {{ lang: string, label: string, source: string }} Sample as `x-codeSamples` has it
 * @typedef {{ service: string, typescript: string, isFunction: boolean }} ClientCall
 *   how our clients call an operation; `isFunction` if one of the functions of the TypeScript client does
 * @typedef {object} Request made of the examples of the contract: what is required, and the body
 * @property {string} path
 * @property {string} method
 * @property {any} operation
 * @property {any[]} pathParameters
 * @property {unknown} body
 * @property {unknown} typedBody the body as the TypeScript client takes it
 * @property {string} model the schema of the body, or of each item of it
 */

/** Stands for the address and the credential where they are not known. */
export const PLACEHOLDERS = {
  baseUrl: 'https://learning.example.org',
  apiKey: 'rck_…',
  apiSecret: 'rcs_…',
  operatorToken: '<operator token>',
}

/**
 * The request of an operation in curl, and in our clients if they have it.
 *
 * @param {any} document
 * @param {{ path: string, method: string, operation: any }} entry its `x-client` is a {@link ClientCall}
 * @param {Sender} sender
 * @returns {Sample[]}
 */
export function samplesOf(document, entry, sender = PLACEHOLDERS) {
  const request = requestOf(document, entry)
  const shell = { lang: 'Shell', label: 'curl', source: curl(request, sender) }
  if (entry.operation['x-audience'] !== 'public') return [shell]
  return [
    shell,
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(request, sender) },
    { lang: 'Python', label: 'Python', source: python(request, sender) },
  ]
}

/** @param {any} document @param {any} entry @returns {Request} */
function requestOf(document, entry) {
  /** @param {any} node @returns {any} */
  const follow = (node) => {
    const [, , kind, name] = node?.$ref?.split('/') ?? []
    return kind === undefined ? node : document.components[kind][name]
  }
  /** @param {any} node @param {unknown} value @returns {unknown} with a Date where the clients have one */
  const withDates = (node, value) => {
    const { allOf = [], ...own } = follow(node) ?? {}
    const { format, items, properties } = Object.assign({}, ...allOf.map(follow), own)
    if (typeof value === 'string') return format === 'date-time' ? new Date(value) : value
    if (Array.isArray(value)) return value.map((one) => withDates(items, one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withDates(properties?.[name], one)]),
    )
  }
  const { schema = {}, example } = entry.operation.requestBody?.content['application/json'] ?? {}
  const whole = follow(schema)
  const item = whole.items && follow(whole.items).example
  // Parameters of the operation itself are those of its form.
  const parameters = document.paths[entry.path].parameters ?? []
  const body = example ?? whole.example ?? (item && [item])
  return {
    ...entry,
    pathParameters: parameters.map(follow).filter((/** @type {any} */ one) => one.in === 'path'),
    body,
    typedBody: withDates(schema, body),
    model: (whole.items?.$ref ?? schema.$ref ?? '').split('/').at(-1) ?? '',
  }
}

/** @param {any} parameter @returns {any} */
const valueOf = ({ example, examples = {} }) =>
  example ?? /** @type {any} */ (Object.values(examples)[0])?.value ?? ''

/**
 * A word of a command for a POSIX shell: no character of it has a meaning of its own.
 *
 * @param {string} text without NUL, which no argument can have
 */
export const shellWord = (text) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What a reader or a terminal does not show as it is: control and format characters, half characters. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** @param {string} text @returns {string} the UTF-16 code units as JSON and JavaScript write them */
const asUnits = (text) =>
  Array.from(
    { length: text.length },
    (_, i) => String.raw`\u` + text.charCodeAt(i).toString(16).padStart(4, '0'),
  ).join('')

/**
 * JSON in which every character is shown.
 *
 * @param {unknown} value
 * @param {number} [indent]
 */
export const jsonText = (value, indent) =>
  // Line breaks between the parts are no part of a text.
  JSON.stringify(value, null, indent).replaceAll(NOT_SHOWN, (one) => (one === '\n' ? one : asUnits(one)))

/** @param {string} text */
const javascriptText = (text) =>
  `'${jsonText(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

/** @param {string} text Python reads half of a character as a character of its own */
const pythonText = (text) =>
  JSON.stringify(text).replaceAll(NOT_SHOWN, (one) =>
    one.length === 1
      ? asUnits(one)
      : String.raw`\U` + /** @type {number} */ (one.codePointAt(0)).toString(16).padStart(8, '0'),
  )

/** @param {Request} request @param {Sender} sender */
function curl({ path, method, operation, pathParameters, body }, sender) {
  const filled = pathParameters.reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, () => encodeURIComponent(valueOf(parameter))),
    path,
  )
  const credential =
    operation['x-audience'] === 'operator'
      ? [`Authorization: Bearer ${sender.operatorToken}`]
      : [`X-Api-Key: ${sender.apiKey}`, `X-Api-Secret: ${sender.apiSecret}`]
  const json = body === undefined ? undefined : jsonText(body, 2)
  // Without -d, curl sends a POST without Content-Length, which some proxies reject with 411.
  const sent = method === 'post' ? (json ?? '') : json
  const hasOwnMethod = method === 'get' || method === 'post'
  const headers = [
    ...(operation.security?.length === 0 ? [] : credential),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ]
  return [
    `curl ${hasOwnMethod ? '' : `-X ${method.toUpperCase()} `}${shellWord(sender.baseUrl + filled)}`,
    ...headers.map((header) => `-H ${shellWord(header)}`),
    ...(sent === undefined ? [] : [`-d ${shellWord(sent)}`]),
  ].join(' \\\n  ')
}

/** @param {Request} request @param {Sender} sender */
function typescript({ operation, pathParameters, typedBody: body, model }, { baseUrl, apiKey, apiSecret }) {
  const { typescript: call, isFunction } = operation['x-client']
  const byExternalId = (operation['x-alias-of'] ?? operation.operationId).endsWith('ByExternalId')
  const by = pathParameters.map((parameter) =>
    byExternalId ? { externalId: valueOf(parameter) } : valueOf(parameter),
  )
  const all = Object.fromEntries(pathParameters.map((parameter) => [parameter.name, valueOf(parameter)]))
  const args = isFunction
    ? [...by, ...(body === undefined ? [] : [body])]
    : [{ ...all, ...(body === undefined ? {} : { [model]: body }) }].filter(
        (one) => Object.keys(one).length > 0,
      )
  return [
    "import { rollcall } from '@rollcall/client'",
    '',
    'const client = rollcall({',
    `  baseUrl: ${javascriptText(baseUrl)},`,
    `  apiKey: ${javascriptText(apiKey)},`,
    `  apiSecret: ${javascriptText(apiSecret)},`,
    '})',
    `const response = await client.${call}(${args.map((one) => javascript(one)).join(', ')})`,
    'console.log(response)',
  ].join('\n')
}

/** An object or array of up to this length is written in one line. */
const SHORT = 60

/** @param {unknown} value @returns {string} */
export function javascript(value, indent = '') {
  if (typeof value === 'string') return javascriptText(value)
  if (value instanceof Date) return `new Date('${value.toISOString().replace('.000Z', 'Z')}')`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => javascript(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${/^\w+$/.test(key) ? key : javascriptText(key)}: ${javascript(item, inner)}`,
      )
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' ']
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (parts.length === 0) return `${open}${close}`
  return line.length <= SHORT && !line.includes('\n')
    ? line
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

/** @param {string} name */
const snake = (name) =>
  name.replaceAll(/[A-Z]/g, (letter, at) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`)

/** @param {Request} request @param {Sender} sender */
function python({ operation, pathParameters, body, model }, { baseUrl, apiKey, apiSecret }) {
  const name = snake(operation.operationId)
  const bodyOf = () =>
    Array.isArray(body)
      ? `[${model}.from_dict(item) for item in ${pythonLiteral(body)}]`
      : `${model}.from_dict(${pythonLiteral(body)})`
  const args = [
    ...pathParameters.map((parameter) => pythonLiteral(valueOf(parameter))),
    'client=client',
    ...(body === undefined ? [] : [`body=${bodyOf()}`]),
  ]
  const token = pythonText(`${apiKey}.${apiSecret}`)
  return [
    'from rollcall_client import AuthenticatedClient',
    `from rollcall_client.api.${operation['x-client'].service} import ${name}`,
    ...(body === undefined ? [] : [`from rollcall_client.models import ${model}`]),
    '',
    `client = AuthenticatedClient(base_url=${pythonText(baseUrl)}, token=${token})`,
    `response = ${name}.sync_detailed(${args.join(', ')})`,
    'print(int(response.status_code), response.parsed)',
  ].join('\n')
}

const PYTHON_WORDS = new Map([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])

/** @param {unknown} value @returns {string} */
function pythonLiteral(value, indent = '') {
  if (typeof value === 'string') return pythonText(value)
  if (typeof value !== 'object' || value === null)
    return PYTHON_WORDS.get(/** @type {boolean | null} */ (value)) ?? String(value)
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([key, item]) => `${pythonText(key)}: ${pythonLiteral(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`
}
