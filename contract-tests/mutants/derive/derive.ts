import type { WholeContract } from '../contract.ts'
import type { ContractMutant } from '../mutant.ts'
import { accessMutants } from './access.ts'
import { answerMutants, errorCodeMutants, statusMutants } from './answers.ts'
import { concernsOf } from './concerns.ts'
import { enumerationMutants } from './enumerations.ts'
import { fieldMutants } from './fields.ts'
import { limitMutants } from './limits.ts'
import { operationMutants } from './operations.ts'
import { parameterMutants } from './parameters.ts'
import { messageSchemasOf, schemasOf } from './places.ts'

/** Every change of the contract that the families describe, in the order of the contract. */
export function contractMutants(contract: WholeContract): ContractMutant[] {
  const concerns = concernsOf(contract.document)
  const places = schemasOf(contract)
  const messages = messageSchemasOf(contract)
  return [
    ...operationMutants(contract),
    ...accessMutants(contract, concerns),
    ...parameterMutants(contract, concerns),
    ...fieldMutants(contract, places, concerns),
    ...enumerationMutants(places, concerns),
    ...limitMutants(places, concerns),
    ...statusMutants(contract),
    ...answerMutants(contract, concerns),
    ...errorCodeMutants(contract, concerns),
    ...fieldMutants(contract, messages, concerns, 'message key'),
    ...limitMutants(messages, concerns).map((mutant) => ({ ...mutant, family: 'message key' as const })),
  ]
}
