import type { EventPayloads } from '../../services/shared/contract/generated/events.ts'
import type { World } from './world.ts'

export type Parameters = Readonly<Record<string, unknown>>

/** The values that a state returns. An interaction can use them in its request (`fromProviderState`). */
export type StateValues = Readonly<Record<string, string | number | boolean>>

/** A state that a pact may name. */
export interface State {
  /** The names of its parameters. */
  readonly parameters?: readonly string[]
  readonly setUp: (world: World, parameters: Parameters) => StateValues | void | Promise<StateValues | void>
  /** Undoes what the state changed for later interactions. */
  readonly tearDown?: (world: World) => void | Promise<void>
}

/** By the text after "given". */
export type States = Readonly<Record<string, State>>

export type EventType = keyof EventPayloads

/** A message as it was received from its queue. */
export interface ReceivedMessage {
  readonly payload: Readonly<Record<string, unknown>>
  /** AMQP properties and headers, by their names. */
  readonly metadata: Readonly<Record<string, unknown>>
}
