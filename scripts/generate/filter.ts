import {
  methods,
  operationsOf,
  reachable,
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
  const reached = reachable(document, paths)
  return Object.fromEntries(
    Object.entries(document.components).flatMap(([kind, entries]) => {
      const kept = Object.entries(entries).filter(([name]) => reached.has(`#/components/${kind}/${name}`))
      return kept.length > 0 ? [[kind, Object.fromEntries(kept)]] : []
    }),
  )
}
