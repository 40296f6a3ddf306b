import type { Operation } from '../../../shared/contract/operation.ts'
import document from '../../../shared/contract/generated/openapi.public.json' with { type: 'json' }
import { writeOnce } from '../../../shared/http/respond.ts'

/** The contract itself, public operations only (decisions, "Beyond the specification"). */
export const getContract = (): Operation<'getContract'> => {
  const written = writeOnce(document)
  return () => Promise.resolve({ status: 200, body: document, written })
}
