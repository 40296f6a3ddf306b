import { nodesOf, operationsOf, type OpenApiDocument } from './document.ts'
import { header } from './paths.ts'

/** What the services look up by operation: owner, audience, route, roles, limits; and each error code's status. */
export function catalogueOf(document: OpenApiDocument): string {
  const operations = operationsOf(document).map(({ path, method, operation }) => [
    operation.operationId,
    {
      service: operation.tags[0],
      audience: operation['x-audience'],
      method,
      path,
      roles: operation['x-roles'] ?? [],
      rateLimit: operation['x-rate-limit'],
      bodyLimit: operation['x-body-limit'] ?? 0,
      security: [...new Set((operation.security ?? []).flatMap((requirement) => Object.keys(requirement)))],
      ...(operation['x-alias-of'] ? { aliasOf: operation['x-alias-of'] } : {}),
    },
  ])
  return [
    header,
    '/** Every operation of the contract. `bodyLimit` is in bytes, 0 where no body is taken. */',
    declare('catalogue', Object.fromEntries(operations) as object),
    '/** The status of every error code that the contract lists. */',
    declare('errorStatuses', errorStatusesOf(document)),
    '/** The name under which each role is granted. */',
    declare('roleNames', document['x-roles']),
    'export type OperationId = keyof typeof catalogue',
    'export type ErrorCode = keyof typeof errorStatuses',
    'export type RoleKey = keyof typeof roleNames',
    '',
  ].join('\n')
}

function declare(name: string, value: object): string {
  return `export const ${name} = ${JSON.stringify(value, null, 2)} as const\n`
}

function errorStatusesOf(document: OpenApiDocument): Record<string, number> {
  const statuses: Record<string, number> = {}
  for (const node of nodesOf(document.components.responses)) {
    Object.assign(statuses, node['x-error-codes'])
  }
  return Object.fromEntries(Object.entries(statuses).sort(([a], [b]) => (a < b ? -1 : 1)))
}
