/**
 * `node contract-tests/responses-received.ts`, after a complete `npm test`: fails for a declared response
 * that no test received.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import contract from '../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { coverageFaults, FOLDER, UNREACHABLE_RESPONSES } from '../testing/response-coverage.ts'
import { declaredResponses } from '../testing/contract-check.ts'

const declared = declaredResponses(contract)
const lines = globSync(join(FOLDER, '*.txt')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
const faults = coverageFaults(declared, new Set(lines), Object.keys(UNREACHABLE_RESPONSES))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else
  console.log(
    `${declared.length - Object.keys(UNREACHABLE_RESPONSES).length} of ` +
      `${declared.length} declared responses were received by a test.`,
  )
