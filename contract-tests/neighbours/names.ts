import { BETWEEN } from './between.ts'
import { PROXIES } from './proxies.ts'
import { RELAYS } from './relays.ts'
import { WATCHERS } from './watchers.ts'

export const NEIGHBOURS = [...Object.keys(PROXIES), ...RELAYS, ...BETWEEN, ...WATCHERS]
/** What `npm test` runs. */
export const SHORT = ['nginx', 'postfix']
