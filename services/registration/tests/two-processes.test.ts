import {
  startMailServer,
  type MailServer,
  type ReceivedMail,
} from '../../../testing/notification/mail-server.ts'
import { client, type Client } from '../../../testing/client.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { expectOneSuccess, ROOT } from '../../../testing/portal.ts'
import { startProcess } from '../../../testing/processes.ts'

let mailServer: MailServer
let api: Client
const system = wholeSystem({
  startProcess,
  replicas: 2,
  async wayTo(name, url) {
    if (name !== 'smtp') return url
    mailServer = await startMailServer()
    return mailServer.url
  },
})
beforeAll(async () => void (api = client(system.url, (await system.issueKey()).credential)))
afterAll(() => mailServer.stop())

/** The number of the newest user, and the id of the newest course. */
let lastNumber = 0
/** A user, and a course that the user can be registered for. */
async function newUserAndCourse() {
  const courseId = ++lastNumber
  const loginName = `ada-${courseId}`
  const email = `${loginName}@example.org`
  const user = await api.post('/users/', { firstName: 'Ada', lastName: 'Byron', loginName, email })
  const courseName = `First aid & safety ${courseId}`
  await system.operator.put(`/admin/courses/${courseId}/`, { name: courseName, groupIds: [ROOT] })
  return { ids: { userId: user.body.id as number, courseId }, email, courseName }
}

const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email))

const PARALLEL_REQUESTS = 40
const inParallel = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: PARALLEL_REQUESTS }, send))

/** How many requests for an operation each process of the registration service has responded to. */
const responseCounts = (operation: string) =>
  Promise.all(system.replicasOf.registration.map((process) => process.responsesTo(operation)))

describe('two replicas of the user and registration services, behind a gateway', () => {
  it('create one registration and e-mail for 40 parallel requests (§1; R8, R11, R21, B3)', async () => {
    const { ids, email, courseName } = await newUserAndCourse()
    const validated = await api.post('/registrations/', ids, { prefer: 'validate-only' })
    expect(validated).toMatchObject({ status: 200, body: { id: 0, ...ids, statusName: 'Not Started' } })
    expect(validated.headers.get('preference-applied')).toBe('validate-only')
    expect((await api.get(`/registrations/?course_id=${ids.courseId}`)).body).toEqual([])
    const before = await responseCounts('createRegistration')
    const responses = await inParallel(() => api.post('/registrations/', ids))
    const { body: created } = expectOneSuccess(responses, 201, 'already-registered')
    const after = await responseCounts('createRegistration')
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([
      PARALLEL_REQUESTS / 2,
      PARALLEL_REQUESTS / 2,
    ])

    const path = `/registrations/${created.id}/notification/`
    const sent = { status: 'sent', attempts: 1, sentAt: expect.stringMatching(/Z$/) }
    await eventually(async () => expect((await api.get(path)).body).toEqual(sent))
    expect(mailsTo(email)).toHaveLength(1)
    const [{ mail }] = mailsTo(email) as [ReceivedMail]
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'x-template-id', value: '222' }))
    expect(mail.text).toContain(`"${courseName}"`)
  })

  it('create one registration from 40 parallel requests with the same Idempotency-Key (R10)', async () => {
    const { ids } = await newUserAndCourse()
    const key = { 'idempotency-key': 'same' }
    const responses = await inParallel(() => api.post('/registrations/', ids, key))
    const created = responses.filter(({ status }) => status === 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(response).toBeError('idempotency-in-flight')
  })

  it('apply concurrent moves of one registration one after the other', async () => {
    const { ids } = await newUserAndCourse()
    const { id } = (await api.post('/registrations/', ids)).body
    const moves = ['complete', 'approve', 'withdraw']
    let sent = 0
    await inParallel(() => api.post(`/registrations/${id}/${moves[sent++ % moves.length]}/`))
    const { body: history } = await api.get(`/registrations/${id}/history/`)
    for (const [i, move] of history.entries()) if (i > 0) expect(move.from).toBe(history[i - 1].to)
  })

  it('accept one of two concurrent requests: a move that reopens, or a create (R8)', async () => {
    for (let round = 0; round < 10; round++) {
      const { ids } = await newUserAndCourse()
      const old = await api.post('/registrations/', ids)
      await api.post(`/registrations/${old.body.id}/withdraw/`)

      const reopen = () => api.post(`/registrations/${old.body.id}/approve/`)
      const create = () => api.post('/registrations/', ids)
      // The order of the two requests, and with it the process that gets each of them, alternates from round
      // to round.
      const reopensFirst = round % 2 === 0
      const requests = reopensFirst ? [reopen, create] : [create, reopen]
      const responses = await Promise.all(requests.map((send) => send()))
      const [reopened, created] = reopensFirst ? responses : responses.toReversed()

      if (reopened?.status === 200) expect(created).toBeError('already-registered')
      else {
        expect(reopened).toBeError('reopen-conflict')
        expect(created?.status).toBe(201)
      }
      const { body } = await api.get(`/registrations/?user_id=${ids.userId}`)
      const open = body.filter(({ statusName }: { statusName: string }) => statusName !== 'Withdrawn')
      expect(open).toHaveLength(1)
    }
    for (const operation of ['approveRegistration', 'createRegistration'])
      for (const count of await responseCounts(operation)) expect(count).toBeGreaterThan(0)
  })

  it('create while the notification service is unavailable, and the e-mail is sent later', async () => {
    await system.processes.notification.kill()
    const { ids, email } = await newUserAndCourse()
    const { status, body } = await api.post('/registrations/', ids)
    expect(status).toBe(201)
    expect(await api.get(`/registrations/${body.id}/notification/`)).toBeError('dependency-unavailable')
    await system.processes.notification.restart()
    await eventually(() => expect(mailsTo(email)).toHaveLength(1))
  })
})
