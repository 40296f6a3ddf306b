import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PACTS, readPact } from '../../pact/pact.ts'
import { shuffled } from '../../pact/shuffled.ts'
import { verify } from '../../verify/verify.ts'
import type { Provider } from '../provider.ts'

/** Longer than it takes on a machine that does nothing else; the verifier has time-outs of its own. */
const LONGEST_MS = 400_000

/** A state stands for itself, whatever came before it. PACT_SEED=<seed> repeats an order. */
const seed = Number(process.env['PACT_SEED'] ?? Date.now() % 2_147_483_648)

/** Verifies every pact of ours with a provider. */
export function keepsItsPacts(start: () => Promise<Provider>): void {
  let provider: Provider
  beforeAll(async () => {
    provider = await start()
  })
  afterAll(() => provider.stop())

  it(
    `keeps every pact that others have with it, in any order (seed ${seed})`,
    async () => {
      const pacts = readdirSync(PACTS).map((name) => readPact(join(PACTS, name)))
      const own = pacts.filter((pact) => pact.provider.name === provider.service)
      expect(own).not.toEqual([])
      const { ok, output } = await verify(
        provider,
        own.map((pact) => shuffled(pact, seed)),
      )
      if (!ok) throw new Error(output)
    },
    LONGEST_MS,
  )
}
