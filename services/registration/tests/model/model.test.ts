import fc from 'fast-check'
import {
  ADMINISTRATOR,
  ATTENDANCE,
  BATCH,
  NORTH,
  NORTH_SCHOOL,
  ROOT,
  SOUTH,
  startPortal,
  type Portal,
} from '../kit/portal.ts'
import { Coverage } from './coverage.ts'
import { below, Driver, SteppingClock, type Caller } from './driver.ts'
import { sequences } from './operations.ts'

const SHORT = 25
const runs = Number(process.env['MODEL_RUNS'] ?? SHORT)
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2_147_483_648)

const clock = new SteppingClock()
const coverage = new Coverage()
let portal: Portal
let callers: Caller[]

beforeAll(async () => {
  portal = await startPortal({ overrides: { clock } })
  callers = []
  for (const grants of [
    [
      { role: ATTENDANCE, groupId: ROOT },
      { role: ADMINISTRATOR, groupId: ROOT },
    ],
    [
      { role: BATCH, groupId: NORTH },
      { role: ADMINISTRATOR, groupId: NORTH },
    ],
    [
      { role: ATTENDANCE, groupId: NORTH_SCHOOL },
      { role: BATCH, groupId: SOUTH },
    ],
    [{ role: ADMINISTRATOR, groupId: NORTH_SCHOOL }],
  ])
    callers.push(await aCaller(grants))
})
afterAll(() => portal.stop())

async function aCaller(grants: readonly { role: string; groupId: number }[]): Promise<Caller> {
  const { id, api, users } = await portal.anAccount(grants)
  const reach = (administers: boolean) =>
    grants
      .filter(({ role }) => (role === ADMINISTRATOR) === administers)
      .flatMap(({ groupId }) => below(groupId))
  return {
    api,
    users,
    model: {
      id,
      name: 'HR sync',
      registrationGroups: reach(false),
      userGroups: reach(true),
      homeGroup: grants[0]?.groupId,
    },
  }
}

it('does it', async () => {
  const began = Date.now()
  let operations = 0
  try {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const given = sequence.filter((operation) => operation !== null)
        operations += given.length
        await new Driver({ portal, callers, clock, coverage }).run(given)
      }),
      { numRuns: runs, seed },
    )
  } finally {
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    process.stdout.write(
      `model: seed ${seed}, ${runs} sequences, ${operations} operations, ${seconds} s, ${coverage.pairs} pairs\n${coverage.table()}\n`,
    )
  }
}, 3_600_000)
