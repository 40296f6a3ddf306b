import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { interactionsOf, type Pact } from '../pact/pact.ts'
import type { Provider } from '../providers/provider.ts'
import { runCore } from './core.ts'
import { openDoor } from './door.ts'
import { unknownStates } from './unknown-states.ts'

export interface Verification {
  readonly ok: boolean
  /** For a person: what was verified, and what differs and where. */
  readonly output: string
}

/** Verifies pacts against a provider that is up, in their order. Needs no broker and no network. */
export async function verify(provider: Provider, pacts: readonly Pact[]): Promise<Verification> {
  const unknown = pacts.flatMap((pact) => unknownStates(pact, provider.service, Object.keys(provider.states)))
  if (unknown.length > 0) return { ok: false, output: unknown.join('\n') }
  const folder = mkdtempSync(join(tmpdir(), 'pacts-'))
  const pactUrls = pacts.filter(hasInteractions).map((pact, i) => {
    const file = join(folder, `${i}.json`)
    writeFileSync(file, JSON.stringify(pact))
    return file
  })
  const door = await openDoor(provider)
  try {
    const { result, output } = await runCore({
      provider: provider.service,
      providerBaseUrl: door.url,
      providerStatesSetupUrl: door.statesUrl,
      transports: [{ protocol: 'message', port: door.port, path: door.messagesPath, scheme: 'http' }],
      logLevel: 'error',
      pactUrls,
    })
    return { ok: result, output: [...output, ...door.failures()].join('\n') }
  } finally {
    door.close()
    rmSync(folder, { recursive: true })
  }
}

const hasInteractions = (pact: Pact): boolean => interactionsOf(pact).length > 0
