import { BETWEEN } from './between.ts'
import { MAIL } from './mail.ts'
import { PROXIES } from './proxies.ts'
import { RELAYS } from './relays.ts'
import { WATCHERS } from './watchers.ts'

/** The test file of each neighbour. */
const FILES = {
  'neighbours.test.ts': [...Object.keys(PROXIES), ...RELAYS],
  'mail.test.ts': MAIL,
  'between.test.ts': BETWEEN,
  'watchers.test.ts': WATCHERS,
}
export const NEIGHBOURS = Object.values(FILES).flat()
/** The test files of these neighbours. */
export const filesOf = (names: readonly string[]): readonly string[] =>
  Object.entries(FILES)
    .filter(([, those]) => those.some((name) => names.includes(name)))
    .map(([file]) => `contract-tests/neighbours/${file}`)
/** What `npm test` runs. */
export const SHORT = ['nginx', 'postfix']
