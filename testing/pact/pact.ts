import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pacts of our own services and clients, written by the tests in consumers/. */
export const PACTS = join(import.meta.dirname, '../../contract-tests/generated/pacts')

/** The parts of a pact file that are used, for versions 2 to 4 of the specification. */
export interface Pact {
  readonly consumer: { readonly name: string }
  readonly provider: { readonly name: string }
  readonly interactions?: readonly Interaction[]
  /** The messages in version 3. */
  readonly messages?: readonly Interaction[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface Interaction {
  /** From version 4 on; before, everything in `interactions` was HTTP. */
  readonly type?: string
  readonly description: string
  readonly providerState?: string
  readonly providerStates?: readonly { readonly name: string; readonly params?: object }[]
  readonly request?: Request
  readonly response?: Response
  readonly contents?: unknown
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface Request {
  readonly method: string
  readonly path: string
  readonly query?: string | Readonly<Record<string, string | readonly string[]>>
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  readonly matchingRules?: object
  readonly generators?: object
}

export interface Response {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  readonly matchingRules?: object
}

/** All interactions and messages, for every version. */
export function interactionsOf({ interactions = [], messages = [] }: Pact): readonly Interaction[] {
  return [...interactions, ...messages.map((message) => ({ ...message, type: 'Asynchronous/Messages' }))]
}

/** Removes states without a name, which some libraries write when there is no state. */
export function withoutEmptyStates(pact: Pact): Pact {
  const { interactions, messages } = pact
  return {
    ...pact,
    ...(interactions ? { interactions: interactions.map(withoutEmptyState) } : {}),
    ...(messages ? { messages: messages.map(withoutEmptyState) } : {}),
  }
}

function withoutEmptyState({ providerState, providerStates, ...interaction }: Interaction): Interaction {
  return {
    ...interaction,
    ...(providerState?.trim() ? { providerState } : {}),
    ...(providerStates ? { providerStates: providerStates.filter(({ name }) => name?.trim()) } : {}),
  }
}

/** The provider states that an interaction names. */
export const statesOf = ({ providerState, providerStates }: Interaction) =>
  providerStates ?? (providerState === undefined ? [] : [{ name: providerState }])

/** The body of a request, a response or a message: version 4 wraps it. */
export function bodyOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { content, contentType } = body as { content?: unknown; contentType?: unknown }
  return contentType === undefined ? body : content
}

export const readPact = (file: string): Pact => JSON.parse(readFileSync(file, 'utf8')) as Pact
