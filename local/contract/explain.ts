import {
  nodesOf,
  operationsOf,
  reachable,
  type Audience,
  type OpenApiDocument,
  type Operation,
} from './document.ts'
import { filtered, reachableComponents } from './filter.ts'

const cost: Record<string, string> = {
  account: 'Costs one request of the limit.',
  'account-per-item': 'Costs as many requests of the limit as it has items, at most the whole limit.',
  address: 'Counts against a limit for the address of the caller.',
  none: 'Not counted.',
}

/**
 * The part of the contract for an audience, with sentences for what its extensions say about roles, cost and
 * size.
 */
export function explained(audience: Audience, whole: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(filtered(whole, (operation) => operation['x-audience'] === audience))
  for (const { operation } of operationsOf(document)) {
    const terms = termsOf(operation, document['x-roles'])
    if (terms.length > 0) operation.description = `${operation.description.trimEnd()}\n\n*${terms.join(' ')}*`
  }
  const webhooks = whole['x-webhooks']
  if (audience === 'public' && webhooks) {
    document['x-webhooks'] = webhooks
    document.components = reachableComponents(whole, [document.paths, webhooks])
  }
  return document
}

function termsOf(operation: Operation, names: Record<string, string>): string[] {
  const { 'x-roles': roles = [], 'x-rate-limit': limiter, 'x-body-limit': bytes } = operation
  return [
    ...(roles.length > 0 ? [`Needs the role ${roles.map((role) => names[role]).join(' or ')}.`] : []),
    ...(cost[limiter] === undefined ? [] : [cost[limiter]]),
    ...(bytes === undefined ? [] : [`Accepts a body of up to ${bytes / 1024} KiB.`]),
  ]
}

/** The codes of the errors that the operations of this part, or no operation, can get. */
export function codesOf(part: OpenApiDocument, whole: OpenApiDocument): Set<string> {
  const used = reachable(whole, whole.paths)
  const own = Object.entries(whole.components.responses ?? {})
    .filter(([name]) => !used.has(`#/components/responses/${name}`))
    .map(([, response]) => response)
  return new Set(
    [...nodesOf([part.components.responses, own])].flatMap((node) => [
      ...Object.keys(node['x-error-codes'] ?? {}),
      ...((node['x-item-error-codes'] as string[] | undefined) ?? []),
    ]),
  )
}
