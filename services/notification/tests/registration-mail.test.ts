import { randomUUID } from 'node:crypto'
import { expectBody } from '../../../testing/portal.ts'
import { eventually } from '../../../testing/eventually.ts'
import { anEvent } from '../../../testing/notification/messages.ts'
import { scene } from '../../../testing/notification/scene.ts'

const at = scene()

describe('the e-mail about a new registration (specification §1, R21)', () => {
  it('is sent to the address at creation, with template 222 and the trace of the request', async () => {
    const requestId = 'call-7'
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
    const trace = { 'x-request-id': requestId, traceparent }
    const event = await at.publisher.publish(anEvent({ courseName: 'Brandschutz für Ämter' }), trace)
    const { registrationId } = event
    const [taken] = await at.mailServer.receivedFor(event.userEmail)
    expect(taken?.to).toEqual([event.userEmail])
    expect(taken?.mail.from).toEqual({ name: 'Rollcall', address: 'no-reply@rollcall.example' })
    expect(taken?.mail.subject).toBe('You are registered for Brandschutz für Ämter')
    for (const part of [taken?.mail.text, taken?.mail.html]) {
      expect(part).toContain('Ada')
      expect(part).toContain('Brandschutz für Ämter')
      expect(part).toContain(String(registrationId))
      expect(part).toContain('15 January 2024')
    }
    const headers = new Map(taken?.mail.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('x-template-id')).toBe('222')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    // It follows from the event, and is kept (R21).
    const messageId = `<222.${registrationId}.${event.eventId}@rollcall.example>`
    expect(headers.get('message-id')).toBe(messageId)
    expect(await at.running.deliveries(registrationId)).toMatchObject([{ messageId, traceId }])
    const line = { msg: 'e-mail sent', registrationId, requestId, trace_id: traceId }
    await eventually(() => expect(at.running.lines).toContainEqual(expect.objectContaining(line)))
  })

  it('has a receipt, which is queued before the event arrives and then sent; metrics count it', async () => {
    const event = anEvent()
    const before = await at.running.receipt(event.registrationId)
    expect(before).toEqual({ status: 'queued', attempts: 0, sentAt: null })
    const registrationIds = [event.registrationId]
    const missing = async () =>
      (await at.running.internal.post('/internal/receipts/missing/', { registrationIds })).body
    expect(await missing()).toEqual(registrationIds)
    await at.publisher.publish(event)
    const after = await at.running.becomes(event.registrationId, { status: 'sent', attempts: 1 })
    expect(after.sentAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(await missing()).toEqual([])
    const metrics = await at.running.metrics()
    expect(metrics).toMatch(/rollcall_mails_total\{outcome="sent",service="notification"\} [1-9]/)
    expect(metrics).toMatch(/rollcall_mail_delay_seconds_count\{service="notification"\} [1-9]/)
  })
})

it('sends one e-mail for a registration, and rejects messages that contradict its event (R21)', async () => {
  const event = await at.publisher.publish(anEvent())
  const { eventId, registrationId } = event
  await at.running.becomes(registrationId, { status: 'sent' })
  await at.publisher.publish({ ...event, eventId: randomUUID() })
  await at.publisher.publish(anEvent({ eventId }))
  const reasons = ['has an event with the same id', 'is known under another event id']
  await eventually(async () => {
    const { body } = await at.running.operator.get('/admin/dead-letters/')
    const given = body.map(({ reason }: { reason: string }) => reason)
    expect(given.sort()).toEqual(reasons.map((reason) => `registration ${registrationId} ${reason}`))
  })
  const { groups } = expectBody(await at.running.operator.get('/admin/reasons/?of=dead-letters'), 200)
  expect(groups.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'another registration has an event with the same id',
    'the registration is known under another event id',
  ])
  await at.mailServer.receivedFor(event.userEmail, 1)
  expect(await at.running.deliveries(registrationId)).toHaveLength(1)
})

describe('values with special characters', () => {
  it('cannot add a header, a recipient or markup', async () => {
    const event = anEvent({
      courseName: 'Safety\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>',
      userFirstName: 'Ada\nX-Evil & "co"',
    })
    await at.publisher.publish(event)
    const [taken] = await at.mailServer.receivedFor(event.userEmail)
    expect(taken?.to).toEqual([event.userEmail])
    const names = taken?.mail.headers.map(({ key }) => key)
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-evil')
    expect(taken?.mail.subject).toBe(
      'You are registered for Safety Bcc: victim@example.org <script>alert(1)</script>',
    )
    expect(taken?.mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(taken?.mail.html).toContain('Ada X-Evil &amp; &quot;co&quot;')
    expect(taken?.mail.html).not.toContain('<script>')
    expect(taken?.mail.text).toContain('Hello Ada X-Evil & "co",')
  })

  it('are not decoded in the subject', async () => {
    const event = anEvent({ courseName: 'Safety =?utf-8?Q?for?= =?utf-8?Q?all?=' })
    await at.publisher.publish(event)
    const [taken] = await at.mailServer.receivedFor(event.userEmail)
    expect(taken?.mail.subject).toBe('You are registered for Safety = ?utf-8?Q?for?= = ?utf-8?Q?all?=')
  })

  it.each(['a@example.org, victim@example.org', 'a@example.org>\r\nRCPT TO:<victim@example.org', 'a b'])(
    'make the delivery fail, without an e-mail, if they are in the address: %j',
    async (userEmail) => {
      const event = await at.publisher.publish(anEvent({ userEmail }))
      await at.running.becomes(event.registrationId, { status: 'failed', sentAt: null })
      await at.mailServer.receivedFor('victim@example.org', 0)
    },
  )
})
