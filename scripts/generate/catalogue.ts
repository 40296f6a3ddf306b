import { operationsOf, type OpenApiDocument } from '../../local/contract/document.ts'
import { header } from './paths.ts'

/**
 * What the services look up by operation: owner, audience, route, roles and the access of operators; and the
 * names of services and roles.
 */
export function catalogueOf(document: OpenApiDocument): string {
  const operations = operationsOf(document).map(({ path, method, operation }) => [
    operation.operationId,
    {
      service: operation.tags[0],
      audience: operation['x-audience'],
      method,
      path,
      roles: operation['x-roles'] ?? [],
      operatorAccess: operation['x-operator-access'],
      ...(operation['x-alias-of'] ? { aliasOf: operation['x-alias-of'] } : {}),
    },
  ])
  const names = document.tags.map(({ name }) => name)
  return `${header}
/** Every operation of the contract. */
${declare('catalogue', Object.fromEntries(operations) as object)}
/** The services: the owners of operations. */
${declare('services', names)}
/** The name under which each role is granted. */
${declare('roleNames', document['x-roles'])}
export type OperationId = keyof typeof catalogue
export type Audience = (typeof catalogue)[OperationId]['audience']
export type ServiceName = (typeof services)[number]
export type RoleKey = keyof typeof roleNames
`
}

/** The table of errors. */
export function errorsOf({ 'x-error-codes': table = {} }: OpenApiDocument): string {
  const rows = Object.entries(table).map(
    ([code, { status, detail, scimType }]) =>
      `  '${code}': { status: ${status}, detail: ${JSON.stringify(detail)}, ` +
      `scimType: ${JSON.stringify(scimType)} },`,
  )
  return `${header}
/**
 * Every error that a caller can meet. A row without a \`detail\` takes the text of the error that is thrown.
 */
export const errors = {
${rows.join('\n')}
} as const

export type ErrorCode = keyof typeof errors
`
}

function declare(name: string, value: object): string {
  return `export const ${name} = ${JSON.stringify(value, null, 2)} as const\n`
}
