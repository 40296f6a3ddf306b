import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { PACTS, readPact, type Pact } from '../pact/pact.ts'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { verify } from '../verify/verify.ts'
import { STATES } from './states/all.ts'
import { startWorld, type World } from './world.ts'

/** Longer than it takes on a machine that does nothing else; the verifier has time-outs of its own. */
const MAX_MS = 400_000
/** A state stands for itself, whatever came before it. PACT_SEED=<seed> repeats an order. */
const seed = Number(process.env['PACT_SEED'] ?? Date.now() % 2_147_483_648)

const pacts = readdirSync(PACTS).map((name) => readPact(join(PACTS, name)))
let world: World
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

it.each(Object.keys(STATES) as ServiceName[])(
  `%s keeps every pact that others have with it, in any order (seed ${seed})`,
  async (service) => {
    const own = pacts.filter(({ provider }) => provider.name === service)
    expect(own).not.toEqual([])
    const { ok, output } = await verify(world, service, own.map(shuffled))
    if (!ok) throw new Error(output)
  },
  MAX_MS,
)

/** The same pact with its interactions in another order, one for each seed. */
function shuffled(pact: Pact): Pact {
  const all = [...(pact.interactions ?? [])]
  const order = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
  const [interactions = []] = fc.sample(order, { numRuns: 1, seed })
  return { ...pact, interactions }
}
