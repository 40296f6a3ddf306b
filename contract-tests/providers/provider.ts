import type { EventPayloads } from '../../services/shared/contract/generated/events.ts'
import type { ServiceName } from '../../services/shared/contract/operation.ts'

export type Parameters = Readonly<Record<string, unknown>>

/**
 * What a state gives back, for an interaction to use in its request (`fromProviderState`). A message has to tell the
 * same where it has a field, a property or a header of that name.
 */
export type Returned = Readonly<Record<string, string | number | boolean | readonly number[]>>

/** One state that a pact may ask for; `World` is what the provider's states work on. */
export interface State<World> {
  /** What a pact may say about it. */
  readonly parameters?: readonly string[]
  readonly setUp: (world: World, parameters: Parameters) => Returned | void | Promise<Returned | void>
  /** Brings back what the state took away. */
  readonly tearDown?: (world: World) => void | Promise<void>
}

/** By what comes after "given". */
export type States<World> = Readonly<Record<string, State<World>>>

export type EventType = keyof EventPayloads

/** A message as it arrived at its queue. */
export interface Arrived {
  readonly payload: unknown
  /** AMQP properties and headers, by their names. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface BoundState {
  setUp(parameters: Parameters): Promise<Returned>
  tearDown(): Promise<void>
}

/** A service under verification: its real composition root on real stores. */
export interface Provider {
  readonly service: ServiceName
  /** Where operations of each audience answer, as far as the service has any. */
  readonly publicUrl?: string
  readonly operatorUrl: string
  readonly internalUrl?: string
  /** By name; a state that is not here fails a verification. */
  readonly states: Readonly<Record<string, BoundState>>
  /** The message of a type that the states before have caused. */
  readonly messages: Readonly<Partial<Record<EventType, () => Promise<Arrived>>>>
  stop(): Promise<void>
}

/** Binds states to the world that they work on. */
export const boundTo = <World>(world: World, states: States<World>): Provider['states'] =>
  Object.fromEntries(
    Object.entries(states).map(([name, { parameters = [], setUp, tearDown }]) => [
      name,
      {
        async setUp(given) {
          const unknown = Object.keys(given).filter((key) => !parameters.includes(key))
          const list = parameters.length === 0 ? 'It takes none.' : `It takes ${parameters.join(', ')}.`
          if (unknown.length > 0)
            throw new Error(`The state "${name}" takes no ${unknown.join(', ')}. ${list}`)
          return (await setUp(world, given)) ?? {}
        },
        tearDown: async () => tearDown?.(world),
      },
    ]),
  )
