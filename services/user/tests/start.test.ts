import { startParts } from '../../platform/process/part.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { bearer, client } from '../../../testing/client.ts'
import { isolatedConfig, OPERATOR_TOKEN } from '../../../testing/isolated.ts'
import { at, stopServices } from '../../../testing/portal.ts'
import { composeUser } from '../src/service.ts'

/** The status of the first response of a process that has just started. */
async function firstAnswer(mongodbUrl?: string): Promise<number> {
  const { config, remove } = await isolatedConfig()
  const own = { requestsPerMinute: 1_000, ...(mongodbUrl === undefined ? {} : { mongodbUrl }) }
  const service = await composeUser({ ...config, ...own }, testLogger('user'))
  try {
    await startParts(service.parts)
    const operator = client(at(service.ports.operator.port()), bearer(OPERATOR_TOKEN))
    return (await operator.get('/admin/groups/')).status
  } finally {
    await stopServices([service])
    await remove()
  }
}

describe('the ports of a starting process (architecture, "Ready, degraded, not ready")', () => {
  it('open when its database is available, so that no caller is rejected', async () => {
    expect(await firstAnswer()).toBe(200)
  })

  it('open after a moment without a database, too', async () => {
    expect(await firstAnswer('mongodb://127.0.0.1:1/nobody')).toBe(503)
  })
})
