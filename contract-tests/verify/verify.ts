import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceName } from '../../services/shared/contract/operation.ts'
import type { Pact } from '../pact/pact.ts'
import type { World } from '../providers/world.ts'
import { runCore } from './core.ts'
import { openDoor } from './door.ts'

export interface Verification {
  readonly ok: boolean
  /** For a person: what was verified, and what differs and where. */
  readonly output: string
}

/** Verifies pacts with a service that is up, in their order. Needs no broker and no network. */
export async function verify(
  world: World,
  service: ServiceName,
  pacts: readonly Pact[],
): Promise<Verification> {
  const folder = mkdtempSync(join(tmpdir(), 'pacts-'))
  const pactUrls = pacts.map((pact, i) => {
    const file = join(folder, `${i}.json`)
    writeFileSync(file, JSON.stringify(pact))
    return file
  })
  const door = await openDoor(world, service)
  try {
    const { result, output } = await runCore({
      provider: service,
      providerBaseUrl: door.url,
      providerStatesSetupUrl: door.statesUrl,
      transports: [{ protocol: 'message', port: door.port, path: door.messagesPath, scheme: 'http' }],
      logLevel: 'error',
      pactUrls,
    })
    return { ok: result, output: [...output, ...door.failures].join('\n') }
  } finally {
    door.close()
    rmSync(folder, { recursive: true })
  }
}
