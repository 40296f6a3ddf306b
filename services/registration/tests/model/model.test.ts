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

/** `npm test` runs so many sequences; `npm run test:model` runs those of the long profile. */
const SHORT = 25
const LONG = 2_000
/** How often the long profile has to reach each pair of operation and outcome. */
const ENOUGH = 10
const runs = Number(process.env['MODEL_RUNS'] ?? SHORT)
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2_147_483_648)

const clock = new SteppingClock()
const coverage = new Coverage()
let portal: Portal
let callers: Caller[]

/** One who reaches all, one of a part of the tree, one with two grants in different parts, one without the role. */
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

describe('the services, beside a small model of the specification', () => {
  it('answer every sequence of operations as it does (specification §1, §3; A3, A4, A5, A6, S2, S3, S5, S6, S7, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R14, R15, R16, R17, R18, B1, B2, B4)', async () => {
    const began = Date.now()
    let operations = 0
    let told = false
    /** Shrinking takes its time: tells of the difference before. */
    const tell = (difference: unknown) => {
      if (!told)
        process.stdout.write(`model: MODEL_SEED=${seed} differs, shrinking …\n${String(difference)}\n`)
      told = true
      throw difference
    }
    try {
      await fc.assert(
        fc.asyncProperty(sequences, async (sequence) => {
          const given = sequence.filter((operation) => operation !== null)
          operations += given.length
          await new Driver({ portal, callers, clock, coverage }).run(given).catch(tell)
        }),
        { numRuns: runs, seed },
      )
    } finally {
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      process.stdout.write(
        `model: MODEL_SEED=${seed}, ${runs} sequences, ${operations} operations, ${seconds} s, ` +
          `${coverage.pairs} pairs of operation and outcome\n${coverage.table()}\n`,
      )
    }
    if (runs >= LONG) expect(coverage.rarerThan(ENOUGH)).toEqual([])
  }, 7_200_000)
})
