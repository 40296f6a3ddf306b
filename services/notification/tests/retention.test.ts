import { PeriodicTask } from '../../platform/work/periodic-task.ts'
import { anEvent } from '../../../testing/notification/messages.ts'
import { scene, testClock } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'
import { eventually } from '../../../testing/eventually.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const clock = testClock()
const notification = scene({ started: false })

beforeAll(async () => {
  const config = { ...notification.config, deliveryRetentionDays: 30, deadLetterRetentionDays: 60 }
  notification.running = await startNotification(config, { clock })
  await notification.running.ready()
})

/** Sweeps now, as the service does from time to time. */
async function sweep(kind: string): Promise<void> {
  const part = notification.running.service.parts.find(({ name }) => name === `retention of ${kind}`)
  if (!(part instanceof PeriodicTask)) throw new Error(`nothing removes ${kind}`)
  await part.runNow()
}

const due = async (kind: string) => {
  const [, value] =
    new RegExp(`^rollcall_retention_due\\{kind="${kind}",.*\\} (\\d+)$`, 'm').exec(
      await notification.running.metrics(),
    ) ?? []
  return Number(value)
}

describe('retention (O20)', () => {
  it('removes the recipient and the content of old e-mails, and keeps that they were sent', async () => {
    const { running, publisher, mailServer } = notification
    const sent = await publisher.publish(
      anEvent({ userFirstName: 'Augusta', courseName: 'First aid at sea', userPreferredLanguage: 'fr-CA' }),
    )
    await running.becomes(sent.registrationId, { status: 'sent' })
    const [original] = await running.deliveries(sent.registrationId)
    const resent = await running.operator.post(`/admin/deliveries/${original?.id}/resend/`)
    expect(resent.status).toBe(201)
    await mailServer.receivedFor(sent.userEmail, 2)
    mailServer.behave('553 Augusta is unknown here', 'refused@example.org')
    const refused = await publisher.publish(anEvent({ userEmail: 'refused@example.org' }))
    await running.becomes(refused.registrationId, { status: 'failed' })
    mailServer.behave(450, 'waits@example.org')
    const waiting = await publisher.publish(anEvent({ userEmail: 'waits@example.org' }))
    await running.becomes(waiting.registrationId, { status: 'queued', attempts: 1 })

    await sweep('deliveries')
    expect(await running.deliveries(sent.registrationId)).toMatchObject([
      { to: sent.userEmail },
      { to: sent.userEmail },
    ])

    clock.advance(31 * DAY_MS)
    await sweep('deliveries')
    const [left, ...others] = await running.deliveries(sent.registrationId)
    expect(others).toEqual([])
    expect(left).toMatchObject({ id: original?.id, to: '', status: 'sent', sentAt: original?.sentAt })
    const stored = await notification.database
      .collection('deliveries')
      .find({ registrationId: { $in: [sent.registrationId, refused.registrationId] } })
      .toArray()
    expect(JSON.stringify(stored)).not.toMatch(/Augusta|First aid|fr-CA|example\.org/)
    expect(await running.receipt(sent.registrationId)).toMatchObject({ status: 'sent' })
    const missing = await running.internal.post('/internal/receipts/missing/', {
      registrationIds: [sent.registrationId],
    })
    expect(missing.body).toEqual([])
    expect(await due('deliveries')).toBe(0)
    // What is still to be sent needs its recipient.
    expect(await running.deliveries(waiting.registrationId)).toMatchObject([{ to: 'waits@example.org' }])
    expect(await running.operator.post(`/admin/deliveries/${original?.id}/resend/`)).toBeError(
      'delivery-expired',
    )
  })

  it('removes old dead letters', async () => {
    const { running, publisher } = notification
    const letters = async () => (await running.operator.get('/admin/dead-letters/')).body as unknown[]
    await publisher.raw('not JSON')
    await eventually(async () => expect(await letters()).not.toEqual([]))
    clock.advance(59 * DAY_MS)
    await sweep('dead-letters')
    expect(await letters()).not.toEqual([])
    clock.advance(2 * DAY_MS)
    await sweep('dead-letters')
    expect(await letters()).toEqual([])
    expect(await due('dead-letters')).toBe(0)
  })
})
