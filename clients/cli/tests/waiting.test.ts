import { command, settings } from '../../../testing/clients/command.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectBody } from '../../../testing/portal.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'

const proxies: Partial<Record<string, Awaited<ReturnType<typeof tcpProxy>>>> = {}
const system = wholeSystem({
  wayTo: async (name, url) => {
    if (name !== 'smtp' && name !== 'rabbitmq') return url
    return (proxies[name] = await tcpProxy(url)).url
  },
})
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy?.stop()
})

/** What each display says about e-mails that wait. */
async function displays(registrationIds: readonly number[]) {
  const env = settings(system)
  const [, , shown] = (await command(['status', '--json'], { env })).json<any[]>()
  const checks = (await command(['doctor', '--json'], { env })).json<any[]>()
  const { message } = checks.find(({ check }) => check === 'queued e-mails')
  const metrics = await (await fetch(`${system.health.notification}/metrics`)).text()
  const receipts = await Promise.all(
    registrationIds.map((id) => system.operator.get(`/admin/deliveries/?registrationId=${id}`)),
  )
  return {
    status: shown.backlog.queuedEmails,
    doctor: Number.parseInt(message, 10) || 0,
    metrics: Number(/^rollcall_mails_waiting\{.*\} (\d+)$/m.exec(metrics)?.[1]),
    receipts: receipts.filter(({ body: [delivery] }) => ['queued', 'sending'].includes(delivery?.status))
      .length,
  }
}

it('shows six waiting e-mails everywhere after six registrations without a mail server', async () => {
  const { credential } = await system.issueKey()
  const api = client(system.url, credential)
  const { id: courseId } = expectBody(
    await system.operator.put('/admin/courses/201/', { name: 'Fire safety', groupIds: [1] }),
    201,
  )
  const rows = Array.from({ length: 6 }, (_, i) => ({
    loginName: `user-${i}`,
    email: `user-${i}@example.org`,
    firstName: 'Ada',
    lastName: 'Byron',
    groupIds: [1],
  }))
  const users = expectBody(await system.operator.post('/admin/users/batch/', rows), 200) as any[]
  proxies.smtp?.cut()
  const ids: number[] = []
  for (const { user } of users)
    ids.push(expectBody(await api.post('/registrations/', { courseId, userId: user.id }), 201).id)
  const six = { status: 6, doctor: 6, metrics: 6, receipts: 6 }
  await eventually(async () => expect(await displays(ids)).toEqual(six), 30_000)
  proxies.smtp?.heal()
  const none = { status: 0, doctor: 0, metrics: 0, receipts: 0 }
  await eventually(async () => expect(await displays(ids)).toEqual(none), 40_000)
})

it('shows events that RabbitMQ does not have in the status, the metrics and doctor', async () => {
  const env = settings(system)
  const doctor = async () => (await command(['doctor'], { env })).stdout
  proxies.rabbitmq?.cut()
  const [{ user }] = expectBody(
    await system.operator.post('/admin/users/batch/', [
      { loginName: 'late', email: 'late@example.org', firstName: 'Ada', lastName: 'Byron', groupIds: [1] },
    ]),
    200,
  ) as any[]
  expect(user.id).toBeGreaterThan(0)
  await eventually(async () => {
    const [, shown] = (await command(['status', '--json'], { env })).json<any[]>()
    expect(shown).toMatchObject({
      pendingEvents: 1,
      queues: [{ name: 'user.user-erased-confirmed', messages: null, consumers: null }],
    })
    const metrics = await (await fetch(`${system.health.user}/metrics`)).text()
    expect(metrics).toMatch(/^rollcall_outbox_pending_events\{service="user"\} 1$/m)
    expect(await doctor()).toMatch(/✓ events +1 in outboxes/)
  }, 30_000)
  proxies.rabbitmq?.heal()
  const none = /✓ events +0 in outboxes, 0 in queues/
  await eventually(async () => expect(await doctor()).toMatch(none), 30_000)
})

it('shows a webhook as waiting until it is accepted or its endpoint is disabled', async () => {
  const receiver = await startReceiver(() => undefined)
  const { credential } = await system.issueKey()
  const endpoint = { url: receiver.url, events: ['user.created'] }
  const { id } = expectBody(await client(system.url, credential).post('/webhook-endpoints/', endpoint), 201)
  const row = {
    loginName: 'heard',
    email: 'h@example.org',
    firstName: 'Ada',
    lastName: 'Byron',
    groupIds: [1],
  }
  expectBody(await system.operator.post('/admin/users/batch/', [row]), 200)
  await eventually(() => expect(receiver.received).toHaveLength(1), 10_000)
  const shown = async () => {
    const metrics = await (await fetch(`${system.health.notification}/metrics`)).text()
    const gauge = (name: string) =>
      Number(new RegExp(`^rollcall_${name}\\{.*\\} (\\S+)$`, 'm').exec(metrics)?.[1])
    const { backlog } = (await system.operator.get('/admin/deliveries/status/')).body
    return [backlog.pendingWebhooks, gauge('webhooks_waiting'), gauge('webhook_oldest_due_seconds')]
  }
  await eventually(async () => expect(await shown()).toEqual([1, 1, 0]), 20_000)
  await system.operator.post(`/admin/webhook-endpoints/${id}/disable/`)
  await eventually(async () => expect(await shown()).toEqual([0, 0, 0]), 20_000)
  await receiver.stop()
})
