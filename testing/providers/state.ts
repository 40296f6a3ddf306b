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
