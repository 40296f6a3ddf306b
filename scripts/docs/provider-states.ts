import { DESCRIPTIONS, STATES } from '../../testing/providers/states/all.ts'

/** A line for each state and parameter that only the descriptions or only the code has. */
export function differencesOfStates(): string[] {
  const described = Object.entries(DESCRIPTIONS).flatMap(([name, { parameters = {} }]) =>
    wordsOf(name, Object.keys(parameters)),
  )
  const there = Object.values(STATES).flatMap((states) =>
    Object.entries(states).flatMap(([name, { parameters = [] }]) => wordsOf(name, parameters)),
  )
  const missing = new Set(there.filter((each) => !described.includes(each)))
  const gone = described.filter((each) => !there.includes(each))
  return [
    ...[...missing].map((each) => `does not describe ${each}`),
    ...gone.map((each) => `describes ${each}, which is gone`),
  ]
}

const wordsOf = (name: string, parameters: readonly string[]): string[] => [
  `"${name}"`,
  ...parameters.map((parameter) => `${parameter} of "${name}"`),
]
