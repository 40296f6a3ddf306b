import { operationsOf } from '../../../scripts/generate/document.ts'
import type { JsonObject, WholeContract } from '../contract.ts'
import type { ContractMutant, Family } from '../mutant.ts'
import type { Concerns } from './concerns.ts'
import { retyped } from './fields.ts'

interface Answer {
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, object>>
  readonly 'x-error-codes'?: Readonly<Record<string, number>>
}

/** Every status that an operation declares, gone. Under another number it would be gone as well. */
export function statusMutants({ document }: WholeContract): ContractMutant[] {
  return operationsOf(document).flatMap(({ path, method, operation }) =>
    Object.keys(operation.responses).map((status) => ({
      id: `${operation.operationId} ${status}:drop`,
      family: 'status' as const,
      concerns: [operation.operationId],
      edits: [{ path: ['document', 'paths', path, method, 'responses', status] }],
    })),
  )
}

/** Every header and every form of every answer gone, every header of another type or promised differently. */
export function answerMutants({ document }: WholeContract, concerns: Concerns): ContractMutant[] {
  const { responses = {}, headers = {} } = document.components as Record<string, Record<string, Answer>>
  return [
    ...Object.entries(responses).flatMap(([name, answer]) => {
      const path = ['document', 'components', 'responses', name]
      const gone = (kind: 'headers' | 'content') =>
        Object.keys(answer[kind] ?? {}).map((key) => ({
          ...common('answer', `answer ${name} ${key}:drop`, concerns(path)),
          edits: [{ path: [...path, kind, key] }],
        }))
      return [...gone('headers'), ...gone('content')]
    }),
    ...Object.entries(headers).flatMap(([name, header]) => {
      const { required = false, schema } = header as { required?: boolean; schema: JsonObject }
      const path = ['document', 'components', 'headers', name]
      return [
        {
          ...common('answer', `header ${name}:retype`, concerns(path)),
          edits: [{ path: [...path, 'schema'], to: retyped(schema) }],
        },
        {
          ...common('answer', `header ${name}:${required ? 'optional' : 'required'}`, concerns(path)),
          edits: [{ path: [...path, 'required'], to: !required }],
        },
      ]
    }),
  ]
}

/** Every cause of an error that the contract names, gone and with another status. */
export function errorCodeMutants({ document }: WholeContract, concerns: Concerns): ContractMutant[] {
  return Object.entries(document.components['responses'] ?? {}).flatMap(([name, answer]) =>
    Object.entries((answer as Answer)['x-error-codes'] ?? {}).flatMap(([code, status]) => {
      const holder = ['document', 'components', 'responses', name]
      const path = [...holder, 'x-error-codes', code]
      return [
        { ...common('error code', `${name} ${code}:drop`, concerns(holder)), edits: [{ path }] },
        {
          ...common('error code', `${name} ${code}:change`, concerns(holder)),
          edits: [{ path, to: status + 1 }],
        },
      ]
    }),
  )
}

const common = (family: Family, id: string, concerns: readonly string[]) => ({ id, family, concerns })
