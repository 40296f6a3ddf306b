import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { OpenApiDocument } from './document.ts'
import { header } from './paths.ts'

/** The types of every operation, parameter and schema. */
export async function typesOf(document: OpenApiDocument): Promise<string> {
  // A default is a promise of the service, not something that the validator fills in: such a field stays optional.
  const nodes = await openapiTS(structuredClone(document) as unknown as OpenAPI3, {
    defaultNonNullable: false,
  })
  return header + astToString(nodes)
}
