import { STATES } from '../../contract-tests/providers/states/all.ts'

/** The states and parameters that only one of docs/provider-states.md and the code has, one line each. */
export function differencesOfStates(markdown: string): string[] {
  const described = markdown
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const [, name = ''] = /^`(.+)`/.exec(section) ?? []
      const [table = ''] = /^\| Parameter .*\n(?:\|.*\n)*/m.exec(section) ?? []
      return wordsOf(
        name,
        [...table.matchAll(/^\| `(\w+)`/gm)].map(([, parameter = '']) => parameter),
      )
    })
  const there = Object.values(STATES).flatMap((states) =>
    Object.entries(states).flatMap(([name, { parameters = [] }]) => wordsOf(name, parameters)),
  )
  return [
    ...[...new Set(there)]
      .filter((each) => !described.includes(each))
      .map((each) => `does not describe ${each}`),
    ...described.filter((each) => !there.includes(each)).map((each) => `describes ${each}, which is gone`),
  ]
}

const wordsOf = (name: string, parameters: readonly string[]): string[] => [
  `"${name}"`,
  ...parameters.map((parameter) => `${parameter} of "${name}"`),
]
