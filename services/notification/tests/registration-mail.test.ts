import '../../shared/tests/kit/matchers.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { startMailServer, type MailServer } from './kit/mail-server.ts'
import { anEvent, openPublisher, type Publisher } from './kit/messages.ts'
import { isolatedNotification, startNotification, type Running } from './kit/start-notification.ts'

let mailServer: MailServer
let running: Running
let publisher: Publisher
let remove: () => Promise<void>

beforeAll(async () => {
  mailServer = await startMailServer()
  const isolated = await isolatedNotification(mailServer.url)
  remove = isolated.remove
  publisher = await openPublisher(isolated.config.rabbitmqUrl)
  running = await startNotification(isolated.config)
  await running.ready()
})

afterAll(async () => {
  await running.stop()
  await publisher.close()
  await mailServer.stop()
  await remove()
})

describe('the e-mail about a new registration (specification §1, decision R21)', () => {
  it('goes to the address at the time of creation, by template 222', async () => {
    const event = anEvent({ courseName: 'Brandschutz für Ämter' })
    await publisher.publish(event)
    const [taken] = await mailServer.takenFor(event.userEmail)
    expect(taken?.to).toEqual([event.userEmail])
    expect(taken?.mail.from).toEqual({ name: 'Rollcall', address: 'no-reply@rollcall.example' })
    expect(taken?.mail.subject).toBe('Registration for Brandschutz für Ämter')
    for (const part of [taken?.mail.text, taken?.mail.html]) {
      expect(part).toContain('Ada')
      expect(part).toContain('Brandschutz für Ämter')
      expect(part).toContain(String(event.registrationId))
      expect(part).toContain('15 January 2024')
    }
    const headers = new Map(taken?.mail.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('x-template-id')).toBe('222')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(taken?.mail.messageId).toBe(`<222.${event.registrationId}.${event.eventId}@rollcall.example>`)
  })

  it('has a receipt: queued before anything arrived, then sent', async () => {
    const event = anEvent()
    expect(await running.receipt(event.registrationId)).toEqual({
      status: 'queued',
      attempts: 0,
      sentAt: null,
    })
    await publisher.publish(event)
    const receipt = await eventually(async () => {
      const now = await running.receipt(event.registrationId)
      expect(now.status).toBe('sent')
      return now
    })
    expect(receipt.attempts).toBe(1)
    expect(receipt.sentAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })
})
