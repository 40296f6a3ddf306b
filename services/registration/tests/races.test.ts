import { Gate } from '../../shared/tests/kit/gate.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import type { Users } from '../src/users.ts'
import { ATTENDANCE, SOUTH, startPortal, type Portal } from './kit/portal.ts'

describe('a create overtaken by a change of its user', () => {
  /** Between the moment the user is resolved and the insert. */
  const gate = new Gate()
  const pausing = (real: Users): Users => ({
    async resolve(...call) {
      const answers = await real.resolve(...call)
      await gate.pass()
      return answers
    },
  })
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ overrides: { users: pausing } })
  })
  afterAll(() => portal.stop())

  it('ends with the new groups of the user (design, "The way of one registration", step 5)', async () => {
    const account = await portal.anAccount()
    const south = await portal.anAccount([{ role: ATTENDANCE, groupId: SOUTH }])
    const course = await portal.aCourse({ groupIds: [SOUTH] })
    const user = await portal.aUser()
    // Known here before: so the message about the move is all that is waited for below.
    const witness = await account.api.post('/registrations/', {
      courseId: (await portal.aCourse({ groupIds: [SOUTH] })).id,
      userId: user.id,
    })
    expect(await south.api.get(`/registrations/${witness.body.id}/`)).toBeError('forbidden')

    let created = witness
    await gate.hold(
      async () =>
        (created = await account.api.post('/registrations/', { courseId: course.id, userId: user.id })),
      async () => {
        await portal.operator.users.put(`/admin/groups/${SOUTH}/members/${user.id}/`)
        await eventually(async () =>
          expect((await south.api.get(`/registrations/${witness.body.id}/`)).status).toBe(200),
        )
      },
    )
    expect(created.status).toBe(201)
    expect(created.body.id).not.toBe(witness.body.id)
    await eventually(async () =>
      expect((await south.api.get(`/registrations/${created.body.id}/`)).status).toBe(200),
    )
  })
})

describe('two processes of the service on one database', () => {
  let portal: Portal
  let account: Awaited<ReturnType<Portal['anAccount']>>
  beforeAll(async () => {
    portal = await startPortal({ processes: 2 })
    account = await portal.anAccount()
  })
  afterAll(() => portal.stop())

  const pair = async () => ({ courseId: (await portal.aCourse()).id, userId: (await portal.aUser()).id })
  const everywhere = (i: number) => account.everywhere[i % 2]!

  it('do the work of one Idempotency-Key once (R10)', async () => {
    const both = await pair()
    const key = { 'idempotency-key': 'same' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => everywhere(i).post('/registrations/', both, key)),
    )
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toBeError('idempotency-in-flight')
  })

  it('move one registration one step at a time', async () => {
    const { body } = await account.api.post('/registrations/', await pair())
    const verbs = ['complete', 'approve', 'withdraw']
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => everywhere(i).post(`/registrations/${body.id}/${verbs[i % 3]}/`)),
    )
    const history = (await account.api.get(`/registrations/${body.id}/history/`)).body as {
      from: string
      to: string
    }[]
    for (const [i, step] of history.entries()) if (i > 0) expect(step.from).toBe(history[i - 1]?.to)
  })
})
