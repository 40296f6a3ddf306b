import type { State } from '../provider.ts'
import type { Fault } from '../fault.ts'

/** What the states of outages need of a provider. */
export interface Surroundings {
  readonly fault: Fault
  /** Without it every operation answers 503. */
  readonly database: { cut(): Promise<void>; heal(): Promise<void> }
}

/** What can happen to a service from outside, the same for each. */
export const surroundingStates: readonly State<Surroundings>[] = [
  {
    name: 'the database is away',
    description: 'The service does not reach its database, and knows it.',
    setUp: ({ database }) => database.cut(),
    tearDown: ({ database }) => database.heal(),
  },
  {
    name: 'the service has a fault',
    description: 'Whatever is asked of the store fails in a way that nobody has foreseen.',
    setUp: ({ fault }) => fault.break(),
    tearDown: ({ fault }) => fault.mend(),
  },
]
