import { eventually } from '../../../testing/eventually.ts'
import { STALLED_REPLY_TIMEOUT_MS, startNotificationProcess } from '../../../testing/notification/child.ts'
import { anEvent, QUEUE } from '../../../testing/notification/messages.ts'
import { scene } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'

const at = scene({ started: false })

it('is degraded without RabbitMQ: a resend is sent, and a replay gets a 503', async () => {
  const event = await at.publisher.publish(anEvent())
  await at.publisher.raw('a dead letter')
  const before = await startNotification(at.config)
  await before.becomes(event.registrationId, { status: 'sent' })
  const [sent] = await before.deliveries(event.registrationId)
  await eventually(async () =>
    expect((await before.operator.get('/admin/dead-letters/')).body).toMatchObject([{ id: '1' }]),
  )
  await before.stop()

  const unreachable = { rabbitmqUrl: 'amqp://127.0.0.1:1' }
  const { admin, operator, stop } = await startNotification({ ...at.config, ...unreachable })
  const degraded = { status: 200, body: { status: 'degraded', away: ['rabbitmq'] } }
  await eventually(async () => expect(await admin.get('/readyz')).toMatchObject(degraded))
  expect(await operator.post('/admin/dead-letters/1/replay/')).toBeError('dependency-unavailable')
  expect((await operator.post(`/admin/deliveries/${sent?.id}/resend/`)).status).toBe(201)
  await at.mailServer.receivedFor(event.userEmail, 2)
  await stop()
})

it('leaves the leases of another process alone, although its own clock is minutes ahead', async () => {
  const first = await startNotification({ ...at.config, smtpReplyTimeoutMs: STALLED_REPLY_TIMEOUT_MS })
  await first.ready()
  const event = anEvent()
  const begun = () => at.mailServer.recipients.filter((address) => address === event.userEmail)
  at.mailServer.behave('stall', event.userEmail)
  await at.publisher.publish(event)
  await eventually(() => expect(begun()).toHaveLength(1))
  const ahead = startNotificationProcess(at.config, 10 * 60_000)
  await ahead.waitForOutput('"dependency":"smtp","msg":"dependency is up"')
  await eventually(async () => expect((await at.publisher.channel.checkQueue(QUEUE)).consumerCount).toBe(2))
  // Its first look for due e-mails is over when it has sent one of these.
  for (let i = 0; i < 20; i++) await at.publisher.publish(anEvent())
  await ahead.waitForOutput(/e-mail sent/)
  expect(begun()).toHaveLength(1)
  at.mailServer.acceptStalled()
  await first.becomes(event.registrationId, { status: 'sent', attempts: 1 })
  ahead.signal('SIGTERM')
  await ahead.ended
  await first.stop()
})
