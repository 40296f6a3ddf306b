import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pact } from '../../testing/pact/pact.ts'
import type { Provider } from '../../testing/providers/states/all.ts'
import type { World } from '../../testing/providers/world.ts'
import { runPactCore } from './run-pact-core.ts'
import { startVerificationProxy } from './verification-proxy.ts'

export interface Verification {
  readonly ok: boolean
  /** A text about the interactions and their differences. */
  readonly output: string
}

/** Verifies pacts, in their order, with a running service. */
export async function verify(
  world: World,
  provider: Provider,
  pacts: readonly Pact[],
): Promise<Verification> {
  const folder = mkdtempSync(join(tmpdir(), 'pacts-'))
  const pactUrls = pacts.map((pact, i) => {
    const file = join(folder, `${i}.json`)
    writeFileSync(file, JSON.stringify(pact))
    return file
  })
  const proxy = await startVerificationProxy(world, provider)
  try {
    const { result, output } = await runPactCore({
      provider,
      providerBaseUrl: proxy.url,
      providerStatesSetupUrl: proxy.statesUrl,
      transports: [{ protocol: 'message', port: proxy.port, path: proxy.messagesPath, scheme: 'http' }],
      logLevel: 'error',
      pactUrls,
    })
    // With messages where the version of the pact has none, for example.
    const nothing = output.some((line) => line.includes('Pact file has no interactions'))
    return { ok: result && !nothing, output: [...output, ...proxy.failures].join('\n') }
  } finally {
    proxy.close()
    rmSync(folder, { recursive: true })
  }
}
