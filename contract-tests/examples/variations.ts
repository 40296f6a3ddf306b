import type { Exampled, Parameter } from './examples.ts'
import type { Chapter } from './story.ts'

/** A request of the contract with one of its optional parameters. */
export interface Variation {
  readonly name: string
  readonly place: 'query' | 'headers'
  readonly value: unknown
  readonly at: Chapter
  /** What counts is the answer to the same request again. */
  readonly twice?: boolean
}

/** Their values come from an earlier answer: scenes of their own use them. */
const CONDITIONAL = new Set(['If-Match', 'If-None-Match'])

/** Each optional parameter with each value that the contract shows, and a page that has a next one. */
export function variations(operation: Exampled): Variation[] {
  const at = whereItWorks(operation)
  return operation.parameters
    .filter(({ required, name }) => !required && !CONDITIONAL.has(name))
    .flatMap((parameter) => valuesOf(operation, parameter).map((value) => variation(parameter, value, at)))
}

function variation({ name, in: place }: Parameter, value: unknown, at: Chapter): Variation {
  const twice = name === 'Idempotency-Key'
  return { name, value, at, place: place === 'query' ? 'query' : 'headers', ...(twice ? { twice } : {}) }
}

const valuesOf = (operation: Exampled, parameter: Parameter): readonly unknown[] =>
  parameter.name === 'limit' ? [...operation.valuesOf(parameter), 1] : operation.valuesOf(parameter)

/** A create succeeds where its record is not there yet. */
function whereItWorks({ id }: Exampled): Chapter {
  if (id === 'createUser') return 'before'
  return id.startsWith('createRegistration') ? 'enrolled' : 'crowded'
}
