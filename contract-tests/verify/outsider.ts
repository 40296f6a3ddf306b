import { routeFor } from '../../scripts/dev/gateway/routes.ts'
import { Refusal } from '../../scripts/support/refusal.ts'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { disagreements } from '../pact/agreement.ts'
import { interactionsOf, statesOf, withoutEmptyStates, type Interaction, type Pact } from '../pact/pact.ts'
import { STATES } from '../providers/states/all.ts'
import type { World } from '../providers/world.ts'
import { UNREADABLE } from './source.ts'
import { verify, type Verification } from './verify.ts'

const SERVICES = Object.keys(STATES) as ServiceName[]
/** The name of all of them, for those who see one system. */
const WHOLE = 'rollcall'

/**
 * Verifies the pact of somebody else: against the contract, against the states that there are, and against the services
 * themselves, which are started only when they are needed.
 * @throws Refusal when the pact is not one with us
 */
export async function verifyOutsider(given: Pact, start: () => Promise<World>): Promise<Verification> {
  const pact = withoutEmptyStates(given)
  const parts = byService(pact)
  const unknown = parts.flatMap(([service, part]) => unknownStates(service, part))
  if (unknown.length > 0) return { ok: false, output: unknown.join('\n') }
  const verifications: Verification[] = [againstContract(await disagreements(pact))]
  const world = await start()
  for (const [service, part] of parts)
    verifications.push(await verify(world, service, [{ ...part, provider: { name: service } }]))
  return {
    ok: verifications.every(({ ok }) => ok),
    output: verifications.map(({ output }) => output).join('\n'),
  }
}

/**
 * What of a pact each service has to keep: a pact names one of them, or the whole, and then each interaction belongs to
 * the service whose operation it uses.
 * @throws Refusal when it names another provider, or nothing would be verified
 */
function byService(pact: Pact): (readonly [ServiceName, Pact])[] {
  const name = pact.provider.name.toLowerCase()
  const named = SERVICES.find((service) => service === name)
  if (named) return [[named, pact]]
  if (name !== WHOLE)
    throw new Refusal(
      `The provider of the pact is "${pact.provider.name}". It has to be one of ${[...SERVICES, WHOLE].join(', ')}.`,
      UNREADABLE,
    )
  const groups = Map.groupBy(pact.interactions ?? [], ownerOf)
  if (groups.size === 0)
    throw new Refusal(
      `The pact with "${WHOLE}" has no interactions. A pact of messages names the service that sends them: ${SERVICES.join(', ')}.`,
      UNREADABLE,
    )
  return [...groups].map(([service, interactions]) => [service, { ...pact, interactions }])
}

/** What uses no operation of ours fails wherever it is sent. */
const ownerOf = ({ request }: Interaction): ServiceName =>
  routeFor(request?.path ?? '', 'operator')?.service ?? 'registration'

/** A line for each state that a pact names and the provider does not have; the last ones name those that it has. */
function unknownStates(service: ServiceName, pact: Pact): string[] {
  const known = Object.keys(STATES[service])
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

const againstContract = (faults: readonly string[]): Verification => ({
  ok: faults.length === 0,
  output:
    faults.length === 0
      ? 'The pact relies on nothing that the contract does not say.'
      : ['The pact relies on what the contract does not say:', ...faults].join('\n  - '),
})
