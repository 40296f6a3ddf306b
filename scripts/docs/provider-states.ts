import { STATES, type DescribedState } from '../../contract-tests/providers/states/all.ts'

/** The states that a pact may ask for, service by service. */
export const providerStates = (): string =>
  [
    '<!-- prettier-ignore-start -->',
    ...Object.entries(STATES).flatMap(([service, states]) => [`## ${service}`, ...states.map(section)]),
    '<!-- prettier-ignore-end -->',
  ].join('\n\n')

function section({ name, description, parameters, returns }: DescribedState): string {
  return [
    `### \`${name}\``,
    description,
    ...table('Parameter', 'Default, or what it does', parameters),
    ...table('Returns', 'What it is', returns),
  ].join('\n\n')
}

function table(first: string, second: string, rows: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(rows).map(([name, text]) => `| \`${name}\` | ${text} |`)
  return lines.length === 0 ? [] : [[`| ${first} | ${second} |`, '| --- | --- |', ...lines].join('\n')]
}
