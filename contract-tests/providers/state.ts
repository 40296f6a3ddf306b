import type { EventPayloads } from '../../services/shared/contract/generated/events.ts'
import type { World } from './world.ts'

export type Parameters = Readonly<Record<string, unknown>>

/**
 * What a state gives back, for an interaction to use in its request (`fromProviderState`). A message has to tell the
 * same where it has a field, a property or a header of that name.
 */
export type Returned = Readonly<Record<string, string | number | boolean | readonly number[]>>

/** One state that a pact may ask for. */
export interface State {
  /** What a pact may say about it. */
  readonly parameters?: readonly string[]
  readonly setUp: (world: World, parameters: Parameters) => Returned | void | Promise<Returned | void>
  /** Brings back what the state took away. */
  readonly tearDown?: (world: World) => void | Promise<void>
}

/** By what comes after "given". */
export type States = Readonly<Record<string, State>>

export type EventType = keyof EventPayloads

/** A message as it arrived at its queue. */
export interface Arrived {
  readonly payload: Readonly<Record<string, unknown>>
  /** AMQP properties and headers, by their names. */
  readonly metadata: Readonly<Record<string, unknown>>
}
