import { diff } from 'node:util'
import { interactionsOf, statesOf, type Interaction, type Pact } from '../../testing/pact/pact.ts'
import {
  DESCRIPTIONS,
  PROVIDERS,
  STATES,
  statesFor,
  type PactProvider,
} from '../../testing/providers/states/all.ts'

/** Two names that differ by at most this many added and removed characters are taken for the same. */
const MAX_TYPO = 4
const MESSAGES = [...new Set(Object.values(DESCRIPTIONS).flatMap(({ causes = [] }) => causes))]

/** The type of a message, which its description contains, because pact's core asks for it by that. */
export const messageTypeIn = (description: string) => MESSAGES.find((type) => description.includes(type))

/**
 * Finds in a pact what pact's core would not report, or not with its reason: unknown states and parameters,
 * values that no state returns, and messages that no state causes.
 */
export const faultsOf = (pact: Pact, provider: PactProvider): string[] =>
  interactionsOf(pact).flatMap((interaction) =>
    faultsIn(interaction, provider).map((fault) => `"${interaction.description}" ${fault}`),
  )

function faultsIn(interaction: Interaction, provider: PactProvider): string[] {
  const states = statesOf(interaction)
  const known = statesFor(provider)
  const unknown = states.filter(({ name }) => !Object.hasOwn(known, name))
  // What an unknown state would return or cause is unknown too.
  if (unknown.length > 0) return unknown.map(({ name }) => unknownState(name, provider))
  const described = states.flatMap(({ name }) => DESCRIPTIONS[name] ?? [])
  // A parameter is a value too.
  const values = states.flatMap(({ name, params }) =>
    Object.keys({ ...params, ...DESCRIPTIONS[name]?.returns }),
  )
  return [
    ...states.flatMap((state) => faultyParameters(known[state.name]?.parameters, state)),
    ...faultyValues(interaction, values),
    ...(interaction.type === 'Asynchronous/Messages'
      ? faultyMessage(
          interaction,
          described.flatMap(({ causes = [] }) => causes),
        )
      : []),
  ]
}

function unknownState(name: string, provider: PactProvider): string {
  const owner = PROVIDERS.find((service) => Object.hasOwn(STATES[service], name))
  if (owner) return `asks for a state of ${owner}, "${name}": set the provider to ${owner}, or rollcall.`
  const edits = (known: string) => diff(known, name).filter(([operation]) => operation !== 0).length
  const near = Object.keys(statesFor(provider)).filter((known) => edits(known) <= MAX_TYPO)
  return (
    `asks for the state "${name}", which is unknown.` +
    near.map((known) => ` Did you mean "${known}"?`).join('')
  )
}

function faultyParameters(
  parameters: readonly string[] = [],
  { name, params }: { readonly name: string; readonly params?: object },
): string[] {
  const unknown = Object.keys(params ?? {}).filter((each) => !parameters.includes(each))
  if (unknown.length === 0) return []
  const taken = parameters.join(', ') || 'none'
  return [`gives a parameter to a state that takes no ${unknown.join(', ')}: "${name}" takes ${taken}.`]
}

/** For a value that no state returns, pact's core would use the example. */
function faultyValues(interaction: Interaction, returned: readonly string[]): string[] {
  const used = new Set<string>()
  JSON.stringify(interaction, (_, value: { type?: unknown; expression?: unknown } | null) => {
    const expression = value?.type === 'ProviderState' ? String(value.expression) : ''
    // An expression without ${…} is a name.
    for (const [name, inBraces = name] of expression.matchAll(/\$\{([^}]*)\}|^[^$]+$/g)) used.add(inBraces)
    return value
  })
  return [...used]
    .filter((name) => !returned.includes(name))
    .map((name) => `uses \${${name}}; its states return ${returned.join(', ') || 'none'}.`)
}

function faultyMessage({ description }: Interaction, caused: readonly string[]): string[] {
  const type = messageTypeIn(description)
  if (type === undefined)
    return [
      `names none of the messages ${MESSAGES.join(', ')} in its description. Webhooks can't be verified.`,
    ]
  if (caused.includes(type)) return []
  const causing = Object.keys(DESCRIPTIONS).filter((name) => DESCRIPTIONS[name]?.causes === type)
  return [
    `names ${type}, but its states cause ${caused.join(', ') || 'no message'}. ` +
      `${type} is caused by ${causing.map((name) => `"${name}"`).join(' or ')}.`,
  ]
}
