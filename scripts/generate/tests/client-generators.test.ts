import contract from '../../../services/platform/contract/generated/openapi.public.json' with { type: 'json' }
import { nodesOf, operationsOf, reachable, type OpenApiDocument } from '../../../local/contract/document.ts'

interface Enum {
  readonly enum?: readonly (string | null)[]
  readonly 'x-enum-varnames'?: readonly string[]
}
const published = contract as unknown as OpenApiDocument
const MAX_INT32 = 2 ** 31 - 1

describe('the published contract, in the form for generators of clients', () => {
  it('has no two components with the same name, and no NewX beside an X', () => {
    const names = Object.values(published.components).flatMap((components) => Object.keys(components))
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    // Generators for Go create a function NewX for a type X, so a type NewX would clash with it.
    expect(names.filter((name) => names.includes(`New${name}`))).toEqual([])
  })

  // In Go, the constants of these enums share one package. The name of a constant comes from
  // `x-enum-varnames`, or else from the value. Enums of properties are not checked here: `npm run
  // test:go-clients` compiles the clients that have them.
  it('has no two schemas that are enums and lead to the same constant in a client', () => {
    const schemas = Object.values(published.components.schemas ?? {}) as Enum[]
    const constants = schemas.flatMap(({ enum: values = [], 'x-enum-varnames': names }) => {
      if (names === undefined) return values.filter((value) => value !== null)
      expect(names).toHaveLength(values.length)
      for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/)
      return names
    })
    expect(constants.filter((name, i) => constants.indexOf(name) !== i)).toEqual([])
  })

  it('allows additional properties in all objects of responses, and in none of requests, SCIM aside', () => {
    // Schemas of objects that name their properties.
    const objectsOf = (part: unknown) =>
      [...nodesOf([part, referencedComponents(part)])].filter(
        ({ type, properties }) => type === 'object' && properties,
      )
    const entries = operationsOf(published)
    const inResponses = objectsOf(entries.map(({ operation }) => operation.responses))
    expect(inResponses).not.toEqual([]) // otherwise the next line would check nothing
    expect(inResponses.filter((schema) => schema['additionalProperties'] !== true)).toEqual([])
    // Directories send attributes that are not stored here.
    const closed = entries.filter(({ path }) => !path.startsWith('/scim/'))
    const inRequests = objectsOf(closed.map(({ operation }) => operation.requestBody))
    expect(inRequests).not.toEqual([])
    expect(inRequests.filter((schema) => schema['additionalProperties'] !== false)).toEqual([])
  })

  it('gives a format of 64 bits to every `number`, and to integers over 32 bits', () => {
    const numbers = [...nodesOf(published)].filter(
      ({ type, maximum }) => type === 'number' || (type === 'integer' && Number(maximum) > MAX_INT32),
    )
    expect(new Set(numbers.map(({ format }) => format))).toEqual(new Set(['int64', 'double']))
  })
})

/** The components that the references in `part` lead to, directly or through other components. */
const referencedComponents = (part: unknown) =>
  [...reachable(published, part)].map((pointer) => {
    const [, , kind = '', name = ''] = pointer.split('/')
    return published.components[kind]?.[name]
  })
