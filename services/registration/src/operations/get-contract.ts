import type { Operation } from '../../../shared/contract/operation.ts'
import document from '../../../shared/contract/generated/openapi.public.json' with { type: 'json' }

/** The contract itself, public operations only (decisions, "Beyond the specification"). */
export const getContract = (): Operation<'getContract'> => () =>
  Promise.resolve({ status: 200, body: document as never })
