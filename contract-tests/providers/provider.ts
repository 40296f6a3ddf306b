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
  /** What comes after "given". */
  readonly name: string
  /** What is so afterwards, in a sentence. */
  readonly description: string
  /** What a pact may say about it, each with its default. */
  readonly parameters?: Readonly<Record<string, string>>
  /** What a pact can use of it. */
  readonly returns?: Readonly<Record<string, string>>
  readonly setUp: (world: World, parameters: Parameters) => Returned | void | Promise<Returned | void>
  /** Brings back what the state took away. */
  readonly tearDown?: (world: World) => void | Promise<void>
}

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
export function boundTo<World>(world: World, states: readonly State<World>[]): Provider['states'] {
  return Object.fromEntries(
    states.map((state) => [
      state.name,
      {
        async setUp(given) {
          requireKnown(state, given)
          return (await state.setUp(world, given)) ?? {}
        },
        async tearDown() {
          await state.tearDown?.(world)
        },
      },
    ]),
  )
}

function requireKnown(
  { name, parameters = {} }: Pick<State<never>, 'name' | 'parameters'>,
  given: Parameters,
) {
  const unknown = Object.keys(given).filter((key) => !(key in parameters))
  if (unknown.length === 0) return
  const known = Object.keys(parameters)
  const list = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`
  throw new Error(`The state "${name}" takes no ${unknown.join(', ')}. ${list}`)
}
