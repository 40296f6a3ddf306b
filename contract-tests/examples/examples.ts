import {
  dereferenced,
  operationsOf,
  type OpenApiDocument,
  type OperationEntry,
} from '../../scripts/generate/document.ts'

/** The parts of a document that examples stand in, as OpenAPI 3.0 has them. */
export interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
export interface Header {
  readonly required?: boolean
  readonly schema: object
}
export interface Response {
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, Media>>
  readonly 'x-error-codes'?: Readonly<Record<string, number>>
}
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Media['examples']
}

/** A request as the contract's examples make it up. */
export interface Request {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** An answer that the contract shows by an example: a success, or an error with its code. */
export interface Shown {
  readonly status: number
  /** Of an error. */
  readonly code: string | undefined
  readonly example: unknown
}

const JSON_TYPE = 'application/json'

/** An operation with everything that its examples need, references resolved. */
export class Exampled {
  readonly document: OpenApiDocument
  readonly entry: OperationEntry
  readonly parameters: readonly Parameter[]

  constructor(document: OpenApiDocument, entry: OperationEntry) {
    this.document = document
    this.entry = entry
    const own = (entry.operation as { parameters?: object[] }).parameters ?? []
    const shared = document.paths[entry.path]?.parameters ?? []
    this.parameters = [...shared, ...own].map((parameter) => dereferenced<Parameter>(document, parameter))
  }

  get id(): string {
    return this.entry.operation.operationId
  }

  /** What the contract shows of it: required parameters and the body. */
  request(): Request {
    const required = this.parameters.filter((parameter) => parameter.required)
    const of = (place: Parameter['in']) =>
      Object.fromEntries(required.filter((p) => p.in === place).map((p) => [p.name, this.valuesOf(p)[0]]))
    const { requestBody } = this.entry.operation as { requestBody?: { content?: Record<string, Media> } }
    const media = requestBody?.content?.[JSON_TYPE]
    return {
      path: of('path'),
      query: of('query'),
      headers: of('header') as Record<string, string>,
      ...(media === undefined ? {} : { body: this.examplesOf(media)[0]?.[1] }),
    }
  }

  /** The example values of a parameter, or of its schema. */
  valuesOf(parameter: Parameter): readonly unknown[] {
    return this.examplesOf(parameter).map(([, value]) => value)
  }

  response(status: number): Response | undefined {
    const response = this.entry.operation.responses[String(status)]
    return response && dereferenced<Response>(this.document, response)
  }

  /** Every answer that is declared for a status of its own. */
  shown(): readonly Shown[] {
    return Object.keys(this.entry.operation.responses)
      .map(Number)
      .filter((status) => !Number.isNaN(status))
      .flatMap((status): Shown[] => {
        const response = this.response(status)
        return response ? answersOf(status, response, (media) => this.examplesOf(media)) : []
      })
  }

  private examplesOf(holder: Media | Parameter): readonly (readonly [string, unknown])[] {
    if (holder.example !== undefined) return [['', holder.example]]
    if (holder.examples) return Object.entries(holder.examples).map(([name, { value }]) => [name, value])
    const { example } = dereferenced<{ example?: unknown }>(this.document, holder.schema)
    return example === undefined ? [] : [['', example]]
  }
}

function answersOf(
  status: number,
  { content, 'x-error-codes': codes }: Response,
  examplesOf: (media: Media) => readonly (readonly [string, unknown])[],
): Shown[] {
  const media = content?.[JSON_TYPE]
  const examples = media ? examplesOf(media) : []
  if (!codes) return [{ status, code: undefined, example: examples[0]?.[1] }]
  return Object.keys(codes).map((code) => {
    const named = examples.find(([name]) => name === code) ?? examples.find(([name]) => name === '')
    return { status, code, example: named?.[1] }
  })
}

export function exampled(document: OpenApiDocument): Exampled[] {
  return operationsOf(document).map((entry) => new Exampled(document, entry))
}

/** The operations by their names, and what their examples say. */
export class Examples {
  readonly #operations: ReadonlyMap<string, Exampled>

  constructor(document: OpenApiDocument) {
    this.#operations = new Map(exampled(document).map((operation) => [operation.id, operation]))
  }

  readonly get = (id: string): Exampled => {
    const operation = this.#operations.get(id)
    if (!operation) throw new Error(`the contract has no ${id}`)
    return operation
  }
  /** The id in the path of an operation. */
  readonly idIn = (id: string): number => Number(this.get(id).request().path['id'])
  readonly bodyOf = (id: string) => this.get(id).request().body as Readonly<Record<string, unknown>>
}
