import { DESCRIPTIONS, PROVIDERS, STATES } from '../../testing/providers/states/all.ts'

/** What `npm run verify:pact -- --states` prints: states, with what they take, return and cause. */
export const describedStates = (): string =>
  Object.entries(DESCRIPTIONS)
    .map(([name, { is, parameters, returns, causes }]) => {
      const providers = PROVIDERS.filter((provider) => Object.hasOwn(STATES[provider], name))
      return [
        `${name}\n  ${is} (${providers.join(', ')})\n`,
        ...rowsOf('takes', parameters),
        ...rowsOf('returns', returns),
        causes === undefined ? '' : `  causes  ${causes}\n`,
      ].join('')
    })
    .join('\n')

const rowsOf = (title: string, rows: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(rows).map(([name, text], i) => `  ${(i === 0 ? title : '').padEnd(8)}${name}: ${text}\n`)
