import { STATES } from '../../testing/providers/states/all.ts'

/** A line for each state and parameter that only docs/provider-states.md or only the code has. */
export function differencesOfStates(markdown: string): string[] {
  const [, ...sections] = markdown.split(/^### /m)
  const described = sections.flatMap((section) => {
    const [, name = ''] = /^`(.+)`/.exec(section) ?? []
    const [table = ''] = /^\| Parameter .*\n(?:\|.*\n)*/m.exec(section) ?? []
    const parameters = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, parameter = '']) => parameter)
    return wordsOf(name, parameters)
  })
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
