import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** A schema of the contract, its references resolved one step. */
export type Schema = Readonly<Record<string, unknown>>

/** The part of a document that references lead to. */
type Components = Readonly<Record<string, Readonly<Record<string, object>>>>

/** What a contract says of values: reads its schemas and judges by them. */
export class Schemas {
  readonly #components: Components
  readonly #judges = new Map<string, ValidateFunction>()
  readonly #strict: Ajv
  readonly #coercing: Ajv

  constructor({ components }: { components: Components }) {
    this.#components = components
    this.#strict = this.#ajv(false)
    this.#coercing = this.#ajv(true)
  }

  /** The component that a pointer names. */
  component<T extends object = Schema>(pointer: string): T {
    const [, , kind = '', name = ''] = pointer.split('/')
    return (this.#components[kind]?.[name] ?? {}) as T
  }

  /** Follows a reference. */
  resolved<T extends object = Schema>(node: object): T {
    const { $ref } = node as { $ref?: string }
    return $ref === undefined ? (node as T) : this.resolved(this.component<T>($ref))
  }

  /** @param coerce whether `"7"` is a number, as it is where requests are validated as a whole */
  accepts(schema: object, value: unknown, { coerce = false } = {}): boolean {
    return this.#judge(schema, coerce)(structuredClone(value))
  }

  /** What is wrong with a value, in words; empty when nothing is. */
  faults(schema: object, value: unknown): string {
    const judge = this.#judge(schema, false)
    return judge(value) ? '' : this.#strict.errorsText(judge.errors, { dataVar: 'body' })
  }

  #judge(schema: object, coerce: boolean): ValidateFunction {
    const text = JSON.stringify(schema)
    const key = `${coerce} ${text}`
    let judge = this.#judges.get(key)
    if (!judge) {
      const anchored = JSON.parse(text.replaceAll('"$ref":"#', '"$ref":"contract#')) as object
      judge = (coerce ? this.#coercing : this.#strict).compile(anchored)
      this.#judges.set(key, judge)
    }
    return judge
  }

  #ajv(coerceTypes: boolean): Ajv {
    const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: false, coerceTypes })
    addFormats.default(ajv)
    return ajv.addSchema({ components: this.#components }, 'contract')
  }
}
