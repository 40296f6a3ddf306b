/** The words that schemas of values are written in (JSON Schema draft 7, which every Helm from 3.0 on understands). */

export type Schema = Readonly<Record<string, unknown>>
export type Schemas = Readonly<Record<string, Schema>>

export const text: Schema = { type: 'string' }
export const flag: Schema = { type: 'boolean' }
export const matching = (pattern: string): Schema => ({ type: 'string', pattern })
export const oneOf = (...values: readonly string[]): Schema => ({ enum: values })
export const whole = (minimum: number, maximum = 2_147_483_647): Schema => ({
  type: 'integer',
  minimum,
  maximum,
})
export const port = whole(1, 65_535)
export const listOf = (items: Schema): Schema => ({ type: 'array', items })

/** An object whose keys are these and no others: a misspelt one is refused. */
export const strict = (properties: Schemas): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
})

/** Keys that the operator chooses: annotations, labels. */
export const texts: Schema = { type: 'object', additionalProperties: text }

/** An object of Kubernetes' own, checked by Kubernetes. */
export const kubernetesObject: Schema = { type: 'object' }
/** One that `null` takes away. */
export const optionalObject: Schema = { type: ['object', 'null'] }

/** Kubernetes writes both `1` and `25%`. */
export const numberOrPercent: Schema = { anyOf: [whole(0), matching('^[0-9]+%$')] }

/** A name as Kubernetes takes it, or none. */
export const optionalName = matching('^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$')
export const secretKey = matching('^[-._a-zA-Z0-9]+$')
export const optionalHost = matching('^(([*]\\.)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$')
export const pathPrefix = matching('^/[^?#]*$')
export const quantity: Schema = {
  anyOf: [{ type: 'number', minimum: 0 }, matching('^[0-9.]+(m|k|M|G|T|Ki|Mi|Gi|Ti)?$')],
}
const amounts = strict({ cpu: quantity, memory: quantity, 'ephemeral-storage': quantity })
export const resources: Schema = {
  ...strict({ requests: amounts, limits: amounts }),
  type: ['object', 'null'],
}
