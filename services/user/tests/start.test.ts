import { startParts } from '../../platform/process/part.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { bearer, client } from '../../../testing/client.ts'
import { withFrozenTimeouts } from '../../../testing/frozen-timeouts.ts'
import { isolatedConfig, OPERATOR_TOKEN } from '../../../testing/isolated.ts'
import { at, stopServices } from '../../../testing/portal.ts'
import { composeUser } from '../src/service.ts'

/** The status of the first response of a process that has just started. */
async function firstAnswer({ mongodbUrl = '', start = (work: () => Promise<number>) => work() } = {}) {
  const { config, remove } = await isolatedConfig()
  const own = { requestsPerMinute: 1_000, ...(mongodbUrl && { mongodbUrl }) }
  const service = await composeUser({ ...config, ...own }, testLogger('user'))
  try {
    return await start(async () => {
      await startParts(service.parts)
      const operator = client(at(service.ports.operator.port()), bearer(OPERATOR_TOKEN))
      return (await operator.get('/admin/groups/')).status
    })
  } finally {
    await stopServices([service])
    await remove()
  }
}

describe('the ports of a starting process (architecture, "Ready, degraded, not ready")', () => {
  it('open when its database is available, so that no caller is rejected', async () => {
    expect(await firstAnswer({ start: withFrozenTimeouts })).toBe(200)
  })

  it('open after a moment without a database, too', async () => {
    expect(await firstAnswer({ mongodbUrl: 'mongodb://127.0.0.1:1/nobody' })).toBe(503)
  })
})
