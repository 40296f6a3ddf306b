import type { Json } from '../contract.ts'
import type { ContractMutant } from '../mutant.ts'
import type { Concerns } from './concerns.ts'
import type { Place } from './places.ts'

/** The bounds of numbers, texts and lists, each with the step that is one too far. */
const BOUNDS = {
  minimum: -1,
  minLength: -1,
  minItems: -1,
  maximum: 1,
  maxLength: 1,
  maxItems: 1,
} as const
const RULES = ['pattern', 'uniqueItems', 'nullable', 'oneOf'] as const

/** Every limit gone, one looser and one tighter; every rule gone; every closed object open. */
export function limitMutants(places: readonly Place[], concerns: Concerns): ContractMutant[] {
  return places.flatMap(({ path, label, schema }) => {
    const mutant = (keyword: string, kind: string, to?: Json): ContractMutant => ({
      id: `${label}.${keyword}:${kind}`,
      family: 'limit',
      concerns: concerns(path),
      edits: [{ path: [...path, keyword], to }],
    })
    return [
      ...Object.entries(BOUNDS).flatMap(([keyword, step]) => {
        const limit = schema[keyword]
        if (typeof limit !== 'number') return []
        const next = { looser: limit + step, tighter: limit - step }
        return [
          mutant(keyword, 'drop'),
          // A length below zero is not JSON Schema, and a step too small for a number is none.
          ...(next.looser === limit || (keyword.startsWith('min') && keyword !== 'minimum' && limit === 0)
            ? []
            : [mutant(keyword, 'looser', next.looser)]),
          ...(next.tighter === limit ? [] : [mutant(keyword, 'tighter', next.tighter)]),
        ]
      }),
      ...RULES.filter((keyword) => schema[keyword] !== undefined).map((keyword) => mutant(keyword, 'drop')),
      // Formats mean different things: each is named.
      ...(typeof schema['format'] === 'string'
        ? [{ ...mutant('format', 'drop'), id: `${label}.format ${schema['format']}:drop` }]
        : []),
      ...(schema['additionalProperties'] === false ? [mutant('additionalProperties', 'open', true)] : []),
      ...('default' in schema ? [mutant('default', 'change', changed(schema['default']))] : []),
    ]
  })
}

function changed(value: Json): Json {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${JSON.stringify(value)} changed`
}
