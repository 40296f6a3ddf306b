import type { Handler } from '../../../platform/contract/operation.ts'
import document from '../../../platform/contract/generated/openapi.public.json' with { type: 'json' }
import { serializeOnce } from '../../../platform/http/respond.ts'

/** The contract itself, with the public operations only. */
export const getContract = (): Handler<'getContract'> => {
  const serialized = serializeOnce(document)
  return () => Promise.resolve({ status: 200, body: document, serialized })
}
