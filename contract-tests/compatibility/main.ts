/** `npm run check:breaking`: fails if a change since the last released contract breaks a client. */
import { printError } from '../../scripts/support/command-error.ts'
import { requireTool } from '../../scripts/support/go-tools.ts'
import { breakingChanges } from './breaking.ts'
import { lastReleased, present } from './released.ts'

try {
  const released = lastReleased()
  const { version } = released.openapi.info
  const faults = breakingChanges(requireTool('oasdiff'), released, present())
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) {
    console.error(
      `\nThis breaks users of ${version}. Keep the old beside the new; CONTRIBUTING.md, "A release".`,
    )
    process.exitCode = 1
  } else console.log(`Nothing that was released with ${version} is broken.`)
} catch (error) {
  process.exitCode = printError(error)
}
