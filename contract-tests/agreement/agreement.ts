import { ASYNCHRONOUS, httpOf, interactionsOf, type Interaction, type Pact } from '../pact/pact.ts'
import type { Contract } from './contract.ts'
import { messageFaults } from './message.ts'
import { operationOf } from './operations.ts'
import { requestFaults } from './request.ts'
import { responseFaults } from './response.ts'

export type { Contract } from './contract.ts'

/**
 * What a pact relies on that the contract does not say: each request, response and message of it is held against the
 * OpenAPI document and the schemas of the messages. Empty when they agree.
 */
export function disagreements(contract: Contract, pact: Pact): string[] {
  const between = `${pact.consumer.name} → ${pact.provider.name}`
  return interactionsOf(pact).flatMap((interaction) =>
    faultsOf(contract, interaction).map((fault) => `${between}, "${interaction.description}": ${fault}`),
  )
}

function faultsOf(contract: Contract, interaction: Interaction): string[] {
  if (interaction.type === ASYNCHRONOUS) return messageFaults(contract, interaction)
  const http = httpOf(interaction)
  if (!http) return [`interactions of type ${interaction.type} are unknown here`]
  const { request, response } = http
  const found = operationOf(contract, request)
  if (!found) return [`the contract has no operation ${request.method.toUpperCase()} ${request.path}`]
  return [
    ...requestFaults(contract, found, request, response.status),
    ...responseFaults(contract, found, response),
  ].map((fault) => `${found.operation.operationId}: ${fault}`)
}
