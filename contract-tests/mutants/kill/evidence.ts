import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { operationOf } from '../../agreement/operations.ts'
import { PACTS } from '../../pact/folder.ts'
import { httpOf, interactionsOf, readPact, type Interaction, type Pact } from '../../pact/pact.ts'
import type { WholeContract } from '../contract.ts'
import type { Exchange } from '../../answers/exchange.ts'

/** An interaction, as a pact of its own. */
export interface Expectation {
  readonly pact: Pact
  readonly description: string
}

/** What is known of the contract as it is, by what it is about: an operation, or a type of message. */
export interface Evidence {
  readonly expectations: ReadonlyMap<string, readonly Expectation[]>
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>
  /** Every header that an answer of ours may have, in lower case. */
  readonly headers: ReadonlySet<string>
}

export function evidence(
  contract: WholeContract,
  exchanges: readonly Exchange[],
  pacts = committedPacts(),
): Evidence {
  const expectations = pacts.flatMap((pact) =>
    interactionsOf(pact).map((interaction) => ({
      about: subjectOf(contract, interaction),
      expectation: { pact: alone(pact, interaction), description: interaction.description },
    })),
  )
  return {
    expectations: new Map(
      [...Map.groupBy(expectations, ({ about }) => about)].map(([about, all]) => [
        about,
        all.map(({ expectation }) => expectation),
      ]),
    ),
    exchanges: Map.groupBy(exchanges, ({ operationId }) => operationId),
    headers: new Set(
      Object.keys(contract.document.components['headers'] ?? {}).map((name) => name.toLowerCase()),
    ),
  }
}

export function committedPacts(): Pact[] {
  return readdirSync(PACTS)
    .sort()
    .map((name) => readPact(join(PACTS, name)))
}

/** The operation, or the type of message, that an interaction is about. */
export function subjectOf(contract: WholeContract, interaction: Interaction): string {
  const http = httpOf(interaction)
  if (http) return operationOf(contract, http.request)?.operation.operationId ?? ''
  return Object.keys(contract.events).find((type) => interaction.description.includes(type)) ?? ''
}

function alone({ consumer, provider }: Pact, interaction: Interaction): Pact {
  return { consumer, provider, interactions: [interaction] }
}
