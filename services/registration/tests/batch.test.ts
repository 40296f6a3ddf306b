import { Raw } from '../../shared/tests/kit/client.ts'
import { Gate } from '../../shared/tests/kit/gate.ts'
import { wrapped } from '../../shared/tests/kit/wrapped.ts'
import { startPortal, type Portal } from './kit/portal.ts'

/** Where a create asks for its users. */
const gate = new Gate()
let portal: Portal
let api: Awaited<ReturnType<Portal['anAccount']>>['api']

beforeAll(async () => {
  portal = await startPortal({
    overrides: {
      users: (real) =>
        wrapped(real, { resolve: async (...args) => (await gate.pass(), await real.resolve(...args)) }),
    },
  })
  api = (await portal.anAccount()).api
})
afterAll(() => portal.stop())

/** A user and a course that can be registered for each other. */
async function pair(course: Record<string, unknown> = {}) {
  const [{ id: courseId }, { id: userId }] = [await portal.aCourse(course), await portal.aUser()]
  return { courseId, userId }
}

describe('POST /registrations/batch/ (B1)', () => {
  it('refuses a body that is nested without end, also with an Idempotency-Key, which walks it (S3, R10)', async () => {
    const deep = new Raw(`[{"externalId":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`)
    for (const headers of [{}, { 'idempotency-key': 'deep' }])
      expect(await api.post('/registrations/batch/', deep, headers)).toBeError(
        'invalid-request',
        'The body is nested more than 16 levels deep.',
      )
  })

  it('answers each item on its own, and one bad item spoils no other', async () => {
    const [good, inactive] = [await pair(), await pair({ active: false })]
    const answer = await api.post('/registrations/batch/', [
      good,
      inactive,
      good,
      { courseId: good.courseId },
      'nonsense',
      { courseId: good.courseId, userId: 999_999 },
      await pair(),
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.map(({ index, status, code }: any) => ({ index, status, code }))).toEqual([
      { index: 0, status: 201, code: undefined },
      { index: 1, status: 422, code: 'course-inactive' },
      { index: 2, status: 409, code: 'already-registered' },
      { index: 3, status: 400, code: 'invalid-request' },
      { index: 4, status: 400, code: 'invalid-request' },
      { index: 5, status: 404, code: 'user-not-found' },
      { index: 6, status: 201, code: undefined },
    ])
    const { registration } = answer.body[0]
    expect((await api.get(`/registrations/${registration.id}/`)).body).toEqual(registration)
  })

  it('runs dry with validate-only, duplicates within the batch included', async () => {
    const both = await pair()
    const answer = await api.post('/registrations/batch/', [both, both], { prefer: 'validate-only' })
    expect(answer.body.map(({ status }: any) => status)).toEqual([200, 409])
    expect((await api.get(`/registrations/?course_id=${both.courseId}`)).body).toEqual([])
  })

  it('refuses an item for what came before it, not for an item after it', async () => {
    const both = await pair()
    const holder = await api.post('/registrations/', { ...(await pair()), externalId: 'held' })
    const items = [{ ...both, externalId: 'held' }, both]
    const previewed = await api.post('/registrations/batch/', items, { prefer: 'validate-only' })
    const answer = await api.post('/registrations/batch/', items)
    const taken = {
      code: 'registration-external-id-taken',
      detail: expect.stringContaining(`${holder.body.id}`),
    }
    expect(previewed.body).toMatchObject([taken, { status: 200 }])
    expect(answer.body).toMatchObject([taken, { status: 201 }])
  })

  it('is replayed under its Idempotency-Key (R10)', async () => {
    const key = { 'idempotency-key': 'batch-1' }
    const items = [await pair(), await pair()]
    const first = await api.post('/registrations/batch/', items, key)
    const again = await api.post('/registrations/batch/', items, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await api.post('/registrations/batch/', items.slice(1), key)).toBeError('idempotency-key-reused')
  })

  it.each(['/registrations/', '/registrations/batch/'])(
    'is refused at %s while the first request with its Idempotency-Key is at work (R10)',
    async (path) => {
      const item = await pair()
      const body = path.endsWith('/batch/') ? [item] : item
      const create = () => api.post(path, body, { 'idempotency-key': path })
      expect(await gate.hold(create, create)).toBeError('idempotency-in-flight')
      expect((await create()).headers.get('idempotent-replayed')).toBe('true')
    },
  )

  it.each([0, 501])('takes 1 to 500 items, not %i', async (count) => {
    expect(await api.post('/registrations/batch/', Array(count).fill({}))).toBeError('invalid-request')
  })
})
