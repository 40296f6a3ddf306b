import '../../shared/tests/kit/matchers.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import type { Users } from '../src/users.ts'
import { ATTENDANCE, SOUTH, startPortal, type Portal } from './kit/portal.ts'

/** Holds a create between the moment its user is resolved and the insert, where a test can act. */
function pausing() {
  let reached: () => void
  let go: () => void
  const resolved = new Promise<void>((resolve) => (reached = resolve))
  const released = new Promise<void>((resolve) => (go = resolve))
  let armed = false
  return {
    arm: () => (armed = true),
    resolved,
    release: () => go(),
    around: (real: Users): Users => ({
      async resolve(...call) {
        const answers = await real.resolve(...call)
        if (armed) {
          armed = false
          reached()
          await released
        }
        return answers
      },
    }),
  }
}

describe('a create overtaken by a change of its user', () => {
  const pause = pausing()
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ overrides: { users: pause.around } })
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

    pause.arm()
    const creating = account.api.post('/registrations/', { courseId: course.id, userId: user.id })
    await pause.resolved
    await portal.operator.users.put(`/admin/groups/${SOUTH}/members/${user.id}/`)
    await eventually(async () =>
      expect((await south.api.get(`/registrations/${witness.body.id}/`)).status).toBe(200),
    )
    pause.release()

    const created = await creating
    expect(created.status).toBe(201)
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

  it('let one of 40 parallel creates through (R8)', async () => {
    const both = await pair()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => everywhere(i).post('/registrations/', both)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 39 }, () => 409),
    ])
  })

  it('let either a re-opening move or a new create through (R8)', async () => {
    for (let round = 0; round < 10; round++) {
      const both = await pair()
      const old = await account.api.post('/registrations/', both)
      await account.api.post(`/registrations/${old.body.id}/withdraw/`)
      const [reopened, created] = await Promise.all([
        everywhere(0).post(`/registrations/${old.body.id}/approve/`),
        everywhere(1).post('/registrations/', both),
      ])
      if (reopened.status === 200) expect(created).toBeError('already-registered')
      else {
        expect(reopened).toBeError('reopen-conflict')
        expect(created.status).toBe(201)
      }
    }
  })

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
