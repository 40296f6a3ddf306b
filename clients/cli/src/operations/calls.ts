import type { Api } from '../context.ts'
import type { Page } from '../paging.ts'
import { valuesOf } from './fields.ts'
import {
  OPERATIONS,
  type Field,
  type Given,
  type OperationId,
  type CliOperation,
  type Override,
} from './contract.ts'

/** An operation with what its command has besides. */
export interface Entry {
  readonly id: OperationId
  readonly contract: CliOperation
  readonly override: Override
  readonly noun: string
  readonly verb: string
  readonly fields: readonly Field[]
}

/** Its value has the type that the caller knows. */
type Call = (parameters: object) => Promise<{ readonly raw: Response; value(): Promise<never> }>

/** A call of the generated client, which responds with the whole response. */
export const callOf = (api: Api, id: OperationId): Call => {
  const client = api[OPERATIONS[id].service] as unknown as Record<string, Call>
  return (parameters) => client[`${id}Raw`]!(parameters)
}

/** Sends the request of an operation, with the values of the command line. */
export async function send(
  api: Api,
  { id, contract, override, fields }: Entry,
  given: Given,
  page?: Page,
): ReturnType<Call> {
  const parameters = valuesOf(fields.filter(isOfRequest), given)
  const body = valuesOf(fields.filter(isOfBody), given)
  const set = Object.entries(override.flags ?? {}).filter(([flag]) => given[flag])
  await override.before?.(api, body)
  return callOf(
    api,
    id,
  )({
    ...parameters,
    ...Object.fromEntries(set.flatMap(([, { sets }]) => Object.entries(sets) as [string, unknown][])),
    ...(contract.body !== undefined && { [contract.body]: body }),
    ...(given['dry-run'] === true && { Prefer: 'validate-only' }),
    ...page,
  })
}

export const isOfBody = ({ in: place }: Field) => place === 'body'
export const isOfRequest = (field: Field) => !isOfBody(field)
