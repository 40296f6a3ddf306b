/** `npm run check -- breaking`: fails if a change since the last released contract breaks a client. */
import { printError } from '../../local/support/command-error.ts'
import { requireTool } from '../../local/support/tools.ts'
import { breakingChanges } from './breaking.ts'
import { lastReleased, present, type Contract } from './released.ts'

function compareWith(released: Contract): void {
  const { version } = released.openapi.info
  const faults = breakingChanges(requireTool('oasdiff'), released, present())
  if (faults.length === 0) return console.log(`Nothing that was released with ${version} is broken.`)
  for (const fault of faults) console.error(fault)
  console.error(
    `\nThis breaks users of ${version}. Keep the old beside the new; CONTRIBUTING.md, "A release".`,
  )
  process.exitCode = 1
}

try {
  const released = lastReleased()
  if (released) compareWith(released)
  else console.log('No contract has been released yet, so there is nothing to compare with.')
} catch (error) {
  process.exitCode = printError(error)
}
