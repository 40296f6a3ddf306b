import { command, settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'

const proxies: Partial<Record<string, Awaited<ReturnType<typeof tcpProxy>>>> = {}
const system = wholeSystem({
  overrides: { measureMs: 500 },
  wayTo: async (name, url) => {
    if (name !== 'smtp' && name !== 'rabbitmq') return url
    return (proxies[name] = await tcpProxy(url)).url
  },
})
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy?.stop()
})

const person = (loginName: string) => ({
  loginName,
  email: `${loginName}@example.org`,
  firstName: 'Ada',
  lastName: 'Byron',
  groupIds: [1],
})

const metricsOf = async (service: 'user' | 'notification') =>
  await (await fetch(`${system.health[service]}/metrics`)).text()
const gaugeIn = (metrics: string, name: string) =>
  Number(new RegExp(`^rollcall_${name}\\{.*\\} (\\S+)$`, 'm').exec(metrics)?.[1])

/** What each display says about webhooks that wait. */
async function webhooksWaiting() {
  const metrics = await metricsOf('notification')
  const { backlog } = (await system.operator.get('/admin/deliveries/status/')).body
  return {
    status: backlog.pendingWebhooks,
    metrics: gaugeIn(metrics, 'webhooks_waiting'),
    oldestDueSeconds: gaugeIn(metrics, 'webhook_oldest_due_seconds'),
  }
}

/** What each display says about e-mails that wait. */
async function emails(registrationIds: readonly number[]) {
  const env = settings(system)
  const [, , shown] = (await command(['status', '--json'], { env })).json<any[]>()
  const checks = (await command(['doctor', '--json'], { env })).json<any[]>()
  const { message } = checks.find(({ check }) => check === 'queued e-mails')
  const receipts = await Promise.all(
    registrationIds.map((id) => system.operator.get(`/admin/deliveries/?registrationId=${id}`)),
  )
  return {
    status: shown.backlog.queuedEmails,
    doctor: Number.parseInt(message, 10) || 0,
    metrics: gaugeIn(await metricsOf('notification'), 'mails_waiting'),
    receipts: receipts.filter(({ body: [delivery] }) => ['queued', 'sending'].includes(delivery?.status))
      .length,
  }
}

it('shows six e-mails and a webhook that wait everywhere, until they are sent or given up', async () => {
  const { credential } = await system.issueKey()
  const api = client(system.url, credential)
  const { id: courseId } = expectBody(
    await system.operator.put('/admin/courses/201/', { name: 'Fire safety', groupIds: [1] }),
    201,
  )
  const people = Array.from({ length: 6 }, (_, i) => person(`user-${i}`))
  const users = expectBody(await system.operator.post('/admin/users/batch/', people), 200) as any[]
  const receiver = await startReceiver(() => undefined)
  // Their creation may still be on its way.
  const endpoint = { url: receiver.url, events: ['user.updated'] }
  const { id: endpointId } = expectBody(await api.post('/webhook-endpoints/', endpoint), 201)
  expectBody(await api.patch(`/users/${users[0].user.id}/`, { lastName: 'Lovelace' }), 200)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  proxies.smtp?.cut()
  const ids: number[] = []
  for (const { user } of users)
    ids.push(expectBody(await api.post('/registrations/', { courseId, userId: user.id }), 201).id)
  async function expectShown(mails: number, webhooks: number) {
    // The commands take too long to be repeated all the time.
    const counted = async () => gaugeIn(await metricsOf('notification'), 'mails_waiting')
    await eventually(async () => expect(await counted()).toBe(mails))
    await eventually(async () => {
      expect(await emails(ids)).toEqual({ status: mails, doctor: mails, metrics: mails, receipts: mails })
      expect(await webhooksWaiting()).toEqual({ status: webhooks, metrics: webhooks, oldestDueSeconds: 0 })
    })
  }
  await expectShown(6, 1)
  proxies.smtp?.heal()
  await system.operator.post(`/admin/webhook-endpoints/${endpointId}/disable/`)
  await expectShown(0, 0)
  await receiver.stop()
})

it('shows events that RabbitMQ does not have in the status, the metrics and doctor', async () => {
  const env = settings(system)
  const doctor = async () => (await command(['doctor'], { env })).stdout
  proxies.rabbitmq?.cut()
  const [{ user }] = expectBody(
    await system.operator.post('/admin/users/batch/', [person('late')]),
    200,
  ) as any[]
  expect(user.id).toBeGreaterThan(0)
  await eventually(async () => {
    const [, shown] = (await command(['status', '--json'], { env })).json<any[]>()
    expect(shown).toMatchObject({
      pendingEvents: 1,
      queues: [],
    })
    expect(gaugeIn(await metricsOf('user'), 'outbox_pending_events')).toBe(1)
    expect(await doctor()).toMatch(/✓ events +1 in outboxes/)
  })
  proxies.rabbitmq?.heal()
  const none = /✓ events +0 in outboxes, 0 in queues/
  await eventually(async () => expect(await doctor()).toMatch(none), 30_000)
})
