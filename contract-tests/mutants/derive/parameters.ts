import { methods, type OpenApiDocument } from '../../../scripts/generate/document.ts'
import type { JsonObject, Path, WholeContract } from '../contract.ts'
import type { ContractMutant, Edit } from '../mutant.ts'
import type { Concerns } from './concerns.ts'
import { retyped } from './fields.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonObject
}

/**
 * Every parameter gone from every operation that takes it, and, once where it is described, under another name, of
 * another type, demanded or no longer demanded. Limits of its value are a family of their own.
 */
export function parameterMutants({ document }: WholeContract, concerns: Concerns): ContractMutant[] {
  const described = document.components['parameters'] as Record<string, Parameter> | undefined
  return [
    ...uses(document).map(({ user, path, name }) => ({
      id: `${user} parameter ${name}:drop`,
      family: 'parameter' as const,
      concerns: concerns(path),
      edits: [{ path }],
    })),
    ...Object.entries(described ?? {}).flatMap(([name, parameter]) => {
      const path = ['document', 'components', 'parameters', name]
      const mutant = (kind: string, edit: Edit): ContractMutant => ({
        id: `parameter ${name}:${kind}`,
        family: 'parameter',
        concerns: concerns(path),
        edits: [edit],
      })
      return [
        mutant('rename', { path: [...path, 'name'], to: `${parameter.name}Renamed` }),
        mutant('retype', { path: [...path, 'schema'], to: retyped(parameter.schema) }),
        // A parameter of the path that may be missing is no OpenAPI.
        ...(parameter.in === 'path'
          ? []
          : parameter.required
            ? [mutant('optional', { path: [...path, 'required'], to: false })]
            : [mutant('required', { path: [...path, 'required'], to: true })]),
      ]
    }),
  ]
}

/** Each reference to a parameter, by the operation, or the path whose operations share it. */
function uses(document: OpenApiDocument): { user: string; path: Path; name: string }[] {
  return Object.entries(document.paths).flatMap(([route, item]) => {
    const holders = [
      { user: route, keys: [] as string[], parameters: item.parameters },
      ...methods.map((method) => {
        const operation = item[method] as { operationId: string; parameters?: object[] } | undefined
        return { user: operation?.operationId ?? '', keys: [method], parameters: operation?.parameters }
      }),
    ]
    return holders.flatMap(({ user, keys, parameters = [] }) =>
      parameters.map((parameter, i) => ({
        user,
        path: ['document', 'paths', route, ...keys, 'parameters', String(i)],
        name: (parameter as { $ref: string }).$ref.split('/').at(-1) as string,
      })),
    )
  })
}
