import { routeFor } from '../../local/gateway/routes.ts'
import { CommandError } from '../../local/support/command-error.ts'
import {
  interactionsOf,
  statesOf,
  withoutEmptyStates,
  type Interaction,
  type Pact,
} from '../../testing/pact/pact.ts'
import { PROVIDERS, STATES, type Provider } from '../../testing/providers/states/all.ts'
import type { World } from '../../testing/providers/world.ts'
import { UNREADABLE } from './source.ts'
import { verify, type Verification } from './verify.ts'

/** The provider of a pact that uses several services. */
const WHOLE = 'rollcall'

/**
 * Verifies the pact of another program: its states must exist, and the services must fulfil it.
 * @param start starts the services; called when the states exist
 * @throws CommandError when the provider of the pact is not Rollcall
 */
export async function verifyExternalPact(given: Pact, start: () => Promise<World>): Promise<Verification> {
  const pact = withoutEmptyStates(given)
  const parts = byService(pact)
  const unknown = parts.flatMap(([service, part]) => unknownStates(service, part))
  if (unknown.length > 0) return { ok: false, output: unknown.join('\n') }
  const verifications: Verification[] = []
  const world = await start()
  for (const [service, part] of parts)
    verifications.push(await verify(world, service, [{ ...part, provider: { name: service } }]))
  return {
    ok: verifications.every(({ ok }) => ok),
    output: verifications.map(({ output }) => output).join('\n'),
  }
}

/**
 * Splits a pact by service. The provider of a pact is one service, or `rollcall`: then each interaction
 * belongs to the service whose operation it uses.
 * @throws CommandError when it names another provider, or nothing would be verified
 */
function byService(pact: Pact): (readonly [Provider, Pact])[] {
  const name = pact.provider.name.toLowerCase()
  const named = PROVIDERS.find((service) => service === name)
  if (named) return [[named, pact]]
  if (name !== WHOLE)
    throw new CommandError(
      `The provider of the pact is "${pact.provider.name}". ` +
        `It has to be one of ${[...PROVIDERS, WHOLE].join(', ')}.`,
      UNREADABLE,
    )
  const groups = Map.groupBy(pact.interactions ?? [], ownerOf)
  if (groups.size === 0)
    throw new CommandError(
      `The pact with "${WHOLE}" has no interactions. ` +
        `A pact of messages names the service that sends them: ${PROVIDERS.join(', ')}.`,
      UNREADABLE,
    )
  return [...groups].map(([service, interactions]) => [service, { ...pact, interactions }])
}

/**
 * A message belongs to a service that has its states. An interaction that uses no operation fails with every
 * service.
 */
function ownerOf(interaction: Interaction): Provider {
  const { type, request } = interaction
  if (type === 'Asynchronous/Messages')
    return PROVIDERS.find((service) => missingStates(service, interaction).length === 0) ?? 'registration'
  const owner = routeFor(request?.path ?? '', 'operator')?.service
  return PROVIDERS.find((provider) => provider === owner) ?? 'registration'
}

/** A line for each unknown state of a pact, followed by the known states. */
function unknownStates(service: Provider, pact: Pact): string[] {
  const unknown = interactionsOf(pact).flatMap((interaction) =>
    missingStates(service, interaction).map(
      ({ name }) => `"${interaction.description}" asks for the state "${name}", which is unknown.`,
    ),
  )
  if (unknown.length === 0) return []
  return [
    ...unknown,
    `The states of the ${service} service (npm run verify:pact -- --states describes them):`,
    ...Object.keys(STATES[service]).map((name) => `  - ${name}`),
  ]
}

const missingStates = (service: Provider, interaction: Interaction) =>
  statesOf(interaction).filter(({ name }) => !Object.hasOwn(STATES[service], name))
