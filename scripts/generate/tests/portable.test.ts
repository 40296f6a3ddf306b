import contract from '../../../services/shared/contract/generated/openapi.public.json' with { type: 'json' }
import { nodesOf, operationsOf, reachable, type OpenApiDocument } from '../document.ts'

interface Enum {
  readonly enum?: readonly (string | null)[]
  readonly 'x-enum-varnames'?: readonly string[]
}
const published = contract as unknown as OpenApiDocument

describe('the published contract, for generators of clients', () => {
  it('has no two components of one name', () => {
    const { securitySchemes, ...kinds } = published.components
    const names = Object.values(kinds).flatMap((components) => Object.keys(components))
    expect(securitySchemes).toBeDefined()
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    // In Go, NewX is the function that makes an X.
    expect(names.filter((name) => names.includes(`New${name}`))).toEqual([])
  })

  it('has no two constants of one name', () => {
    const schemas = Object.values(published.components.schemas ?? {}) as Enum[]
    const constants = schemas.flatMap(({ enum: values = [], 'x-enum-varnames': names }) => {
      if (names === undefined) return values.filter((value) => value !== null)
      expect(names).toHaveLength(values.length)
      for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/)
      return names
    })
    expect(constants.filter((name, i) => constants.indexOf(name) !== i)).toEqual([])
  })

  it('accepts new fields in every object of a response, and in no object of a request', () => {
    const objectsOf = (part: unknown) =>
      [...nodesOf([part, componentsOf(part)])].filter(
        ({ type, properties }) => type === 'object' && properties,
      )
    const operations = operationsOf(published).map(({ operation }) => operation)
    const inResponses = objectsOf(operations.map(({ responses }) => responses))
    expect(inResponses.length).toBeGreaterThan(8)
    expect(inResponses.filter((schema) => schema['additionalProperties'] !== true)).toEqual([])
    const inRequests = objectsOf(operations.map(({ requestBody }) => requestBody))
    expect(inRequests.length).toBeGreaterThan(3)
    expect(inRequests.filter((schema) => schema['additionalProperties'] !== false)).toEqual([])
  })

  it('has no number of 32 bits, which cannot hold every id', () => {
    const numbers = [...nodesOf(published)].filter(
      ({ type, maximum }) => type === 'number' || (type === 'integer' && Number(maximum) >= 2 ** 31),
    )
    expect(new Set(numbers.map(({ format }) => format))).toEqual(new Set(['int64', 'double']))
  })
})

const componentsOf = (part: unknown) =>
  [...reachable(published, part)].map((pointer) => {
    const [, , kind = '', name = ''] = pointer.split('/')
    return published.components[kind]?.[name]
  })
