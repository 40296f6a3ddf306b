import { bodyOf, type Response } from '../pact/pact.ts'
import { resolved, type Contract, type ContractResponse } from './contract.ts'
import { headersOf } from './headers.ts'
import type { Found } from './operations.ts'
import { schemasFor } from './schemas.ts'

/** Headers that HTTP itself brings along. */
const STANDARD = ['content-type', 'content-length']
const JSON_TYPE = 'application/json'

/** What a consumer expects of an answer and the contract does not say. */
export function responseFaults(contract: Contract, { operation }: Found, response: Response): string[] {
  const declared = resolved<ContractResponse | undefined>(
    contract.document,
    operation.responses[String(response.status)],
  )
  if (!declared) return [`the status ${response.status} is not declared`]
  return [...headerFaults(contract, declared, response), ...bodyFaults(contract, declared, response)]
}

function headerFaults(contract: Contract, declared: ContractResponse, response: Response): string[] {
  const headers = new Map(
    Object.entries(declared.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]),
  )
  return headersOf(response.headers)
    .filter(([name]) => !STANDARD.includes(name))
    .flatMap(([name, value]) => {
      if (!headers.has(name)) return [`the header \`${name}\` of the ${response.status} is not declared`]
      const { schema } = resolved<{ schema: object }>(contract.document, headers.get(name))
      return schemasFor(contract)
        .textFaults(schema, value)
        .map((fault) => `the header \`${name}\` of the ${response.status}: ${fault.replace('`value` ', '')}`)
    })
}

function bodyFaults(contract: Contract, declared: ContractResponse, response: Response): string[] {
  const body = bodyOf(response.body)
  if (body === undefined || body === '') return []
  const [, type = JSON_TYPE] = headersOf(response.headers).find(([name]) => name === 'content-type') ?? []
  const media = type.split(';')[0] as string
  const schema = declared.content?.[media]?.schema
  if (!schema) return [`a body of type ${media} is not declared for the ${response.status}`]
  return schemasFor(contract)
    .expectedFaults(schema, body)
    .map((fault) => `${fault} in the body of the ${response.status}`)
}
