/**
 * Builds every program that charts and the contract are checked with, also those that a test run does not
 * wait for.
 */
import { printError } from '../../local/support/command-error.ts'
import { requireTool, TOOL_NAMES } from '../../local/support/go-tools.ts'

for (const name of TOOL_NAMES) {
  try {
    process.stdout.write(`${name}: ${requireTool(name)}\n`)
  } catch (error) {
    process.exitCode = printError(error)
  }
}
