import { join } from 'node:path'
import { startChild } from '../../../testing/child.ts'
import { client } from '../../../testing/client.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { EXIT } from '../src/exit-codes.ts'

const MAIN = join(__dirname, '../src/main.ts')
const system = wholeSystem()

it('`webhooks listen` removes its endpoint when SIGINT, SIGTERM or SIGHUP ends it', async () => {
  const listening = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(async (signal) => {
    const { credential, apiKey, apiSecret } = await system.issueKey()
    const endpoints = async () =>
      expectBody(await client(system.url, credential).get('/webhook-endpoints/'), 200)
    const listen = startChild([MAIN, 'webhooks', 'listen'], settings(system, { apiKey, apiSecret }))
    await listen.waitForOutput('Press Ctrl-C to stop')
    expect(await endpoints()).toHaveLength(1)
    listen.signal(signal)
    expect([signal, await listen.ended]).toEqual([signal, [0, null]])
    await eventually(async () => expect(await endpoints()).toEqual([]))
  })
  await Promise.all(listening)
})

it('`webhooks listen` removes its endpoint when one Ctrl-C comes twice, as through npm', async () => {
  const endpoint = { id: 7, url: 'http://127.0.0.1:1/', events: [], secret: 'whsec_c2VjcmV0' }
  const { url, received } = await scriptedServer(
    { status: 201, body: endpoint },
    { status: 204, before: () => listen.signal('SIGINT') },
  )
  const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'rck_1', ROLLCALL_API_SECRET: 'rcs_1' }
  const listen = startChild([MAIN, 'webhooks', 'listen'], env)
  await listen.waitForOutput('Press Ctrl-C to stop')
  listen.signal('SIGINT')
  expect(await listen.ended).toEqual([0, null])
  expect(received.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
})

it('`webhooks listen` says which role events need, and takes several events', async () => {
  const grants = [{ role: 'Course attendance manager', groupId: 1 }]
  const env = settings(system, await system.issueKey({ grants }))
  const listen = (events: string) =>
    command(['webhooks', 'listen', '--events', events], { env, interrupted: AbortSignal.abort() })
  const { code, stderr } = await listen('registration.created,user.created')
  expect([code, stderr]).toEqual([
    EXIT.usage,
    expect.stringMatching(/those of users need User administrator\. .* --events, or ask an operator\.$/m),
  ])
  expect((await listen('registration.created,registration.completed')).code).toBe(EXIT.done)
})
