import { eventually } from '../../../testing/eventually.ts'
import { locationOf, nextPageOf } from '../../../testing/pages.ts'
import { anEvent } from '../../../testing/notification/messages.ts'
import { scene } from '../../../testing/notification/scene.ts'
import { expectBody } from '../../../testing/portal.ts'

/** No sweep helps: what an operator asks for is sent at once. */
const at = scene({ overrides: { sweepMs: 600_000 } })
const sent = Array.from({ length: 5 }, () => anEvent())
const refused = anEvent()

beforeAll(async () => {
  at.mailServer.behave(550, refused.userEmail)
  for (const event of [...sent, refused]) {
    await at.publisher.publish(event)
    await at.running.becomes(event.registrationId, { status: event === refused ? 'failed' : 'sent' })
  }
})

const BAD_LANGUAGE = 'language must be a language as a BCP 47 tag such as de or pt-BR, or empty.'
const list = (query = '', headers = {}) => at.running.operator.get(`/admin/deliveries/${query}`, headers)
const registrationIds = (body: { registrationId: number }[]) =>
  body.map(({ registrationId }) => registrationId)
const deliveryOf = async (registrationId: number) => (await at.running.deliveries(registrationId))[0]!

it('operators see template 222 as it is sent, and a new one as it would be (O13)', async () => {
  const preview = (body?: object) => at.running.operator.post('/admin/templates/preview/', body)
  expect((await preview()).body).toMatchObject({
    subject: 'You are registered for Fire & Safety',
    text: expect.stringContaining('Hello Ada,'),
    html: expect.stringContaining('Fire &amp; Safety'),
  })
  expect((await preview({ language: 'de-ch' })).body).toMatchObject({
    language: 'de',
    languages: ['en', 'de', 'fr'],
    text: expect.stringContaining('Guten Tag Ada,'),
  })
  expect(await preview({ language: 'de_CH' })).toBeError('invalid-request', BAD_LANGUAGE)
  const german = { subject: 'Zu <%= it.courseName %>', text: '<%= it.firstName %>', html: '<b>!</b>' }
  const shown = { subject: 'Zu Fire & Safety', text: 'Ada', html: '<b>!</b>' }
  expect(await preview({ template: german })).toMatchObject({ status: 200, body: shown })
  const dated = { ...german, text: '<%= it.registeredOn %>', html: '<html>' }
  const inDanish = await preview({ template: dated, language: 'da' })
  expect(inDanish.body).toMatchObject({ language: 'da', html: '<html lang="da" dir="ltr">' })
  expect(inDanish.body.text).toBe('15. januar 2024 kl. 14.58 UTC')
  const { id, registrationId } = await deliveryOf(sent[0]!.registrationId)
  const ofDelivery = { ...german, text: '<%= it.registrationId %>' }
  expect((await preview({ template: ofDelivery, deliveryId: id })).body.text).toBe(String(registrationId))
  const fault = "The template's html may contain values only, such as <%= it.courseName %>."
  expect(await preview({ template: { ...german, html: '<% 1 %>' } })).toBeError('invalid-request', fault)
})

describe('deliveries (O7)', () => {
  it('are listed, newest first, with their state', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(registrationIds(body)).toEqual(registrationIds([...sent, refused]).reverse())
    const [event] = sent
    expect(body.at(-1)).toEqual({
      id: expect.stringMatching(/^\d+$/),
      nextAttemptAt: null,
      resentAt: null,
      possiblySent: false,
      registrationId: event!.registrationId,
      template: 222,
      to: event!.userEmail,
      status: 'sent',
      attempts: 1,
      lastError: '',
      messageId: `<222.${event!.registrationId}.${event!.eventId}@rollcall.example>`,
      createdAt: expect.stringMatching(/Z$/),
      sentAt: expect.stringMatching(/Z$/),
      failedAt: null,
      traceId: null,
    })
  })

  it('are filtered by registration, by status and by address (R14)', async () => {
    const { registrationId } = sent[1]!
    expect(registrationIds((await list(`?registrationId=${registrationId}`)).body)).toEqual([registrationId])
    expect(registrationIds((await list('?status=failed')).body)).toEqual([refused.registrationId])
    expect((await list(`?status=failed&registrationId=${registrationId}`)).body).toEqual([])
    expect((await list('?registrationId=999999')).body).toEqual([])
    const to = encodeURIComponent(sent[1]!.userEmail)
    expect(registrationIds((await list(`?to=${to}`)).body)).toEqual([registrationId])
    expect(await list('?status=lost')).toBeError('invalid-request')
  })

  it('are listed in pages, and counted on request (R13)', async () => {
    const first = await list('?limit=4&status=sent', { prefer: 'count=exact' })
    expect(first.headers.get('x-total-count')).toBe('5')
    expect(first.headers.get('preference-applied')).toBe('count=exact')
    const second = await at.running.operator.get(String(nextPageOf(first)))
    expect(registrationIds([...first.body, ...second.body])).toEqual(registrationIds(sent).reverse())
    expect(second.headers.get('link')).toBeNull()
    expect(second.headers.get('x-total-count')).toBeNull()
    expect(registrationIds((await list('?offset=4&status=sent')).body)).toEqual([sent[0]!.registrationId])
  })

  it('are read one by one; an id that is not a number is unknown', async () => {
    const delivery = await deliveryOf(sent[0]!.registrationId)
    expect((await at.running.operator.get(`/admin/deliveries/${delivery.id}/`)).body).toEqual(delivery)
    const unknown = await at.running.operator.get('/admin/deliveries/665f1c2e9b1d4a0012ab34cd/')
    expect(unknown).toBeError('not-found')
  })
})

describe('a resend (R21)', () => {
  const resend = (id: string, query = '') =>
    at.running.operator.post(`/admin/deliveries/${id}/resend/${query}`)
  const becomes = (id: string, state: object) =>
    eventually(async () =>
      expect((await at.running.operator.get(`/admin/deliveries/${id}/`)).body).toMatchObject(state),
    )

  it('sends the same e-mail again as another delivery, with a suffix in its Message-ID', async () => {
    const event = sent[2]!
    const original = await deliveryOf(event.registrationId)
    const resent = await resend(original.id)
    const { status, body } = resent
    const { id } = body
    expect([status, locationOf(resent)]).toEqual([201, `/admin/deliveries/${id}/`])
    expect(body).toMatchObject({ registrationId: event.registrationId, status: 'queued', attempts: 0 })
    const [first, second] = await at.mailServer.receivedFor(event.userEmail, 2)
    expect(second?.mail.messageId).toBe(original.messageId.replace('@', `.resend-${id}@`))
    expect(second?.mail.text).toBe(first?.mail.text)
    await becomes(id, { status: 'sent', attempts: 1 })
    expect((await at.running.operator.get(`/admin/deliveries/${original.id}/`)).body).toEqual(original)
    expect(at.running.lines).toContainEqual(
      expect.objectContaining({
        event: 'audit',
        operation: 'resendDelivery',
        target: { delivery: Number(original.id), resend: Number(id) },
      }),
    )
  })

  it.each([
    ['queued', 450],
    ['sending', 'stall'],
  ] as const)(
    'is rejected while the e-mail is %s, unless the request allows a second one (O7)',
    async (status, behaviour) => {
      const event = anEvent()
      const { registrationId, userEmail } = event
      at.mailServer.behave(behaviour, userEmail)
      await at.publisher.publish(event)
      await at.running.becomes(registrationId, { status, attempts: 1 })
      const { id } = await deliveryOf(registrationId)
      for (const query of ['', '?anyway=false']) expect(await resend(id, query)).toBeError('delivery-pending')
      expect(await at.running.deliveries(registrationId)).toHaveLength(1)
      at.mailServer.behave('accept', userEmail)
      expect(await resend(id, '?anyway=true')).toMatchObject({ status: 201, body: { registrationId } })
      await at.mailServer.receivedFor(userEmail)
      at.mailServer.acceptStalled()
    },
  )

  it('is rejected while another one of the registration waits, also at the same time (O7)', async () => {
    const { registrationId, userEmail } = sent[3]!
    const { id } = await deliveryOf(registrationId)
    at.mailServer.behave(450, userEmail)
    const responses = await Promise.all(Array.from({ length: 5 }, () => resend(id)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    const waiting = await deliveryOf(registrationId)
    await becomes(waiting.id, { status: 'queued', attempts: 1 })
    for (const one of [id, waiting.id]) expect(await resend(one)).toBeError('delivery-pending')
    const another = expectBody(await resend(id, '?anyway=true'), 201)
    await becomes(another.id, { status: 'queued', attempts: 1 })
    at.mailServer.behave('accept', userEmail)
    await at.running.operator.post('/admin/deliveries/retry/', { status: 'queued' })
    await at.mailServer.receivedFor(userEmail, 3)
    await becomes(waiting.id, { status: 'sent' })
    expect((await resend(waiting.id)).status).toBe(201)
    await at.mailServer.receivedFor(userEmail, 4)
  })

  it('works for a failed one, and does not change the receipt of the automatic e-mail', async () => {
    const { id } = await deliveryOf(refused.registrationId)
    const failedToo = expectBody(await resend(id), 201)
    await becomes(failedToo.id, { status: 'failed' })
    at.mailServer.behave('accept', refused.userEmail)
    await resend(id)
    await at.mailServer.receivedFor(refused.userEmail)
    // So that what failed, the resend too, is not sent again together with others.
    for (const failed of [id, failedToo.id])
      await becomes(failed, { status: 'failed', resentAt: expect.any(String) })
    expect((await at.running.receipt(refused.registrationId)).status).toBe('failed')
  })
})

it('an e-mail is sent at once while a process drains, during which it gets messages (R21)', async () => {
  at.running.service.announceStop()
  const event = await at.publisher.publish(anEvent())
  await at.mailServer.receivedFor(event.userEmail)
})
