import { interactionsOf, statesOf, type Pact } from '../pact/pact.ts'

/** A line for each state that a pact names and the provider does not have; the last ones name those that it has. */
export function unknownStates(pact: Pact, service: string, known: readonly string[]): string[] {
  const unknown = interactionsOf(pact).flatMap((interaction) =>
    statesOf(interaction)
      .filter(({ name }) => !known.includes(name))
      .map(({ name }) => `"${interaction.description}" asks for the state "${name}", which is unknown.`),
  )
  if (unknown.length === 0) return []
  return [
    ...unknown,
    `The states of the ${service} service (docs/provider-states.md tells what each takes and returns):`,
    ...known.map((name) => `  - ${name}`),
  ]
}
