import fc from 'fast-check'
import type { Call } from './calls.ts'
import type { OpenCall, TagChoice, World } from './world.ts'

/** A step of a sequence. It names records by position, so it means something in every world, and becomes a call there. */
export interface Operation {
  readonly name: string
  readonly choices: object
  readonly in: (world: World) => Call
}

/** @param weight how often it comes, beside the others */
export function operation<C extends object>(
  weight: number,
  name: string,
  choices: { readonly [K in keyof C]: fc.Arbitrary<C[K]> },
) {
  const arbitrary = fc.record(choices) as unknown as fc.Arbitrary<C>
  return {
    /** The call that it becomes, with what was chosen. */
    as: (call: (world: World, choices: C) => OpenCall): fc.WeightedArbitrary<Operation> => ({
      weight,
      arbitrary: arbitrary.map((choices) => ({
        name,
        choices,
        in: (world) => world.complete(call(world, choices)),
      })),
    }),
  }
}

/** Each of the values as often as its weight says. */
export const weighted = <T>(...choices: readonly (readonly [weight: number, value: fc.Arbitrary<T> | T])[]) =>
  fc.oneof(
    ...choices.map(([weight, value]) => ({
      weight,
      arbitrary: value instanceof fc.Arbitrary ? value : fc.constant(value),
    })),
  )
export const index = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 11 }))
export const account = weighted([6, 0], [3, 1], [2, 2], [1, 3])
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) =>
  fc.option(arbitrary, { nil: undefined, freq })
export const usually = fc.nat({ max: 6 }).map((n) => n !== 6)
export const sometimes = fc.nat({ max: 3 }).map((n) => n === 3)
export const rarely = fc.nat({ max: 9 }).map((n) => n === 9)
export const key = weighted<number | undefined>([3, undefined], [1, fc.nat({ max: 1 })])
/** By id, or by external id. */
export const pointer = fc.record({ external: sometimes, index })
export const eitherWay = fc.record({ external: fc.boolean(), index })
export const tag = weighted<TagChoice>([5, undefined], [2, 'own'], [3, index])
