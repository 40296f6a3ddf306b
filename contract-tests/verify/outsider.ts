import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { disagreements } from '../pact/agreement.ts'
import type { Pact } from '../pact/pact.ts'
import type { Provider } from '../providers/provider.ts'
import { STATES } from '../providers/states/all.ts'
import { byService } from './by-service.ts'
import { unknownStates } from './unknown-states.ts'
import { verify, type Verification } from './verify.ts'

export type StartProvider = (service: ServiceName) => Promise<Provider>

/**
 * Verifies the pact of somebody else: against the contract, against the states that there are, and against the services
 * themselves, which are started only when they are needed.
 * @throws Refusal when the pact is not one with us
 */
export async function verifyOutsider(pact: Pact, start: StartProvider): Promise<Verification> {
  const parts = [...byService(pact)]
  const unknown = parts.flatMap(([service, part]) =>
    unknownStates(part, service, Object.keys(STATES[service])),
  )
  if (unknown.length > 0) return { ok: false, output: unknown.join('\n') }
  const verifications: Verification[] = [againstContract(await disagreements(pact))]
  for (const [service, part] of parts) {
    const provider = await start(service)
    try {
      verifications.push(await verify(provider, [{ ...part, provider: { name: service } }]))
    } finally {
      await provider.stop()
    }
  }
  return {
    ok: verifications.every(({ ok }) => ok),
    output: verifications.map(({ output }) => output).join('\n'),
  }
}

function againstContract(faults: readonly string[]): Verification {
  if (faults.length === 0)
    return { ok: true, output: 'The pact relies on nothing that the contract does not say.' }
  const lines = [
    'The pact relies on what the contract does not say:',
    ...faults.map((fault) => `  - ${fault}`),
  ]
  return { ok: false, output: lines.join('\n') }
}
