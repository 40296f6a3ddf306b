import { methods, operationsOf, reachable, type OpenApiDocument, type Operation } from './document.ts'

/**
 * The document with the wanted operations alone, and only those tags and components that they lead to. The
 * table of all error codes stays behind, as each response shows its own, and so do the webhooks.
 */
export function filtered(
  { 'x-error-codes': _, 'x-webhooks': _webhooks, ...document }: OpenApiDocument,
  wanted: (operation: Operation) => boolean,
): OpenApiDocument {
  const paths = structuredClone(document.paths)
  for (const { path, method, operation } of operationsOf(document))
    if (!wanted(operation)) delete paths[path]?.[method]
  for (const [path, item] of Object.entries(paths))
    if (!methods.some((method) => item[method])) delete paths[path]
  const owners = new Set(operationsOf({ ...document, paths }).flatMap(({ operation }) => operation.tags))
  const tags = document.tags.filter(({ name }) => owners.has(name))
  return { ...document, tags, paths, components: reachableComponents(document, paths) }
}

/** The components that these parts of the document lead to. */
export function reachableComponents(document: OpenApiDocument, parts: object): OpenApiDocument['components'] {
  const reached = reachable(document, parts)
  return Object.fromEntries(
    Object.entries(document.components).flatMap(([kind, entries]) => {
      const kept = Object.entries(entries).filter(([name]) => reached.has(`#/components/${kind}/${name}`))
      return kept.length > 0 ? [[kind, Object.fromEntries(kept)]] : []
    }),
  )
}
