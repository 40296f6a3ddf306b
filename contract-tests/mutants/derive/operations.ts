import { methods, operationsOf } from '../../../scripts/generate/document.ts'
import type { Json, WholeContract } from '../contract.ts'
import type { ContractMutant, Edit, Family } from '../mutant.ts'

/** Every operation gone, at another path and by another method; its body gone, or demanded differently. */
export function operationMutants({ document }: WholeContract): ContractMutant[] {
  return operationsOf(document).flatMap(({ path, method, operation }) => {
    const item = ['document', 'paths', path]
    const mutant = mutantOf('operation', operation.operationId)
    const free = methods.find((other) => !document.paths[path]?.[other]) as string
    const { [method]: moved, ...stay } = document.paths[path] as unknown as Record<string, Json>
    const elsewhere = `/renamed${path}`
    return [
      mutant('drop', { path: [...item, method] }),
      mutant('method', { path: [...item, method] }, { path: [...item, free], to: moved }),
      mutant(
        'path',
        { path: [...item, method] },
        {
          path: ['document', 'paths', elsewhere],
          to: {
            [method]: moved as Json,
            ...('parameters' in stay ? { parameters: stay['parameters'] } : {}),
          },
        },
      ),
      ...bodyMutants(operation.requestBody, [...item, method, 'requestBody'], mutant),
    ]
  })
}

function bodyMutants(
  body: { required?: boolean } | undefined,
  path: string[],
  mutant: ReturnType<typeof mutantOf>,
): ContractMutant[] {
  if (!body) return []
  return [
    mutant('body:drop', { path }),
    mutant(body.required ? 'body:optional' : 'body:required', {
      path: [...path, 'required'],
      to: !body.required,
    }),
  ]
}

/** Makes the mutants of one operation. */
export function mutantOf(family: Family, operationId: string) {
  return (kind: string, ...edits: Edit[]): ContractMutant => ({
    id: `${operationId}${kind.includes(':') ? `.${kind}` : `:${kind}`}`,
    family,
    concerns: [operationId],
    edits,
  })
}
