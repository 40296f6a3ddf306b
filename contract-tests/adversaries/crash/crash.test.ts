import { expectBody, ROOT } from '../../../testing/portal.ts'
import { randomFrom } from '../../../testing/system/random.ts'
import { operations } from '../../operations.ts'
import { Campaign, nameOf, type Case } from './campaign.ts'
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
jest.setTimeout(MAX_MS + 300_000)

let portal: Portal
let campaign: Campaign
beforeAll(start)
afterAll(() => portal.stop())

async function start(): Promise<void> {
  portal = await startPortal()
  campaign = new Campaign(portal, campaign)
  expectBody(await portal.operator.user().put(`/admin/groups/${ROOT}/`, { name: 'All', parentId: null }), 201)
}

async function startAgainWhenFull(): Promise<void> {
  if (campaign.scenes < MAX_SCENES) return
  await portal.stop()
  await start()
}

/** Each ends between the write that others have made invalid and the look that finds it. */
const SHORT: readonly Case[] = [
  { operation: 'createUser', rival: 'the group is deleted', rivalAt: 4, endsAt: 4, ending: 'done' },
  { operation: 'rotateKey', rival: 'the account is deleted', rivalAt: 2, endsAt: 2, ending: 'done' },
  { operation: 'resendDelivery', endsAt: 2, ending: 'done' },
  { operation: 'mergeAccounts', endsAt: 2, ending: 'done' },
]
const only = CRASH_CASE === undefined ? undefined : [JSON.parse(CRASH_CASE) as Case]
const named = (cases: readonly Case[]) => cases.map((one) => [nameOf(one), one] as const)

it.each(named(only ?? SHORT))('%s: as if never asked, or as if done once', async (_, one) => {
  expect(await campaign.run(one)).toEqual([])
})

it('every operation that writes has a request, or says that it needs none', () => {
  const writing = operations.filter((one) => one.audience !== 'internal' && one.method !== 'GET')
  const ids = writing.flatMap((one) => (one['x-alias-of'] ? [] : one.operationId))
  const requested = new Set(Object.keys(REQUESTS).map((name) => name.split(' ', 1)[0]))
  expect([...requested, ...WITHOUT_REQUEST].toSorted()).toEqual(ids.toSorted())
})

const long = CRASH_SECONDS === undefined || only ? it.skip : it
long(`all, in the order of seed ${CRASH_SEED}, until the time is over`, async () => {
  const random = randomFrom(Number(CRASH_SEED))
  const until = Date.now() + MAX_MS
  const operations = Object.keys(REQUESTS).filter((operation) => operation.startsWith(CRASH_OPERATION))
  const first = random.below(operations.length)
  // One case of each in turn, so that none is left out if the time is short.
  const turns = [...operations.slice(first), ...operations.slice(0, first)]
  const casesOf = new Map<string, Case[][]>()
  const wrong: string[] = []
  let count = 0
  for (; turns.length > 0 && Date.now() < until; count++) {
    const operation = turns.shift() as string
    const all = casesOf.get(operation) ?? (await campaign.casesOf(operation))
    const [cases = [], ...others] = all.filter((some) => some.length > 0)
    const [one] = cases.splice(random.below(cases.length), 1) as [Case]
    casesOf.set(operation, [cases, ...others])
    if (cases.length + others.length > 0) turns.push(operation)
    const found = await campaign.run(one)
    await startAgainWhenFull()
    if (found.length === 0) continue
    wrong.push(nameOf(one))
    process.stderr.write(
      `${[nameOf(one), ...found].join('\n  ')}\n  repeat: CRASH_CASE='${JSON.stringify(one)}'\n`,
    )
  }
  const left = [...casesOf.values()].flat(2).length
  process.stderr.write(`${count} cases of ${casesOf.size} operations, of which ${left} cases are left\n`)
  expect(wrong).toEqual([])
})
