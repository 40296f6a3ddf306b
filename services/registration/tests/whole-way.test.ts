import { randomBytes } from 'node:crypto'
import '../../shared/tests/kit/matchers.ts'
import { testServers } from '../../../scripts/test/servers.ts'
import { composeNotification, type NotificationService } from '../../notification/src/service.ts'
import { startParts, stopParts } from '../../shared/process/part.ts'
import { uncheckedClient } from '../../shared/tests/kit/client.ts'
import { testLogger } from '../../shared/tests/kit/canary.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { isolatedConfig, type IsolatedConfig } from '../../shared/tests/kit/isolated.ts'
import { ready, startPortal, type Portal } from './kit/portal.ts'

/** All three services, from the HTTP call to the mailbox. */
let isolated: { config: IsolatedConfig; remove: () => Promise<void> }
let notification: NotificationService
let portal: Portal

const startNotification = async () => {
  const service = await composeNotification(
    {
      ...isolated.config,
      smtpUrl: testServers().smtpUrl,
      mailFrom: { name: 'Rollcall', address: 'rollcall@rollcall.example' },
    },
    testLogger(),
  )
  await startParts(service.parts)
  await ready(service.ports.admin.port())
  return service
}

beforeAll(async () => {
  isolated = await isolatedConfig()
  notification = await startNotification()
  portal = await startPortal({
    rabbitmqUrl: isolated.config.rabbitmqUrl,
    notificationServiceUrl: `http://127.0.0.1:${notification.ports.internal.port()}`,
  })
})
afterAll(async () => {
  await portal.stop()
  await stopParts(notification.parts)
  await isolated.remove()
})

const mailbox = uncheckedClient((testServers().mailboxUrl ?? '').replace(/\/$/, ''))
const anAddress = () => `${randomBytes(6).toString('hex')}@example.org`
const mailsTo = async (address: string) =>
  (await mailbox.get(`/api/messages?to=${address}`)).body as { id: number }[]

describe('a registration', () => {
  it('sends one e-mail of template 222 to the user, naming the course, and says so in a receipt (specification §1, §3; R21, B3)', async () => {
    const { api } = await portal.anAccount()
    const course = await portal.aCourse({ name: 'Fire safety & first aid' })
    const email = anAddress()
    const { id: userId } = await portal.aUser({ email })
    const { body } = await api.post('/registrations/', { courseId: course.id, userId })

    await eventually(async () =>
      expect((await api.get(`/registrations/${body.id}/notification/`)).body.status).toBe('sent'),
    )
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    const { body: mail } = await mailbox.get(`/api/messages/${mails[0]?.id}`)
    expect(mail.text).toContain('Fire safety & first aid')
    const receipt = await api.get(`/registrations/${body.id}/notification/`)
    expect(receipt.body).toEqual({ status: 'sent', attempts: 1, sentAt: expect.stringMatching(/Z$/) })
  })

  it('that is refused or only tried out sends none (R8, R11)', async () => {
    const { api } = await portal.anAccount()
    const email = anAddress()
    const both = { courseId: (await portal.aCourse()).id, userId: (await portal.aUser({ email })).id }
    await api.post('/registrations/', both, { prefer: 'validate-only' })
    const { body } = await api.post('/registrations/', both)
    await api.post('/registrations/', both)
    await eventually(async () =>
      expect((await api.get(`/registrations/${body.id}/notification/`)).body.status).toBe('sent'),
    )
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('made while the notification service is away is queued, and its e-mail follows (design, "Ready, degraded, down")', async () => {
    const { api } = await portal.anAccount()
    await stopParts(notification.parts)
    const email = anAddress()
    const both = { courseId: (await portal.aCourse()).id, userId: (await portal.aUser({ email })).id }
    const { status, body } = await api.post('/registrations/', both)
    expect(status).toBe(201)
    expect(await api.get(`/registrations/${body.id}/notification/`)).toBeError('dependency-unavailable')
    notification = await startNotification()
    await eventually(async () => expect(await mailsTo(email)).toHaveLength(1))
  })
})
