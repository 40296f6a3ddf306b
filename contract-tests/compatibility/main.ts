/** `npm run check:breaking`: what changed since the last released contract must break nobody. */
import { explain } from '../../scripts/support/refusal.ts'
import { requireTool } from '../../scripts/support/go-tools.ts'
import { incompatibilities } from './messages.ts'
import { breakingChanges } from './operations.ts'
import { lastReleased, present } from './released.ts'

try {
  const [before, now] = [lastReleased(), present()]
  const faults = [
    ...breakingChanges(requireTool('oasdiff'), before.openapi, now.openapi),
    ...(await incompatibilities(before.events, now.events)),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) {
    console.error(
      `\nThis breaks users of ${before.version}. Keep the old beside the new; CONTRIBUTING.md, "A release".`,
    )
    process.exitCode = 1
  } else console.log(`Nothing that was released with ${before.version} is broken.`)
} catch (fault) {
  process.exitCode = explain(fault)
}
