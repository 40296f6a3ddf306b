import type { Request } from './load.ts'
import { APPROVED, LISTED, USERS, type Seeded } from './sides.ts'

export const BATCH = 100

/** One kind of work. */
export interface Row {
  readonly name: string
  readonly count: number
  readonly service: 'registration' | 'user'
  readonly status: number
  /** Fewer than usual where the stand-ins read a whole collection for one answer. */
  readonly connections?: number
  /** Registrations that one request creates. */
  readonly creates?: number
  /** Requests of a turn before those that count; half as many as those unless told. */
  readonly early?: number
  /** @param turn counts the requests of a side over all rounds */
  readonly request: (turn: number) => Request
}

/** The rows, in the order in which each round runs them. */
export async function rowsFor({ headers, limited, userIds }: Seeded, base: string): Promise<Row[]> {
  const { headers: tagged } = await fetch(`${base}/registrations/1/`, { headers })
  const pending = await fetch(`${base}/registrations/?course_id=${APPROVED}&limit=1`, { headers })
  const [{ id: firstToApprove }] = (await pending.json()) as [{ id: number }]

  const get = (path: string, more: object = headers): Request => ({
    method: 'GET',
    path,
    headers: { ...more },
  })
  const post = (path: string, body?: unknown): Request => ({
    ...{ method: 'POST', path, body },
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  })
  const one = (turn: number) => `/registrations/${1 + (turn % (LISTED * BATCH))}/`
  // Every user for one course, then for the next.
  const pair = (turn: number, firstCourse: number) => ({
    ...{ courseId: firstCourse + Math.floor(turn / USERS), userId: userIds[turn % USERS] },
  })
  const pairs = (turn: number) =>
    Array.from({ length: BATCH }, (_, i) => pair(turn * BATCH + i, APPROVED + 20))
  // Each fails for the first time, or it would be refused for the number of failures.
  const stranger = (turn: number) => ({
    'x-forwarded-for': `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`,
  })
  const unmodified = { ...headers, 'if-none-match': tagged.get('etag') ?? '' }

  const at = { service: 'registration', status: 200 } as const
  const row = (name: string, count: number, request: Row['request'], more: Partial<Row> = {}): Row => ({
    ...{ ...at, name, count, request, ...more },
  })
  return [
    row('read one', 4_500, (turn) => get(one(turn))),
    row('list 100', 600, (turn) => get(`/registrations/?course_id=${1 + (turn % LISTED)}`), {
      connections: 4,
      early: 900,
    }),
    row('create', 1_200, (turn) => post('/registrations/', pair(turn, APPROVED + 1)), {
      status: 201,
      creates: 1,
    }),
    row('batch of 100', 120, (turn) => post('/registrations/batch/', pairs(turn)), {
      creates: BATCH,
      early: 300,
    }),
    row('approve', 100, (turn) => post(`/registrations/${firstToApprove + (turn % USERS)}/approve/`)),
    row('user read', 4_500, (turn) => get(`/users/${userIds[turn % USERS]}/`), { service: 'user' }),
    row('delta poll', 300, () => get('/registrations/?updated_after=2999-01-01T00:00:00Z'), {
      connections: 2,
    }),
    row('304', 4_500, () => get(one(0), unmodified), { status: 304 }),
    row('401', 4_500, (turn) => get(one(turn), stranger(turn)), { status: 401 }),
    row('429', 4_500, (turn) => get(one(turn), limited), { status: 429 }),
  ]
}
