import fc from 'fast-check'
import { flawedOperation } from './flawed-operations.ts'
import { operatorOperations } from './operator-operations.ts'
import { registrationOperations } from './registration-operations.ts'
import { userOperations } from './user-operations.ts'

const anOperation = fc.oneof(
  ...registrationOperations,
  ...userOperations,
  ...operatorOperations,
  flawedOperation,
)

/** At least 20 operations. Shrinking leaves operations out (null) one by one, whatever the length. */
export const sequences = fc.array(fc.option(anOperation, { freq: 1_000 }), { minLength: 21, maxLength: 32 })
