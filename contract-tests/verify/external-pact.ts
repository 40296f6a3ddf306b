import { CommandError } from '../../local/support/command-error.ts'
import { withoutEmptyStates, type Pact } from '../../testing/pact/pact.ts'
import { PROVIDERS, WHOLE } from '../../testing/providers/states/all.ts'
import type { World } from '../../testing/providers/world.ts'
import { faultsOf } from './faults.ts'
import { UNREADABLE } from './source.ts'
import { verify, type Verification } from './verify.ts'

/**
 * Verifies the pact of another program: its states must exist, and the services must fulfil it.
 * @param start starts the services; called when the pact has no faults
 * @throws CommandError when the provider of the pact is not Rollcall
 */
export async function verifyExternalPact(given: Pact, start: () => Promise<World>): Promise<Verification> {
  const pact = withoutEmptyStates(given)
  const { consumer, provider: named } = pact
  const names = [...PROVIDERS, WHOLE] as const
  const provider = names.find((name) => name === named.name.toLowerCase())
  if (!provider)
    throw new CommandError(
      `The provider of the pact is "${named.name}". It has to be one of ${names.join(', ')}.`,
      UNREADABLE,
    )
  const faults = faultsOf(pact, provider)
  if (faults.length > 0)
    return {
      ok: false,
      output: [
        `Nothing in the pact between ${consumer.name} and ${provider} was verified:`,
        ...faults.map((fault) => `  - ${fault}`),
        'npm run verify:pact -- --states prints the states, their parameters, values and messages.',
      ].join('\n'),
    }
  return await verify(await start(), provider, [{ ...pact, provider: { name: provider } }])
}
