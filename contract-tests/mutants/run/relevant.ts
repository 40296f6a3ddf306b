import type { Case } from '../../fuzz/case.ts'
import type { ContractMutant } from '../mutant.ts'

/** A mutant that so many cases about its place don't notice is not noticed by more of the kind. */
const ENOUGH = 150

/** What the names of cases say that are about a keyword. */
const CASES_OF: Readonly<Record<string, string>> = {
  additionalProperties: 'unknownField',
  enum: '"no such value"',
  required: ': absent',
}

/** The cases that could notice a mutant, the likeliest first. */
export function relevant(mutant: ContractMutant, cases: readonly Case[]): Case[] {
  const components = mutant.edits.map(({ path: [, , kind, name] }) => `${kind}/${name}`)
  const fields = mutant.edits.flatMap(({ path }) => {
    const at = path.lastIndexOf('properties')
    return at < 0 ? [] : [path[at + 1]]
  })
  const keyword = CASES_OF[mutant.edits[0]?.path.at(-1) ?? '']
  const value = /=(.+):drop$/.exec(mutant.id)?.[1]
  const mine = cases.filter(({ operationId }) => mutant.concerns.includes(operationId))
  // Values of one list are tried side by side: each by the cases that send it, and no others.
  if (value !== undefined)
    return mine.filter(
      ({ through, name }) =>
        name.endsWith(`: ${value}`) && components.some((component) => through.includes(component)),
    )
  const likelihood = ({ through, name }: Case): number =>
    (keyword !== undefined && name.includes(keyword) ? 8 : 0) +
    (components.some((component) => through.includes(component)) ? 4 : 0) +
    (fields.some((field) => name.includes(` ${field}:`) || name.includes(`.${field}:`)) ? 2 : 0) +
    (through.length === 0 ? 1 : 0)
  return mine
    .map((one) => ({ one, likely: likelihood(one) }))
    .sort((a, b) => b.likely - a.likely)
    .slice(0, ENOUGH)
    .map(({ one }) => one)
}
