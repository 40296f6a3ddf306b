import { expectBody, ROOT } from '../../../testing/portal.ts'
import { randomFrom } from '../../../testing/system/random.ts'
import { operations } from '../../operations.ts'
import { Campaign, nameOf, Undisturbed, type Case } from './campaign.ts'
import { startPortal, type Portal } from './portal.ts'
import { REQUESTS, WITHOUT_REQUEST } from './requests.ts'

/** `npm run check -- crash`: for how long, with which seed, of which operations, and the only case. */
const {
  CRASH_SECONDS,
  CRASH_SEED = String(Date.now() % 1_000_000),
  CRASH_OPERATION = '',
  CRASH_CASE,
} = process.env
const MAX_MS = 1_000 * Number(CRASH_SECONDS ?? 0)
/** A look reads all records, also those of the scenes before. */
const MAX_SCENES = 60
/** Cases of an operation whose scenes are made together. */
const CASES_IN_TURN = 6
jest.setTimeout(MAX_MS + 300_000)

let portal: Portal
let campaign: Campaign
const undisturbed = new Undisturbed()
beforeAll(start)
afterAll(() => portal.stop())

async function start(): Promise<void> {
  portal = await startPortal()
  campaign = new Campaign(portal, undisturbed)
  expectBody(await portal.operator.user().put(`/admin/groups/${ROOT}/`, { name: 'All', parentId: null }), 201)
}

async function startAgainWhenFull(): Promise<void> {
  if (campaign.scenes < MAX_SCENES) return
  await portal.stop()
  await start()
}

/** Each ends between the write that others have made invalid and the look that finds it. */
const SHORT: readonly Case[] = [
  { operation: 'createUser', rival: 'deleteGroup', rivalAt: 4, endsAt: 4, ending: 'done' },
  { operation: 'rotateKey', rival: 'deleteServiceAccount', rivalAt: 2, endsAt: 2, ending: 'done' },
  { operation: 'resendDelivery', endsAt: 2, ending: 'done' },
  { operation: 'mergeAccounts', endsAt: 2, ending: 'done' },
]
const only = CRASH_CASE === undefined ? undefined : [JSON.parse(CRASH_CASE) as Case]
const named = (cases: readonly Case[]) => cases.map((one) => [nameOf(one), one] as const)

it.each(named(only ?? SHORT))('%s: as if never asked, or as if done once', async (_, one) => {
  const { ended } = campaign
  expect(await campaign.run([one])).toEqual([[]])
  expect(campaign.ended).toBe(ended + 1)
})

it('every operation that writes has a request, or says that it needs none', () => {
  const writing = operations.filter((one) => one.audience !== 'internal' && one.method !== 'GET')
  const ids = writing.flatMap((one) => (one['x-alias-of'] ? [] : one.operationId))
  const requested = new Set(Object.keys(REQUESTS).map((name) => name.split(' ', 1)[0]))
  expect([...requested, ...WITHOUT_REQUEST].toSorted()).toEqual(ids.toSorted())
})

const long = CRASH_SECONDS === undefined || only ? it.skip : it
long(`all, in the order of seed ${CRASH_SEED}, until the time is over`, async () => {
  const until = Date.now() + MAX_MS
  const random = randomFrom(Number(CRASH_SEED))
  const names = Object.keys(REQUESTS).filter((name) => name.startsWith(CRASH_OPERATION))
  const first = random.below(names.length)
  // Some cases of each in turn, with another rival each time, so that none is left out if the time is short.
  const turns = [...names.slice(first), ...names.slice(0, first)]
  const left = new Map<string, Case[][]>()
  const wrong: string[] = []
  let count = 0
  while (turns.length > 0 && Date.now() < until) {
    const operation = turns.shift() as string
    const [cases = [], ...later] = left.get(operation) ?? (await campaign.casesOf(operation)).map(spread)
    const some = cases.splice(0, REQUESTS[operation]?.waits ? 1 : CASES_IN_TURN)
    const rest = [...later, cases].filter(({ length }) => length > 0)
    left.set(operation, rest)
    if (rest.length > 0) turns.push(operation)
    for (const [i, found] of (await campaign.run(some)).entries()) {
      if (found.length === 0) continue
      const one = some[i] as Case
      wrong.push(nameOf(one))
      const repeat = `repeat: CRASH_CASE='${JSON.stringify(one)}'`
      process.stderr.write(`${[nameOf(one), ...found, repeat].join('\n  ')}\n`)
    }
    count += some.length
    await startAgainWhenFull()
  }
  const leftCount = [...left.values()].flat(2).length
  process.stderr.write(`${count} cases of ${left.size} operations, of which ${leftCount} cases are left\n`)
  expect(wrong).toEqual([])
})

/** In an order in which each next one is far from those before. */
const spread = (cases: readonly Case[]): Case[] =>
  cases
    .map((one, i) => ({ one, place: (i * GOLDEN_RATIO) % 1 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2
