import { startMailServer, type MailServer, type Received } from '../../../testing/notification/mail-server.ts'
import { bearer, client, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { openGateway } from '../../../testing/gateway.ts'
import { freshDatabaseUrl, isolatedConfig, OPERATOR_TOKEN } from '../../../testing/isolated.ts'
import { startProcess, type ServiceProcess } from '../../../testing/processes.ts'
import { ADMINISTRATOR, ATTENDANCE, expectOneSuccess, ROOT } from '../../../testing/registration/portal.ts'

type Gateway = Awaited<ReturnType<typeof openGateway>>

/** The system as it is deployed with two replicas: their own processes, behind a gateway that takes them in turn. */
let isolated: Awaited<ReturnType<typeof isolatedConfig>>
let mails: MailServer
let users: readonly ServiceProcess[]
let registrations: readonly ServiceProcess[]
let notification: ServiceProcess
let startNotification: () => Promise<ServiceProcess>
let gateways: readonly [Gateway, Gateway]
let operator: Client
let api: Client

beforeAll(async () => {
  isolated = await isolatedConfig()
  mails = await startMailServer()
  const shared = () => ({ ...isolated.config, mongodbUrl: freshDatabaseUrl() })
  const [userConfig, notificationConfig, registrationConfig] = [shared(), shared(), shared()]
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@rollcall.example' }
  const webhooks = {
    // No endpoint asks them anything.
    USER_SERVICE_URL: 'http://127.0.0.1:1',
    REGISTRATION_SERVICE_URL: 'http://127.0.0.1:1',
    WEBHOOK_SECRET_KEYS: Buffer.alloc(32, 1).toString('base64'),
  }
  startNotification = () => startProcess('notification', notificationConfig, { ...mail, ...webhooks })
  const both = [startProcess('user', userConfig), startProcess('user', userConfig)]
  ;[notification, ...users] = await Promise.all([startNotification(), ...both])
  const receipts = { NOTIFICATION_SERVICE_URL: notification.internalUrl }
  registrations = await Promise.all(
    users.map(({ internalUrl }) =>
      startProcess('registration', registrationConfig, { ...receipts, USER_SERVICE_URL: internalUrl }),
    ),
  )
  const at = (port: 'url' | 'operatorUrl') => ({
    user: users.map((process) => process[port]),
    registration: registrations.map((process) => process[port]),
  })
  const upstreams = { public: at('url'), operator: at('operatorUrl') }
  gateways = [await openGateway('public', upstreams), await openGateway('operator', upstreams)]
  const [forCallers, forOperators] = gateways
  operator = client(forOperators.url, bearer(OPERATOR_TOKEN))
  await operator.put(`/admin/groups/${ROOT}/`, { name: 'root', parentId: null })
  const grants = [ATTENDANCE, ADMINISTRATOR].map((role) => ({ role, groupId: ROOT }))
  const account = await operator.post('/admin/service-accounts/', { name: 'HR sync', grants })
  const key = await operator.post(`/admin/service-accounts/${account.body.id}/keys/`, {})
  api = client(forCallers.url, bearer(`${key.body.keyId}.${key.body.secret}`))
}, 120_000)

afterAll(async () => {
  for (const gateway of gateways) gateway.close()
  await mails.stop()
  await isolated.remove()
})

let made = 0
const someone = (fields: Record<string, unknown> = {}) => {
  const name = `ada-${++made}`
  return { firstName: 'Ada', lastName: 'Byron', loginName: name, email: `${name}@example.org`, ...fields }
}
/** A user and a course that can be registered for each other. */
async function pair() {
  const user = await api.post('/users/', someone())
  const course = { name: `First aid & safety ${made}`, groupIds: [ROOT] }
  await operator.put(`/admin/courses/${made}/`, course)
  const { id: userId, email } = user.body as { id: number; email: string }
  return { both: { userId, courseId: made }, email, courseName: course.name }
}

const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email))

const forty = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 40 }, act))
const responseCounts = (processes: readonly ServiceProcess[], operation: string) =>
  Promise.all(processes.map((process) => process.responsesTo(operation)))

describe('two processes of each service behind the gateway', () => {
  it('make one registration of 40 parallel creates, and one e-mail of template 222, none for a preview (specification §1, §3; R8, R11, R21, B3)', async () => {
    const { both, email, courseName } = await pair()
    const preview = await api.post('/registrations/', both, { prefer: 'validate-only' })
    expect(preview).toMatchObject({ status: 200, body: { id: 0, ...both, statusName: 'Not Started' } })
    expect(preview.headers.get('preference-applied')).toBe('validate-only')
    expect((await api.get(`/registrations/?course_id=${both.courseId}`)).body).toEqual([])
    const before = await responseCounts(registrations, 'createRegistration')
    const responses = await forty(() => api.post('/registrations/', both))
    const { body: created } = expectOneSuccess(responses, 201, 'already-registered')
    const after = await responseCounts(registrations, 'createRegistration')
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([20, 20])

    const path = `/registrations/${created.id}/notification/`
    const sent = { status: 'sent', attempts: 1, sentAt: expect.stringMatching(/Z$/) }
    await eventually(async () => expect((await api.get(path)).body).toEqual(sent))
    expect(mailsTo(email)).toHaveLength(1)
    const [{ mail }] = mailsTo(email) as [Received]
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'x-template-id', value: '222' }))
    expect(mail.text).toContain(`"${courseName}"`)
  })

  it('do the work of one Idempotency-Key once (R10)', async () => {
    const { both } = await pair()
    const key = { 'idempotency-key': 'same' }
    const responses = await forty(() => api.post('/registrations/', both, key))
    const created = responses.filter(({ status }) => status === 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(response).toBeError('idempotency-in-flight')
  })

  it('move one registration one step at a time', async () => {
    const { id } = (await api.post('/registrations/', (await pair()).both)).body
    const verbs = ['complete', 'approve', 'withdraw']
    let asked = 0
    await forty(() => api.post(`/registrations/${id}/${verbs[asked++ % 3]}/`))
    const { body: history } = await api.get(`/registrations/${id}/history/`)
    for (const [i, step] of history.entries()) if (i > 0) expect(step.from).toBe(history[i - 1].to)
  })

  it('let either a re-opening move or a new create through, never both and never neither (R8)', async () => {
    for (let round = 0; round < 10; round++) {
      const { both } = await pair()
      const old = await api.post('/registrations/', both)
      await api.post(`/registrations/${old.body.id}/withdraw/`)

      const reopening = () => api.post(`/registrations/${old.body.id}/approve/`)
      const creating = () => api.post('/registrations/', both)
      // Who is asked first, and which process gets which, changes from round to round.
      const inOrder = round % 2 === 0 ? [reopening, creating] : [creating, reopening]
      const responses = await Promise.all(inOrder.map((act) => act()))
      const [reopened, created] = round % 2 === 0 ? responses : responses.toReversed()

      if (reopened?.status === 200) expect(created).toBeError('already-registered')
      else {
        expect(reopened).toBeError('reopen-conflict')
        expect(created?.status).toBe(201)
      }
      const { body } = await api.get(`/registrations/?user_id=${both.userId}`)
      const open = body.filter(({ statusName }: { statusName: string }) => statusName !== 'Withdrawn')
      expect(open).toHaveLength(1)
    }
    for (const operation of ['approveRegistration', 'createRegistration'])
      for (const count of await responseCounts(registrations, operation)) expect(count).toBeGreaterThan(0)
  })

  it('register while the notification service is away: the e-mail follows (design, "Ready, degraded, down")', async () => {
    await notification.stop()
    const { both, email } = await pair()
    const { status, body } = await api.post('/registrations/', both)
    expect(status).toBe(201)
    expect(await api.get(`/registrations/${body.id}/notification/`)).toBeError('dependency-unavailable')
    notification = await startNotification()
    await eventually(() => expect(mailsTo(email)).toHaveLength(1))
  })
})
