/**
 * `node contract-tests/answers/check.ts [--write]`, after a complete `npm test`: fails when an answer that the contract
 * declares is met by no test and is not on the list of those, or is on it for no reason. `--write` shortens the list;
 * nothing but a person makes it longer.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { declared, faultsOfList, linesOf, met, NEVER_MET, shrunk } from './answers.ts'

const text = readFileSync(NEVER_MET, 'utf8')
const answers = { all: declared(contract as unknown as OpenApiDocument), seen: met() }
if (answers.seen.size === 0) {
  console.error('No test has met an answer yet: npm test comes first.')
  process.exitCode = 1
} else if (process.argv.includes('--write')) writeFileSync(NEVER_MET, shrunk(text, answers))
else {
  const faults = faultsOfList(linesOf(text), answers)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) {
    console.error('\nFor lines that may go: node contract-tests/answers/check.ts --write')
    process.exitCode = 1
  } else
    console.log(
      `${answers.all.length - linesOf(text).length} of ${answers.all.length} declared answers are met.`,
    )
}
