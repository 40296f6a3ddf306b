import fc from 'fast-check'
import type { Call } from './calls.ts'
import type { TagChoice, World } from './world.ts'

/** A step of a sequence. It names records by position, so it means something in every world, and becomes a call there. */
export interface Operation {
  readonly name: string
  readonly choices: object
  readonly in: (world: World) => Call
}

export function operation<C extends object>(
  name: string,
  choices: fc.Arbitrary<C>,
  call: (world: World, choices: C) => Call,
): fc.Arbitrary<Operation> {
  return choices.map((choices) => ({ name, choices, in: (world) => call(world, choices) }))
}

export const index = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 11 }))
export const account = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constant(2) },
  { weight: 1, arbitrary: fc.constant(3) },
)
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) =>
  fc.option(arbitrary, { nil: undefined, freq })
export const usually = fc.nat({ max: 6 }).map((n) => n !== 6)
export const sometimes = fc.nat({ max: 3 }).map((n) => n === 3)
export const rarely = fc.nat({ max: 9 }).map((n) => n === 9)
export const key = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.nat({ max: 1 }) },
)
/** By id, or by external id. */
export const pointer = fc.record({ external: sometimes, index })
export const tag: fc.Arbitrary<TagChoice> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constant('own' as const) },
  { weight: 3, arbitrary: index },
)
