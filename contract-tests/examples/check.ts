import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { dereferenced, type OpenApiDocument } from '../../scripts/generate/document.ts'
import type { Header, Response, Shown } from './examples.ts'
import type { Answer } from './send.ts'

export { faultsOfExamples } from '../../scripts/generate/lint-examples.ts'

/** Values that a run can't choose, because they are made by chance. They are of the example's type, and as long. */
const MADE_BY_CHANCE = new Set(['keyId', 'secret', 'messageId'])
/** A date that the clock of this run made is not older. */
const LONGEST_RUN_MS = 3_600_000
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** What an answer has that the contract does not say, or the other way round, one line each. Pure. */
export class AnswerCheck {
  readonly #document: OpenApiDocument
  readonly #ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true })
  readonly #compiled = new Map<string, ValidateFunction>()
  /** Names of every header that the contract knows. */
  readonly #known: ReadonlySet<string>

  constructor(document: OpenApiDocument) {
    this.#document = document
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(document, 'contract')
    this.#known = new Set(Object.keys(document.components['headers'] ?? {}).map((name) => name.toLowerCase()))
  }

  /** The answer against what its response declares: type, schema, headers. */
  againstResponse(response: Response, answer: Answer): string[] {
    return [...this.#body(response, answer), ...this.#headers(response, answer)]
  }

  #body({ content = {} }: Response, { type, body }: Answer): string[] {
    const media = type === undefined ? undefined : content[type]
    if (type === undefined) return Object.keys(content).length > 0 ? ['there is no body'] : []
    if (!media) return [`the contract declares no body of ${type}`]
    const validate = this.#validator(media.schema)
    return validate(body)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `body${instancePath} ${message}`)
  }

  #headers({ headers = {} }: Response, answer: Answer): string[] {
    const declared = new Map(
      Object.entries(headers).map(([name, header]) => [
        name.toLowerCase(),
        dereferenced<Header>(this.#document, header),
      ]),
    )
    return [
      ...[...declared].flatMap(([name, header]) => {
        const value = answer.headers.get(name)
        if (value === null) return header.required ? [`header ${name} is missing`] : []
        return this.#validator(header.schema)(coerced(header.schema, value))
          ? []
          : [`header ${name} is ${JSON.stringify(value)}, which its schema refuses`]
      }),
      ...[...answer.headers.keys()]
        .filter((name) => this.#known.has(name) && !declared.has(name))
        .map((name) => `header ${name} is not declared`),
    ]
  }

  #validator(schema: object): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"contract#')
    const known = this.#compiled.get(text) ?? this.#ajv.compile(JSON.parse(text) as object)
    this.#compiled.set(text, known)
    return known
  }
}

const coerced = (schema: object, value: string): unknown =>
  Reflect.get(schema, 'type') === 'integer' && /^\d+$/.test(value) ? Number(value) : value

/** How exactly a value has to be its example. */
export interface Comparison {
  /** It may have more than the example shows. */
  readonly part?: boolean
  /** Its `id` comes from a counter that does not stand where the example's stood. */
  readonly otherId?: boolean
  /** When the value was made. */
  readonly now?: number
}

/** The answer against the example: status, code, and the body with the values that are the same in every run. */
export function faultsAgainstExample(shown: Shown, answer: Answer, comparison: Comparison = {}): string[] {
  const code = answer.headers.get('x-error-code') ?? undefined
  if (answer.status !== shown.status || code !== shown.code)
    return [
      `answered ${answer.status} ${code ?? ''} ${answer.text.slice(0, 300)}, ` +
        `not ${shown.status} ${shown.code ?? ''}`,
    ]
  return shown.example === undefined ? [] : differences(shown.example, answer.body, 'body', comparison)
}

/** Where a value differs from its example, by path. */
export function differences(
  example: unknown,
  actual: unknown,
  at: string,
  comparison: Comparison = {},
): string[] {
  const { part = false, otherId = false, now = Date.now() } = comparison
  if (typeof example !== typeof actual || (example === null) !== (actual === null))
    return [`${at} is ${short(actual)}, the example has ${short(example)}`]
  if (Array.isArray(example) && Array.isArray(actual)) {
    if (example.length !== actual.length)
      return [`${at} has ${actual.length} items, the example ${example.length}`]
    return example.flatMap((item, i) => differences(item, actual[i], `${at}/${i}`, comparison))
  }
  if (isRecord(example) && isRecord(actual)) {
    const names = new Set([...Object.keys(example), ...(part ? [] : Object.keys(actual))])
    return [...names].flatMap((name) => {
      if (!(name in actual)) return [`${at}/${name} is missing`]
      if (!(name in example)) return [`${at}/${name} is not in the example`]
      const free = MADE_BY_CHANCE.has(name) || (otherId && name === 'id')
      if (free && sameKind(example[name], actual[name])) return []
      return differences(example[name], actual[name], `${at}/${name}`, comparison)
    })
  }
  if (example === actual || (isDate(example) && isOfThisRun(actual, now))) return []
  return [`${at} is ${short(actual)}, the example has ${short(example)}`]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isDate = (value: unknown): value is string => typeof value === 'string' && DATE_TIME.test(value)
const isOfThisRun = (value: unknown, now: number): boolean =>
  isDate(value) && Math.abs(now - Date.parse(value)) < LONGEST_RUN_MS
/** 0 and "" stand for "none". */
const sameKind = (example: unknown, actual: unknown) =>
  typeof example === typeof actual &&
  Boolean(example) === Boolean(actual) &&
  (typeof example !== 'string' || example.length === (actual as string).length)
const short = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value).slice(0, 200))
