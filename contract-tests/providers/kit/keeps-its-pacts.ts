import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PACTS } from '../../pact/folder.ts'
import { readPact } from '../../pact/pact.ts'
import { verify } from '../../verify/verify.ts'
import type { Provider } from '../provider.ts'

/** Longer than it takes on a machine that does nothing else; the verifier has time-outs of its own. */
const LONGEST_MS = 400_000

/** Verifies every pact of ours with a provider. */
export function keepsItsPacts(start: () => Promise<Provider>): void {
  let provider: Provider
  beforeAll(async () => {
    provider = await start()
  })
  afterAll(() => provider.stop())

  it(
    'keeps every pact that others have with it',
    async () => {
      const files = readdirSync(PACTS).map((name) => join(PACTS, name))
      const own = files.filter((file) => readPact(file).provider.name === provider.service)
      expect(own).not.toEqual([])
      const { ok, output } = await verify(provider, own)
      if (!ok) throw new Error(output)
    },
    LONGEST_MS,
  )
}
