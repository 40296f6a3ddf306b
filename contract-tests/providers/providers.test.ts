import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { PACTS, readPact, type Pact } from '../../testing/pact/pact.ts'
import { faultsOf } from '../verify/faults.ts'
import { verify, type Verification } from '../verify/verify.ts'
import { PROVIDERS, type Provider } from '../../testing/providers/states/all.ts'
import { startWorld, type World } from '../../testing/providers/world.ts'

/** The verifier has its own, shorter timeouts. */
const MAX_MS = 400_000
/**
 * Interactions do not depend on each other, so they are verified in a random order. PACT_SEED=<seed> repeats
 * one.
 */
const seed = Number(process.env['PACT_SEED'] ?? Date.now() % 2_147_483_648)

const pacts = readdirSync(PACTS).map((name) => readPact(join(PACTS, name)))
let world: World
/** They are verified at the same time: no two providers cause the same type of message. */
const verifying = new Map<Provider, Promise<Verification>>()
beforeAll(async () => {
  world = await startWorld()
  for (const service of PROVIDERS)
    verifying.set(service, verify(world, service, pactsOf(service).map(shuffled)))
  // Each is awaited by its test.
  for (const running of verifying.values()) running.catch(() => undefined)
})
afterAll(() => world.stop())

const pactsOf = (service: Provider) => pacts.filter(({ provider }) => provider.name === service)

it.each(PROVIDERS)(
  `%s fulfils every pact, in any order (seed ${seed})`,
  async (service) => {
    expect(pactsOf(service)).not.toEqual([])
    expect(pactsOf(service).flatMap((pact) => faultsOf(pact, service))).toEqual([])
    const verification = await verifying.get(service)
    if (!verification?.ok) throw new Error(verification?.output)
  },
  MAX_MS,
)

/** The pact with its interactions in an order that the seed determines. */
function shuffled(pact: Pact): Pact {
  const all = [...(pact.interactions ?? [])]
  const order = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
  const [interactions = []] = fc.sample(order, { numRuns: 1, seed })
  return { ...pact, interactions }
}
