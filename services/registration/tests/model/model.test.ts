import fc from 'fast-check'
import { startPortal } from '../../../../testing/registration/portal.ts'
import { Callers } from './callers.ts'
import { Coverage } from './coverage.ts'
import { Driver, ServerAway, SteppingClock, type Stage } from './driver.ts'
import { flawedOperation } from './flaws.ts'
import type { Operation } from './operation.ts'
import { operatorOperations } from './operator-operations.ts'
import { registrationOperations } from './registration-operations.ts'
import { userOperations } from './user-operations.ts'

/**
 * `npm test` runs so many sequences, in which each outcome that is usual comes about many times; `npm run test:model` runs
 * those of the long profile, which meets every one.
 */
const SHORT = 100
const LONG = 2_000
/** How often the long profile has to reach each pair of operation and outcome. */
const ENOUGH = 10
/** A portal serves so many sequences, then a fresh one takes over: lists and look-ups stay quick. */
const PER_PORTAL = 25
/** Portals at work side by side. */
const LANES = 4
/** How often a sequence is begun again because a server was away for a moment, as on a busy machine. */
const MAX_STARTS = 5

const OPERATIONS = [...registrationOperations, ...userOperations, ...operatorOperations, flawedOperation]
/** At least 20 operations. Shrinking leaves operations out (null) one by one, whatever the length. */
const sequences = fc.array(fc.option(fc.oneof(...OPERATIONS), { freq: 1_000 }), {
  minLength: 21,
  maxLength: 32,
})

const runs = Number(process.env['MODEL_RUNS'] ?? SHORT)
const firstSeed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2_000_000_000)

const coverage = new Coverage()
let operations = 0
let beganAgain = 0
let failed = false

/** So many sequences on a portal of their own. The seed alone says which. */
async function runPortal(seed: number, numRuns: number): Promise<void> {
  const clock = new SteppingClock()
  const portal = await startPortal({ overrides: { clock }, trustedProxies: ['127.0.0.1', '::1'] })
  try {
    const stage = { portal, callers: await Callers.of(portal), clock, coverage, runs: 0 }
    const property = fc.asyncProperty(sequences, (sequence) => runSequence(stage, seed, sequence))
    await fc.assert(property, { numRuns, seed })
  } finally {
    await portal.stop()
  }
}

async function runSequence(stage: Stage, seed: number, sequence: readonly (Operation | null)[]) {
  const given = sequence.filter((operation) => operation !== null)
  operations += given.length
  for (let beginning = 1; ; beginning++) {
    try {
      return await new Driver(stage).run(given)
    } catch (error) {
      if (error instanceof ServerAway && beginning < MAX_STARTS) {
        beganAgain++
        continue
      }
      // Shrinking takes its time: tells of the difference before.
      if (!failed) process.stdout.write(`model: MODEL_SEED=${seed} differs, shrinking …\n${String(error)}\n`)
      failed = true
      throw error
    }
  }
}

/** Each portal has a seed of its own: that of a failure repeats it, as the first. */
async function runAll(): Promise<void> {
  const portals = Math.ceil(runs / PER_PORTAL)
  let next = 0
  const lane = async () => {
    while (next < portals && !failed) {
      const portal = next++
      await runPortal(firstSeed + portal, Math.min(PER_PORTAL, runs - portal * PER_PORTAL))
      if (runs >= LONG) process.stdout.write(`model: portal ${portal + 1} of ${portals} agrees\n`)
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
}

describe('the services, beside a small model of the specification', () => {
  it('answer every sequence of operations as it does (specification §1, §3; A1, A3, A4, A5, A6, S2, S3, S4, S5, S6, S7, S10, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, R16, R17, R18, B1, B2, B4, B8, O1, O4)', async () => {
    const began = Date.now()
    try {
      await runAll()
    } finally {
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      process.stdout.write(
        `model: MODEL_SEED=${firstSeed}, ${runs} sequences, ${operations} operations, ${seconds} s, ` +
          `${beganAgain} begun again, ${coverage.pairs} pairs of operation and outcome\n${coverage.table()}\n`,
      )
    }
    expect(coverage.unexpected()).toEqual([])
    if (runs >= LONG) expect(coverage.rarerThan(ENOUGH)).toEqual([])
  }, 7_200_000)
})
