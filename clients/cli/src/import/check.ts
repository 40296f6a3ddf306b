import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import contract from '../../generated/rows.json' with { type: 'json' }
import { isPut, type Kind } from './fields.ts'
import type { ReadableRow, RowResult } from './row.ts'

/** Holds a row against the contract's schema; undefined when it is in order. */
export function checkOf(kind: Kind): (row: ReadableRow) => RowResult | undefined {
  const ajv = new Ajv({ strict: false, verbose: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'contract', components: contract.components })
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${contract.rows[kind]}` })
  return ({ line, body }) => {
    const detail =
      isPut(kind) && !Number.isSafeInteger(body['id'])
        ? 'id must be a whole number.'
        : validate(body)
          ? undefined
          : sentenceOf(validate.errors?.[0])
    return detail === undefined ? undefined : { line, ok: false, code: 'invalid-request', detail }
  }
}

/** `x-rule` is the contract's description of a pattern. */
function sentenceOf(error: ErrorObject | undefined): string {
  if (error === undefined) return 'not valid'
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  const { parentSchema = {}, params } = error as { parentSchema?: { 'x-rule'?: string }; params: object }
  if (error.keyword === 'additionalProperties')
    return `${String(Reflect.get(params, 'additionalProperty'))} is not a field of a row.`
  const values = Reflect.get(params, 'allowedValues') as unknown
  const rule = parentSchema['x-rule'] ?? error.message ?? 'is not valid'
  const list = Array.isArray(values) && values.length < 10 ? `: ${values.join(', ')}` : ''
  return `${field} ${rule}${list}.`.trimStart()
}
