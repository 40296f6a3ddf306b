import { join } from 'node:path'
import { startChild } from '../../../testing/child.ts'
import { client } from '../../../testing/client.ts'
import { settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'

const MAIN = join(__dirname, '../src/main.ts')
const system = wholeSystem()

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '`webhooks listen` ended by %s removes its endpoint',
  async (signal) => {
    const { credential, apiKey, apiSecret } = await system.issueKey()
    const endpoints = async () =>
      expectBody(await client(system.url, credential).get('/webhook-endpoints/'), 200)
    const listen = startChild([MAIN, 'webhooks', 'listen'], settings(system, { apiKey, apiSecret }))
    await listen.waitForOutput('Press Ctrl-C to stop')
    expect(await endpoints()).toHaveLength(1)
    listen.signal(signal)
    expect(await listen.ended).toEqual([0, null])
    await eventually(async () => expect(await endpoints()).toEqual([]))
  },
)
