import type { Json, JsonObject, WholeContract } from '../contract.ts'
import type { ContractMutant, Edit, Family } from '../mutant.ts'
import type { Concerns } from './concerns.ts'
import type { Place } from './places.ts'

/** Every field of every object: gone, under another name, of another type, and promised more or less firmly. */
export function fieldMutants(
  { document }: WholeContract,
  places: readonly Place[],
  concerns: Concerns,
  family: Family = 'field',
): ContractMutant[] {
  return places.flatMap((place) => {
    const { properties = {}, required = [] } = place.schema as {
      properties?: Record<string, JsonObject>
      required?: string[]
    }
    return Object.entries(properties).flatMap(([name, schema]) => {
      const mutant = (kind: string, ...edits: Edit[]): ContractMutant => ({
        id: `${place.label}.${name}:${kind}`,
        family,
        concerns: concerns(place.path),
        edits,
      })
      const field = [...place.path, 'properties', name]
      const demand = (names: string[]): Edit => ({
        path: [...place.path, 'required'],
        to: names.length > 0 ? names : undefined,
      })
      const others = required.filter((other) => other !== name)
      const isRequired = required.includes(name)
      const dropped: Edit[] = [{ path: field }, ...(isRequired ? [demand(others)] : [])]
      const renamed = `${name}Renamed`
      return [
        mutant('drop', ...dropped),
        mutant(
          'rename',
          ...dropped,
          { path: [...place.path, 'properties', renamed], to: schema },
          ...(isRequired ? [demand([...others, renamed])] : []),
        ),
        mutant('retype', { path: field, to: retyped(resolved(document.components, schema)) }),
        isRequired ? mutant('optional', demand(others)) : mutant('required', demand([...required, name])),
      ]
    })
  })
}

/** A schema of a type that no value of the given schema has. */
export function retyped(schema: JsonObject): Json {
  return schema['type'] === 'boolean' ? { type: 'object' } : { type: 'boolean' }
}

function resolved(components: object, schema: JsonObject): JsonObject {
  if (typeof schema['$ref'] !== 'string') return schema
  const [, , kind = '', name = ''] = schema['$ref'].split('/')
  return (components as Record<string, Record<string, JsonObject>>)[kind]?.[name] ?? schema
}
