/** A process of its own for a provider: verifies its pacts on the real thing and hands over what it did. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceName } from '../../../services/shared/contract/operation.ts'
import { PACTS } from '../../pact/folder.ts'
import { readPact } from '../../pact/pact.ts'
import type { Provider } from '../../providers/provider.ts'
import { recordTape, type Tape } from '../kill/tape.ts'
import { answering } from './child.ts'

const start: Readonly<Record<ServiceName, () => Promise<Provider>>> = {
  user: async () => (await import('../../providers/user.ts')).startProvider(),
  registration: async () => (await import('../../providers/registration.ts')).startProvider(),
  notification: async () => (await import('../../providers/notification.ts')).startProvider(),
}

answering<{ service: ServiceName }, Tape>(async ({ service }) => {
  const files = readdirSync(PACTS)
    .map((name) => join(PACTS, name))
    .filter((file) => readPact(file).provider.name === service)
  const provider = await start[service]()
  const tape = await recordTape(provider, files)
  await provider.stop()
  return tape
})
