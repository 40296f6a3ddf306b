import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpOf, interactionsOf, readPact, type Pact } from '../pact/pact.ts'
import type { Provider } from '../providers/provider.ts'
import { runCore } from './core.ts'
import { openDoor } from './door.ts'
import { unknownStates } from './unknown-states.ts'

export interface VerifyOptions {
  /** Only interactions whose description this accepts. */
  readonly only?: (description: string) => boolean
}

export interface Verification {
  readonly ok: boolean
  /** For a person: what was verified, and what differs and where. */
  readonly output: string
}

/** Verifies pact files against a provider that is up. Needs no broker and no network. */
export async function verify(
  provider: Provider,
  pactFiles: readonly string[],
  options: VerifyOptions = {},
): Promise<Verification> {
  return await verifyPacts(
    provider,
    pactFiles.map(readPact).map((pact) => reduced(pact, options.only)),
  )
}

/** The same for pacts that were read. */
export async function verifyPacts(provider: Provider, pacts: readonly Pact[]): Promise<Verification> {
  const unknown = pacts.flatMap((pact) => unknownStates(pact, provider.service, Object.keys(provider.states)))
  if (unknown.length > 0) return { ok: false, output: unknown.join('\n') }
  const folder = mkdtempSync(join(tmpdir(), 'pacts-'))
  try {
    const verifications: Verification[] = []
    for (const { baseUrl, group } of byPort(provider, pacts))
      verifications.push(await verifyAt(baseUrl, provider, group, folder))
    return {
      ok: verifications.every(({ ok }) => ok),
      output: verifications.map(({ output }) => output).join('\n'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function verifyAt(
  targetUrl: string,
  provider: Provider,
  pacts: readonly Pact[],
  folder: string,
): Promise<Verification> {
  const pactUrls = pacts.map((pact, i) => {
    const file = join(folder, `${i}.json`)
    writeFileSync(file, JSON.stringify(pact))
    return file
  })
  const door = await openDoor(provider, targetUrl)
  try {
    const { result, output } = await runCore({
      provider: provider.service,
      providerBaseUrl: door.url,
      providerStatesSetupUrl: door.statesUrl,
      transports: [{ protocol: 'message', port: door.port, path: door.messagesPath, scheme: 'http' }],
      pactUrls,
      logLevel: 'error',
    })
    return { ok: result, output: [...output, ...door.failures()].join('\n') }
  } finally {
    door.close()
  }
}

/** Internal operations answer on a port of their own. */
function byPort(provider: Provider, pacts: readonly Pact[]) {
  const ports = Map.groupBy(
    pacts.filter((pact) => interactionsOf(pact).length > 0),
    (pact) => (interactionsOf(pact).some(isInternal) ? provider.internalUrl : provider.publicUrl),
  )
  return [...ports].map(([baseUrl, group]) => ({ baseUrl: baseUrl ?? provider.publicUrl, group }))
}

const isInternal = (interaction: Parameters<typeof httpOf>[0]): boolean =>
  httpOf(interaction)?.request.path.startsWith('/internal/') ?? false

function reduced(pact: Pact, only: VerifyOptions['only']): Pact {
  if (!only) return pact
  const keep = ({ description }: { description: string }) => only(description)
  return {
    ...pact,
    ...(pact.interactions ? { interactions: pact.interactions.filter(keep) } : {}),
    ...(pact.messages ? { messages: pact.messages.filter(keep) } : {}),
  }
}
