import type { Client } from '../../../testing/client.ts'
import { openLimiter, startApi } from '../../../testing/start-api.ts'
import { expectBody, ROOT, userPortal } from '../../../testing/user/start-user.ts'
import { NotFound } from '../errors.ts'

/** A database whose clock differs from the clock of this process. */
const clockAhead = (ms: number) => ({ now: () => new Date(Date.now() + ms) })
const SEVEN_MINUTES = 7 * 60_000

const dateOf = ({ headers }: Awaited<ReturnType<Client['get']>>) =>
  new Date(headers.get('date') ?? '').getTime()

describe('the header Date (R13)', () => {
  it('comes from the clock that dates records, in every response of every port', async () => {
    const clock = clockAhead(SEVEN_MINUTES)
    const { limiter } = openLimiter()
    const server = await startApi({
      clock,
      limiter: {
        ...limiter,
        spend: (key, limit, cost) =>
          key.startsWith('operator')
            ? Promise.resolve({ allowed: false, limit, remaining: 0, resetMs: 1_000 })
            : limiter.spend(key, limit, cost),
      },
      handlers: {
        getUser: () => Promise.reject(new NotFound()),
        deleteUser: () => Promise.reject(new Error('broken')),
      },
    })
    const responses = {
      200: server.api.get('/users/'),
      400: server.api.get('/users/?limit=x'),
      401: server.anonymous.get('/users/'),
      404: server.api.get('/users/17/'),
      405: server.api.delete('/users/'),
      429: server.operator.get('/admin/groups/'),
      500: server.api.delete('/users/17/'),
    }
    const internal = server.internal.post('/internal/users/identify/', [{}])
    for (const [status, pending] of [...Object.entries(responses), ['200', internal] as const]) {
      const response = await pending
      expect([status, response.status]).toEqual([status, Number(status)])
      expect(Math.abs(dateOf(response) - clock.now().getTime())).toBeLessThan(60_000)
    }
  })

  it('is the time when the request began, so that the next poll finds concurrent writes', async () => {
    let now = new Date('2030-01-01T00:00:00Z')
    const { api } = await startApi({
      clock: { now: () => now },
      handlers: {
        listUsers: () => {
          now = new Date('2030-01-01T00:00:30Z')
          return Promise.resolve({ status: 200, body: [] })
        },
      },
    })
    expect(dateOf(await api.get('/users/'))).toBe(Date.parse('2030-01-01T00:00:00Z'))
  })
})

describe('polling with the header Date (R13)', () => {
  const portal = userPortal({ overrides: { clock: clockAhead(-SEVEN_MINUTES) } })

  it('finds every write while the clock of the process is seven minutes ahead of the database', async () => {
    const { api } = await portal.anAccount([ROOT])
    const first = await api.get('/users/')
    const { id } = expectBody(await api.post('/users/', portal.someone()), 201)
    const since = new Date(dateOf(first) - 60_000).toISOString()
    const second = await api.get(`/users/?updatedAfter=${since}`)
    expect(expectBody(second, 200).map((user: { id: number }) => user.id)).toEqual([id])
  })
})
