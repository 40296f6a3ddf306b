import { BETWEEN } from './between.ts'
import { MAIL } from './mail.ts'
import { PROXIES } from './proxies.ts'
import { RELAYS } from './relays.ts'
import { WATCHERS } from './watchers.ts'

const FOLDER = 'contract-tests/neighbours'
/** The neighbours of each test file. */
const FILES = {
  [`${FOLDER}/neighbours.test.ts`]: [...Object.keys(PROXIES), ...RELAYS],
  [`${FOLDER}/mail.test.ts`]: MAIL,
  [`${FOLDER}/between.test.ts`]: BETWEEN,
  [`${FOLDER}/rights.test.ts`]: ['rights'],
  [`${FOLDER}/files.test.ts`]: ['libreoffice'],
  [`${FOLDER}/networks.test.ts`]: ['nat64', 'ipv6', 'resolver'],
  [`${FOLDER}/watchers.test.ts`]: WATCHERS,
  [`${FOLDER}/runbooks.test.ts`]: ['runbooks'],
  'services/registration/tests/traces.test.ts': ['collector'],
}
export const NEIGHBOURS = Object.values(FILES).flat()
/** The test files of these neighbours. */
export const filesOf = (names: readonly string[]): readonly string[] =>
  Object.entries(FILES)
    .filter(([, those]) => those.some((name) => names.includes(name)))
    .map(([file]) => file)
/** Those that run only if they are named, because their packages are large. */
export const ON_REQUEST = ['libreoffice']
/** What `npm test` runs. */
export const SHORT = ['nginx', 'postfix']
