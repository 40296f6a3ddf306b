import { operationsOf, type OpenApiDocument } from '../../../scripts/generate/document.ts'
import type { Json, JsonObject, WholeContract } from '../contract.ts'
import type { ContractMutant } from '../mutant.ts'
import type { Concerns } from './concerns.ts'
import { mutantOf } from './operations.ts'

/** What an operation could be by mistake instead of what it is. */
const INSTEAD = {
  'x-audience': { public: 'operator', operator: 'public', internal: 'operator' },
  'x-rate-limit': { account: 'none', 'account-per-item': 'account', operator: 'none', none: 'operator' },
} as const

/** Who may call, how often, and how much they may send: all that the services act upon besides schemas. */
export function accessMutants(contract: WholeContract, concerns: Concerns): ContractMutant[] {
  const { document } = contract
  return [
    ...operationsOf(document).flatMap((entry) => ofOperation(document, entry)),
    ...ofAll(document, concerns),
  ]
}

function ofOperation(
  document: OpenApiDocument,
  { path, method, operation }: ReturnType<typeof operationsOf>[number],
): ContractMutant[] {
  const place = ['document', 'paths', path, method]
  const mutant = mutantOf('access', operation.operationId)
  const roles = operation['x-roles'] ?? []
  const limit = operation['x-body-limit']
  const others = Object.keys(document['x-roles']).filter((role) => !roles.includes(role))
  const security = (operation.security ?? []) as unknown as Json[]
  return [
    mutant('x-audience:change', {
      path: [...place, 'x-audience'],
      to: INSTEAD['x-audience'][operation['x-audience']],
    }),
    mutant('x-rate-limit:change', {
      path: [...place, 'x-rate-limit'],
      to: INSTEAD['x-rate-limit'][operation['x-rate-limit'] as keyof (typeof INSTEAD)['x-rate-limit']],
    }),
    ...roles.map((role, i) => mutant(`x-roles.${role}:drop`, { path: [...place, 'x-roles', String(i)] })),
    ...(roles.length > 0
      ? others.map((role) =>
          mutant(`x-roles.${role}:add`, { path: [...place, 'x-roles'], to: [...roles, role] }),
        )
      : []),
    ...(limit === undefined
      ? []
      : [
          mutant('x-body-limit:looser', { path: [...place, 'x-body-limit'], to: limit + 1 }),
          mutant('x-body-limit:tighter', { path: [...place, 'x-body-limit'], to: limit - 1 }),
        ]),
    ...(operation['x-alias-of'] === undefined
      ? []
      : [mutant('x-alias-of:drop', { path: [...place, 'x-alias-of'] })]),
    ...security.map((_, i) =>
      mutant(`security.${i}:drop`, { path: [...place, 'security'], to: security.toSpliced(i, 1) }),
    ),
  ]
}

function ofAll(document: OpenApiDocument, concerns: Concerns): ContractMutant[] {
  const schemes = (document.components['securitySchemes'] ?? {}) as Record<
    string,
    { type: string; name?: string }
  >
  return [
    ...Object.entries(schemes).flatMap(([name, scheme]) => {
      const users = operationsOf(document)
        .filter(({ operation }) => operation.security?.some((requirement) => name in requirement))
        .map(({ operation }) => operation.operationId)
      const path = ['document', 'components', 'securitySchemes', name]
      return [
        {
          id: `scheme ${name}:change`,
          family: 'access' as const,
          concerns: users,
          edits: [
            scheme.type === 'apiKey'
              ? { path: [...path, 'name'], to: `${scheme.name ?? ''}-Renamed` }
              : { path: [...path, 'scheme'], to: 'basic' },
          ],
        },
      ]
    }),
    ...Object.keys(document.components['schemas'] ?? {}).flatMap((name) => {
      const path = ['document', 'components', 'schemas', name, 'x-item-schema']
      const items = (document.components['schemas']?.[name] as JsonObject)['x-item-schema']
      return items === undefined
        ? []
        : [
            {
              id: `${name}.x-item-schema:drop`,
              family: 'access' as const,
              concerns: concerns(path),
              edits: [{ path }],
            },
          ]
    }),
    ...Object.keys(document['x-roles']).map((role) => ({
      id: `x-roles.${role}:rename`,
      family: 'access' as const,
      concerns: operationsOf(document)
        .filter(({ operation }) => operation['x-roles']?.includes(role))
        .map(({ operation }) => operation.operationId),
      edits: [{ path: ['document', 'x-roles', role], to: `${document['x-roles'][role] ?? ''} renamed` }],
    })),
  ]
}
