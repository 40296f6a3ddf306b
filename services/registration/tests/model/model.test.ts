import fc from 'fast-check'
import { startPortal } from '../../../../testing/registration/portal.ts'
import { sequences } from './commands.ts'
import { createStage, Sequence, SteppingClock } from './sequence.ts'

/** `npm run test:model` runs more. */
const runs = Number(process.env['MODEL_RUNS'] ?? 15)
/** Every portal has its own seed: the one that is printed last repeats a failure as the first. */
const firstSeed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2_000_000_000)
/** Sequences on one portal. A new portal for the next ones keeps lists and queries quick. */
const RUNS_PER_PORTAL = 50
const MAX_MS = 7_200_000

async function runPortal(seed: number, numRuns: number): Promise<void> {
  const clock = new SteppingClock()
  const portal = await startPortal({ overrides: { clock } })
  try {
    const stage = await createStage(portal, clock)
    const agrees = fc.asyncProperty(sequences, async (commands) => {
      const sequence = new Sequence(stage)
      await sequence.prepare()
      await fc.asyncModelRun(() => ({ model: {}, real: sequence }), commands)
      await sequence.compareAll()
    })
    await fc.assert(agrees, { seed, numRuns })
  } finally {
    await portal.stop()
  }
}

describe('a registration, beside a model of its life cycle', () => {
  it(
    'is created, moved, reopened, replayed and shown as the model says (specification §1, §3; A2b, A3, A4, A5, B1, B2, R5, R6, R7, R8, R9, R10, R11, R12, R16, S5, S7)',
    async () => {
      for (let done = 0, seed = firstSeed; done < runs; done += RUNS_PER_PORTAL, seed++) {
        const numRuns = Math.min(RUNS_PER_PORTAL, runs - done)
        process.stdout.write(`model: MODEL_SEED=${seed} MODEL_RUNS=${numRuns}\n`)
        await runPortal(seed, numRuns)
      }
    },
    MAX_MS,
  )
})
