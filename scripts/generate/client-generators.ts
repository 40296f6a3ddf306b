import { nodesOf, operationsOf, reachable, type OpenApiDocument } from '../../local/contract/document.ts'

/**
 * The published contract in a form from which common generators make clients that compile. It describes the
 * same API. Generators for Go put the names of all components and the constants of the schemas that are enums
 * into one package. They reject fields that a later release adds to a response, and read a number without a
 * format as one of 32 bits, which is too small for some ids.
 */
export function forClientGenerators(published: OpenApiDocument): OpenApiDocument {
  const document = withUniqueNames(structuredClone(published))
  nameSharedConstants(document)
  allowNewFields(document)
  widenNumbers(document)
  return document
}

/** Gives a response, parameter or header that has the name of another component a name with a suffix. */
function withUniqueNames(document: OpenApiDocument): OpenApiDocument {
  const renamed = new Map<unknown, string>()
  const taken = new Set(Object.keys(document.components.schemas ?? {}))
  const suffixes = { responses: 'Response', parameters: 'Parameter', headers: 'Header' }
  for (const [kind, suffix] of Object.entries(suffixes)) {
    const named = Object.entries(document.components[kind] ?? {}).map(([name, component]) => {
      const unique = taken.has(name) ? name + suffix : name
      renamed.set(`#/components/${kind}/${name}`, `#/components/${kind}/${unique}`)
      taken.add(unique)
      return [unique, component] as const
    })
    document.components[kind] = Object.fromEntries(named)
  }
  for (const node of nodesOf(document)) if (renamed.has(node.$ref)) node.$ref = renamed.get(node.$ref)
  return document
}

/**
 * Names the constants of an enum that has a value of an earlier enum, such as `CA` for Canada and California.
 */
function nameSharedConstants(document: OpenApiDocument): void {
  const taken = new Set<string>()
  for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
    const { enum: values = [] } = schema as { enum?: (string | null)[] }
    const texts = values.filter((value) => value !== null)
    if (texts.some((value) => taken.has(value)))
      Object.assign(schema, { 'x-enum-varnames': values.map((value) => constantOf(name, value)) })
    for (const value of texts) taken.add(value)
  }
}

const constantOf = (schema: string, value: string | null): string =>
  `${schema.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')}_${value || 'unset'}`.replaceAll(/\W/g, '_').toUpperCase()

/** Lets every object of a response have fields that the contract does not name. */
function allowNewFields(document: OpenApiDocument): void {
  const responses = operationsOf(document).map(({ operation }) => operation.responses)
  const referencedComponents = [...reachable(document, responses)].map((pointer) => {
    const [, , kind = '', name = ''] = pointer.split('/')
    return document.components[kind]?.[name]
  })
  for (const node of nodesOf([responses, referencedComponents]))
    if (typeof node.properties === 'object' && node.type === 'object') node.additionalProperties = true
}

/** Names the format of numbers that 32 bits may not hold. */
function widenNumbers(document: OpenApiDocument): void {
  for (const node of nodesOf(document)) {
    if (node.type === 'number') node.format ??= 'double'
    if (node.type === 'integer' && Number(node.maximum) > MAX_INT32) node.format ??= 'int64'
  }
}

const MAX_INT32 = 2 ** 31 - 1
