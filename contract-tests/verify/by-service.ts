import { routeFor } from '../../scripts/dev/gateway/routes.ts'
import { Refusal } from '../../scripts/support/refusal.ts'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { httpOf, type Interaction, type Pact } from '../pact/pact.ts'
import { STATES } from '../providers/states/all.ts'
import { UNREADABLE } from './source.ts'

const SERVICES = Object.keys(STATES) as ServiceName[]
/** The name of all of them, for those who see one system. */
const WHOLE = 'rollcall'

/**
 * What of a pact each service has to keep: a pact names one of them, or the whole, and then each interaction belongs to
 * the service whose operation it uses.
 * @throws Refusal when it names another provider
 */
export function byService(pact: Pact): Map<ServiceName, Pact> {
  const name = pact.provider.name.toLowerCase()
  const named = SERVICES.find((service) => service === name)
  if (named) return new Map([[named, pact]])
  if (name !== WHOLE)
    throw new Refusal(
      `The provider of the pact is "${pact.provider.name}". It has to be one of ${[...SERVICES, WHOLE].join(', ')}.`,
      UNREADABLE,
    )
  const { interactions = [] } = pact
  const groups = Map.groupBy(interactions, ownerOf)
  return new Map([...groups].map(([service, own]) => [service, { ...pact, interactions: own }]))
}

/** What uses no operation of ours fails wherever it is sent. */
const ownerOf = (interaction: Interaction): ServiceName =>
  routeFor(httpOf(interaction)?.request.path ?? '', 'operator')?.service ?? 'registration'
