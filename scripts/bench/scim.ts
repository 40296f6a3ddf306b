/**
 * `npm run bench -- scim`: the CPU of a cycle of a directory in which nobody has changed, beside the same
 * reads by the API of users.
 */
import { headersOf } from '../../local/demo/call.ts'
import { printError } from '../../local/support/command-error.ts'
import { cpuOf, load, median } from './load.ts'
import { onOwnServers, startServices, USERS } from './sides.ts'

const ROUNDS = 5
/** The people of a cycle; the users are looked up again and again. */
const PEOPLE = 10_000
const CONNECTIONS = 4
/** How much more than the same reads a cycle may take. */
const MAX_RATIO = 1.2

const LOOK_UPS = {
  'GET /users/external_id/{externalId}/': (externalId: string) => `/users/external_id/${externalId}/`,
  'GET /scim/v2/Users?filter=externalId eq …': (externalId: string) =>
    `/scim/v2/Users?filter=${encodeURIComponent(`externalId eq "${externalId}"`)}`,
}

/** @returns whether a cycle is cheap enough */
const main = (): Promise<boolean> =>
  onOwnServers(async (servers) => {
    const { ours, userUrl, credential } = await startServices(servers)
    const headers = headersOf(credential)
    const measured = Object.entries(LOOK_UPS).map(([name, pathOf]) => ({ name, pathOf, cpu: [] as number[] }))
    // Round 0 warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const { pathOf, cpu } of measured) {
        const before = cpuOf(ours.pids.user)
        await load(userUrl, PEOPLE, CONNECTIONS, (turn) => ({
          method: 'GET',
          path: pathOf(`u-${turn % USERS}`),
          headers,
        }))
        if (round > 0) cpu.push((cpuOf(ours.pids.user) - before) / PEOPLE)
      }
    for (const { name, cpu } of measured)
      process.stdout.write(`${name}: ${median(cpu).toFixed(0)} µs a request\n`)
    const [own, scim] = measured.map(({ cpu }) => median(cpu)) as [number, number]
    process.stdout.write(`ratio ${(scim / own).toFixed(2)}, at most ${MAX_RATIO}\n`)
    return scim / own <= MAX_RATIO
  })

process.exit(await main().then((isCheap) => (isCheap ? 0 : 1), printError))
