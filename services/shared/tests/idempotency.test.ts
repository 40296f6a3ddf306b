import { randomUUID } from 'node:crypto'
import {
  Unavailable,
  RoleMissing,
  IdempotencyInFlight,
  IdempotencyKeyReused,
  InvalidRequest,
  TooManyRequests,
} from '../errors.ts'
import { Idempotency, type Attempt, type OnceOptions, type StoredResponse } from '../idempotency.ts'
import { KEY_LEASE_MS, MongoIdempotencyKeys } from '../store/idempotency-keys.ts'
import { aDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'

const database = aDatabase()
const keys = new MongoIdempotencyKeys(database)
let idempotency: Idempotency
let now: Date
let lastId: number
let key: string
/** What the work was begun with, each time. */
let performed: Attempt[]

beforeAll(() => keys.prepare())
beforeEach(() => {
  // Of today: the store's own sweep takes keys away that are older than a day.
  now = new Date()
  lastId = 100
  key = randomUUID()
  performed = []
  idempotency = new Idempotency(keys, { now: () => now })
})

const created = (id: number) => ({
  response: { status: 201, body: { id }, headers: { location: `/users/${id}/` } },
  isReplay: false,
})

/** Creates a record the way an operation does; a test replaces what it is about. */
const create = (options: Partial<OnceOptions<StoredResponse>> = {}) =>
  idempotency.once<StoredResponse>({
    key,
    account: 7,
    operation: 'createUser',
    body: { email: 'ada@example.org', firstName: 'Ada' },
    reserveIds: () => Promise.resolve(++lastId),
    perform: (attempt) => {
      performed.push(attempt)
      return Promise.resolve(created(attempt.firstId))
    },
    requireAccess: () => Promise.resolve(),
    usersOf: ({ body }) => [(body as { id: number }).id],
    ...options,
  })

describe('an Idempotency-Key (R10)', () => {
  it('repeats the first response for the same body, in whatever order its fields are, and does the work once', async () => {
    const first = await create({ body: { a: 1, b: { c: [1, 2], d: null } } })
    const again = await create({ body: { b: { d: null, c: [1, 2] }, a: 1 } })
    expect(performed).toHaveLength(1)
    expect(again).toEqual({ ...first, headers: { ...first.headers, 'idempotent-replayed': 'true' } })
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
  })

  it.each([{}, { a: 1 }, { a: '1', b: 2 }, { a: 1, b: 2, c: null }, [1, 2], undefined])(
    'is rejected with another body: %j',
    async (body) => {
      await create({ body: { a: 1, b: 2 } })
      await expect(create({ body })).rejects.toThrow(IdempotencyKeyReused)
    },
  )

  it('means something else to another account, and to another operation', async () => {
    await create()
    await create({ account: 8, body: {} })
    await create({ operation: 'createRegistration', body: {} })
    expect(performed).toHaveLength(3)
  })

  it('is rejected while its first request is under way, and of many at once only one works', async () => {
    let finish: () => void = () => undefined
    const perform: OnceOptions<StoredResponse>['perform'] = (attempt) => {
      performed.push(attempt)
      return new Promise((resolve) => (finish = () => resolve(created(attempt.firstId))))
    }
    const rejected: unknown[] = []
    const all = Array.from({ length: 8 }, () =>
      create({ perform }).catch((error: unknown) => void rejected.push(error)),
    )
    await eventually(() => expect(rejected).toHaveLength(7))
    expect(rejected.every((error) => error instanceof IdempotencyInFlight)).toBe(true)
    await eventually(() => expect(performed).toHaveLength(1))
    finish()
    await Promise.all(all)
  })

  it('is charged for the items of a batch once: a replay costs nothing more, and a rejected charge leaves the key free (A5, R20)', async () => {
    const spend = jest.fn(() => Promise.resolve())
    spend.mockImplementationOnce(() => Promise.reject(new TooManyRequests(7)))
    await expect(create({ spend })).rejects.toThrow(TooManyRequests)
    expect(performed).toHaveLength(0)
    await create({ spend, body: { email: 'another@example.org' } })
    await create({ spend, body: { email: 'another@example.org' } })
    expect([spend.mock.calls.length, performed.length]).toEqual([2, 1])
  })

  it('marks the response as a replay when an earlier attempt had created the record', async () => {
    const perform = () => Promise.resolve({ ...created(1), isReplay: true })
    expect((await create({ perform })).headers).toHaveProperty('idempotent-replayed', 'true')
  })

  it('replays only to who may still see what it shows', async () => {
    await create()
    const requireAccess = jest.fn(() => Promise.reject(new RoleMissing()))
    await expect(create({ requireAccess })).rejects.toThrow(RoleMissing)
    const id = performed[0]?.firstId
    expect(requireAccess).toHaveBeenCalledWith(expect.objectContaining({ body: { id } }), id)
  })

  it('is kept for 24 hours by an index', async () => {
    const indexes = await database.collection('idempotencyKeys').indexes()
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 24 * 60 * 60 }),
    )
  })

  it('stands in the database as a hash, next to no secret', async () => {
    await create({ key: 'a-key-in-clear' })
    const rows = await database.collection('idempotencyKeys').find().toArray()
    expect(JSON.stringify(rows)).not.toContain('a-key-in-clear')
  })
})

describe('after a try that did not succeed (R10: only 2xx is kept)', () => {
  const failing = (error: Error) => () => Promise.reject(error)

  it('the same request is done again, or a corrected body is taken: a rejection is not kept', async () => {
    for (const email of ['x', 'x@example.org']) {
      key = randomUUID()
      const perform = failing(new InvalidRequest('email is malformed.'))
      await expect(create({ body: { email: 'x' }, perform })).rejects.toThrow(InvalidRequest)
      expect((await create({ body: { email } })).status).toBe(201)
    }
  })

  it.each([new Unavailable('mongodb'), new Error('connection reset')])(
    'the same id is used again when it is unknown how far it got: %s',
    async (error) => {
      await expect(create({ perform: failing(error) })).rejects.toThrow()
      await expect(create({ body: { other: 1 } })).rejects.toThrow(IdempotencyKeyReused)
      // A later rejection does not make an id free that may be in use.
      await expect(create({ perform: failing(new RoleMissing()) })).rejects.toThrow(RoleMissing)
      await create()
      expect(performed).toEqual([{ firstId: 101, isRetry: true }])
    },
  )

  it('the same id is used again when the writing worked and its response was lost', async () => {
    jest.spyOn(keys, 'storeResponse').mockRejectedValueOnce(new Unavailable('mongodb'))
    await expect(create()).rejects.toThrow(Unavailable)
    await create()
    expect(performed).toEqual([
      { firstId: 101, isRetry: false },
      { firstId: 101, isRetry: true },
    ])
  })
})

describe('after a crash', () => {
  /** The process died at work: its record stays without a response. */
  async function crash(): Promise<void> {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    void create({ perform: () => new Promise<never>(() => begin()) })
    await begun
  }

  it('the retry is rejected until the lease has run out, then it gets the same id', async () => {
    await crash()
    now = new Date(now.getTime() + KEY_LEASE_MS - 1_500)
    const rejection = await create().catch((error: unknown) => error)
    expect(rejection).toBeInstanceOf(IdempotencyInFlight)
    expect(rejection).toMatchObject({ retryAfterSeconds: 2 })
    now = new Date(now.getTime() + 2_000)
    const { id } = (await create()).body as { id: number }
    expect(performed).toEqual([{ firstId: id, isRetry: true }])
  })

  it('one of two retries takes the lease', async () => {
    await crash()
    performed = []
    // Each comes at its own moment, so that no two of them would write the same lease.
    let lateMs = now.getTime() + KEY_LEASE_MS + 1_000
    idempotency = new Idempotency(keys, { now: () => new Date(lateMs++) })
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => create()))
    expect(performed).toHaveLength(1)
    for (const { reason } of results.filter((result) => result.status === 'rejected'))
      expect(reason).toBeInstanceOf(IdempotencyInFlight)
  })
})
