import type { States } from '../provider.ts'

/** What the states of outages need of a provider. */
export interface Surroundings {
  /** Without it every operation answers 503. */
  readonly database: { cut(): Promise<void>; heal(): Promise<void> }
}

/** What can happen to a service from outside, the same for each. */
export const surroundingStates: States<Surroundings> = {
  'the database is away': {
    setUp: ({ database }) => database.cut(),
    tearDown: ({ database }) => database.heal(),
  },
}
