import { interactionsOf, statesOf, type Pact } from '../pact/pact.ts'
import type { Provider } from '../providers/provider.ts'

/** A line for each state that a pact names and the provider does not have; the last names those that it has. */
export function unknownStates(pact: Pact, { service, states }: Provider): string[] {
  const unknown = interactionsOf(pact).flatMap((interaction) =>
    statesOf(interaction)
      .filter(({ name }) => !Object.hasOwn(states, name))
      .map(({ name }) => `"${interaction.description}" asks for the state "${name}", which is unknown.`),
  )
  if (unknown.length === 0) return []
  const known = Object.keys(states).map((name) => `  - ${name}`)
  return [
    ...unknown,
    `The states of the ${service} service (docs/provider-states.md tells what each takes and returns):`,
    ...known,
  ]
}
