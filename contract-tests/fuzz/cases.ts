import { operationsOf, type OpenApiDocument } from '../../scripts/generate/document.ts'
import { bodyCases } from './bodies.ts'
import type { Case } from './case.ts'
import { edgeCases } from './edges.ts'
import { parameterCases } from './parameters.ts'
import { Schemas } from './schema.ts'

/**
 * Everything that fuzzing asks of the operations of a contract, or of some of them. Pure: the same seed gives the same
 * requests.
 */
export function casesOf(document: OpenApiDocument, seed: number, only?: ReadonlySet<string>): Case[] {
  const schemas = new Schemas(document)
  const entries = operationsOf(document).filter(({ operation }) => only?.has(operation.operationId) ?? true)
  return entries.flatMap((entry) => [
    ...edgeCases(document, schemas, entry),
    ...parameterCases(document, schemas, entry, seed),
    ...bodyCases(document, schemas, entry, seed),
  ])
}
