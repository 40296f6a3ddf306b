import { nodesOf, operationsOf, type OpenApiDocument } from '../../../scripts/generate/document.ts'
import type { Path } from '../contract.ts'

/** Says who sees a place of the contract: the operations that lead to it, or the type of message that it belongs to. */
export type Concerns = (path: Path) => readonly string[]

/** Follows references from every operation once. */
export function concernsOf(document: OpenApiDocument): Concerns {
  const users = new Map<string, Set<string>>()
  const followFrom = (user: string, start: unknown): void => {
    const seen = new Set<string>()
    const follow = (node: unknown): void => {
      for (const pointer of referencesIn(node)) {
        if (seen.has(pointer)) continue
        seen.add(pointer)
        const [kind = '', name = ''] = pointer.split('/')
        users.set(pointer, (users.get(pointer) ?? new Set()).add(user))
        follow(document.components[kind]?.[name])
      }
    }
    follow(start)
  }
  for (const { path, operation } of operationsOf(document))
    followFrom(operation.operationId, [document.paths[path]?.parameters, operation])
  // An answer of no operation is seen by itself.
  for (const [name, response] of Object.entries(document.components['responses'] ?? {}))
    if (!users.has(`responses/${name}`)) followFrom(name, response)
  return ([source = '', section = '', kind = '', name = '']) => {
    if (source === 'events') return [section]
    if (section === 'components') return [...(users.get(`${kind}/${name}`) ?? [name])]
    return operationsOf(document)
      .filter(
        (entry) =>
          section === 'paths' && entry.path === kind && (entry.method === name || name === 'parameters'),
      )
      .map(({ operation }) => operation.operationId)
  }
}

/** `schemas/User` for each reference, and for the items of a batch, which are checked one by one. */
function* referencesIn(start: unknown): Generator<string> {
  for (const node of nodesOf(start)) {
    if (typeof node['$ref'] === 'string') yield node['$ref'].replace('#/components/', '')
    if (typeof node['x-item-schema'] === 'string') yield `schemas/${node['x-item-schema']}`
  }
}
