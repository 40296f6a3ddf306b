import type { State } from '../provider.ts'
import type { Fault } from '../fault.ts'

/** What the states of outages need of a provider. */
export interface Surroundings {
  readonly fault: Fault
  /** The server without which every operation answers 503. */
  readonly line: { cut(): Promise<void>; heal(): Promise<void> }
}

/** What can happen to a service from outside, the same for each. */
export const surroundingStates: readonly State<Surroundings>[] = [
  {
    name: 'something that the service needs is away',
    description: 'A server that no request can be answered without does not answer.',
    parameters: {},
    returns: {},
    async setUp({ line }) {
      await line.cut()
      return {}
    },
    tearDown: ({ line }) => line.heal(),
  },
  {
    name: 'the service has a fault',
    description: 'Whatever is asked of the store fails in a way that nobody has foreseen.',
    parameters: {},
    returns: {},
    setUp({ fault }) {
      fault.break()
      return Promise.resolve({})
    },
    tearDown({ fault }) {
      fault.mend()
      return Promise.resolve()
    },
  },
]
