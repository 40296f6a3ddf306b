import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Interaction, Pact } from '../../testing/pact/pact.ts'
import type { PactProvider } from '../../testing/providers/states/all.ts'
import type { World } from '../../testing/providers/world.ts'
import { runPactCore } from './run-pact-core.ts'
import { INTERACTION, startVerificationProxy } from './verification-proxy.ts'

export interface Verification {
  readonly ok: boolean
  /** A text about the interactions and their differences. */
  readonly output: string
}

/** Verifies pacts, in their order, with a running service. */
export async function verify(
  world: World,
  provider: PactProvider,
  pacts: readonly Pact[],
): Promise<Verification> {
  const folder = mkdtempSync(join(tmpdir(), 'pacts-'))
  const pactUrls = pacts.map((pact, i) => {
    const file = join(folder, `${i}.json`)
    writeFileSync(file, JSON.stringify(marked(pact)))
    return file
  })
  const proxy = await startVerificationProxy(world, provider)
  try {
    const {
      result,
      output,
      interactionResults = [],
    } = await runPactCore({
      provider,
      providerBaseUrl: proxy.url,
      providerStatesSetupUrl: proxy.statesUrl,
      transports: [{ protocol: 'message', port: proxy.port, path: proxy.messagesPath, scheme: 'http' }],
      logLevel: 'error',
      pactUrls,
    })
    const failed = interactionResults.filter(({ result: one }) => one !== 'OK')
    const sent = proxy.exchanges
      .filter(({ interaction }) => failed.some(({ description }) => description === interaction))
      .map(({ interaction, text }) => `"${interaction}": ${text}`)
    return {
      // The core regards an error as a message that has the expected properties.
      ok: result && proxy.failures.length === 0,
      output: [...output, ...sent, ...proxy.failures].join('\n'),
    }
  } finally {
    proxy.close()
    rmSync(folder, { recursive: true })
  }
}

/** Writes the description of each interaction into its states and its request, so that errors can name it. */
function marked({ interactions = [], messages = [], ...pact }: Pact): Pact {
  const mark = ({ description, providerStates, request, ...rest }: Interaction): Interaction => ({
    ...rest,
    description,
    ...(providerStates && {
      providerStates: providerStates.map((state) => ({
        ...state,
        params: { ...state.params, [INTERACTION]: description },
      })),
    }),
    ...(request && {
      request: {
        ...request,
        headers: { ...request.headers, [INTERACTION]: encodeURIComponent(description) },
      },
    }),
  })
  return {
    ...pact,
    ...(messages.length > 0 ? { messages: messages.map(mark) } : { interactions: interactions.map(mark) }),
  }
}
