import {
  methods,
  nodesOf,
  operationsOf,
  type OpenApiDocument,
  type Operation,
  type PathItem,
} from './document.ts'

/**
 * The document with the wanted operations alone, and only those tags and components that they lead to. The table of all
 * error codes stays behind: each response shows its own.
 */
export function filtered(
  document: OpenApiDocument,
  wanted: (operation: Operation) => boolean,
): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) => {
      const kept = keepOperations(item, wanted)
      return kept ? [[path, kept]] : []
    }),
  )
  const owners = new Set(operationsOf({ ...document, paths }).flatMap(({ operation }) => operation.tags))
  const tags = document.tags.filter(({ name }) => owners.has(name))
  const part: OpenApiDocument = { ...document, tags, paths, components: reachableComponents(document, paths) }
  delete part['x-error-codes']
  return part
}

function keepOperations(item: PathItem, wanted: (operation: Operation) => boolean): PathItem | undefined {
  const kept = { ...item }
  for (const method of methods) {
    const operation = kept[method]
    if (operation && !wanted(operation)) delete kept[method]
  }
  return methods.some((method) => kept[method]) ? kept : undefined
}

function reachableComponents(document: OpenApiDocument, paths: object): OpenApiDocument['components'] {
  const reached = new Set<string>()
  const follow = (start: unknown): void => {
    for (const node of nodesOf(start)) {
      for (const pointer of pointersIn(node)) {
        if (reached.has(pointer)) continue
        reached.add(pointer)
        follow(componentAt(document, pointer))
      }
    }
  }
  follow(paths)
  return Object.fromEntries(
    Object.entries(document.components).flatMap(([kind, entries]) => {
      const kept = Object.entries(entries).filter(([name]) => reached.has(`#/components/${kind}/${name}`))
      return kept.length > 0 ? [[kind, Object.fromEntries(kept)]] : []
    }),
  )
}

/** What a node leads to: its $ref, the schema of its free-form items, and the schemes that its security names. */
function pointersIn(node: Record<string, unknown>): string[] {
  const pointers: string[] = []
  if (typeof node.$ref === 'string') pointers.push(node.$ref)
  if (typeof node['x-item-schema'] === 'string')
    pointers.push(`#/components/schemas/${node['x-item-schema']}`)
  if (Array.isArray(node.security)) {
    const names = node.security.flatMap((requirement: object) => Object.keys(requirement))
    pointers.push(...names.map((name) => `#/components/securitySchemes/${name}`))
  }
  return pointers
}

function componentAt(document: OpenApiDocument, pointer: string): object {
  const [, , kind = '', name = ''] = pointer.split('/')
  const component = document.components[kind]?.[name]
  if (!component) throw new Error(`${pointer} leads nowhere`)
  return component
}
