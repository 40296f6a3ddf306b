/** `npm run verify:pact -- FILE-or-URL …`: verifies pacts of others against services started here. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { readArguments } from '../../local/support/arguments.ts'
import { CommandError, printError } from '../../local/support/command-error.ts'
import { describedStates } from './described-states.ts'
import type { World } from '../../testing/providers/world.ts'
import { verifyExternalPact } from './external-pact.ts'
import { withServers } from './servers.ts'
import { readSource, UNREADABLE } from './source.ts'

const HELP = `npm run verify:pact -- FILE-or-URL …
npm run verify:pact -- --states

Verifies pacts of any consumer with Rollcall against services that it starts on this machine, on their
own stores.
With --states it prints the states that a pact may ask for, what each takes, returns and causes.
What to know when you write a pact: docs/guide/verify-a-pact.md

Exit code  0  every interaction is fulfilled
           1  one is not; what differs is printed
           2  a pact could not be read, or is one of another provider or version
          70  the verification could not run
`
const COULD_NOT_RUN = 70

async function main(sources: readonly string[]): Promise<number> {
  if (!existsSync(tmpdir()))
    throw new CommandError(`The folder for temporary files, ${tmpdir()}, does not exist.`, COULD_NOT_RUN)
  const pacts = await Promise.all(sources.map((source) => readSource(source)))
  return await withServers(async () => {
    const { startWorld } = await import('../../testing/providers/world.ts')
    let world: Promise<World> | undefined
    let fulfilled = true
    try {
      for (const pact of pacts) {
        const { ok, output } = await verifyExternalPact(pact, () => (world ??= startWorld()))
        process.stdout.write(`${output}\n`)
        fulfilled &&= ok
      }
    } finally {
      await (await world)?.stop()
    }
    process.stdout.write(
      fulfilled
        ? '\nEvery interaction is fulfilled.\n'
        : '\nNot every interaction is fulfilled; see above.\n',
    )
    return fulfilled ? 0 : 1
  })
}

const { positionals, values } = readArguments(HELP, {
  allowPositionals: true,
  options: { states: { type: 'boolean' } },
})
if (values.states) process.stdout.write(describedStates())
else if (positionals.length === 0) {
  process.stderr.write(HELP)
  process.exitCode = UNREADABLE
} else {
  process.exitCode = await main(positionals).catch((error: unknown) => {
    const code = printError(error)
    // Exit code 1 is published as a broken pact, so it must mean nothing else.
    return code === 1 && error instanceof CommandError ? COULD_NOT_RUN : code
  })
}
