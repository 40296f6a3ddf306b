import fc from 'fast-check'
import { catalogue } from '../../../shared/contract/generated/catalogue.ts'
import { OPERATIONS } from './coverage.ts'
import { flawsOf } from './flaws.ts'
import { account, operation } from './operation.ts'
import { NO_SUCH_ID } from './world.ts'

const target = { id: NO_SUCH_ID, userId: NO_SUCH_ID, externalId: 'nobody' }

/** Requests that are refused for their form, before any look at what they ask for: any operation, with any flaw. */
export const flawedOperation = operation(
  16,
  'flawed',
  { account, operation: fc.constantFrom(...OPERATIONS), flaw: fc.nat({ max: flawsOf(true).length - 1 }) },
  (_world, { account, operation, flaw }) => {
    const { audience, bodyLimit } = catalogue[operation]
    const flaws = flawsOf(bodyLimit > 0)
    return {
      operation,
      target,
      ...(audience === 'public' ? { account } : {}),
      ...(bodyLimit > 0 ? { body: {} } : {}),
      flaw: flaws[flaw % flaws.length],
    }
  },
)
