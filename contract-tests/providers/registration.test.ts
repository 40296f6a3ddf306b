import { join } from 'node:path'
import { PACTS } from '../pact/folder.ts'
import { verify } from '../verify/verify.ts'
import type { Provider } from './provider.ts'
import { startProvider } from './registration.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

it('keeps every pact with the registration service', async () => {
  const { ok, output } = await verify(provider, [join(PACTS, 'integrator-registration.json')])
  if (!ok) throw new Error(output)
}, 400_000)
