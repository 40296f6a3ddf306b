import { randomUUID } from 'node:crypto'
import {
  Unavailable,
  RoleMissing,
  IdempotencyInFlight,
  IdempotencyKeyReused,
  inBody,
  InvalidRequest,
  UserErased,
} from '../errors.ts'
import { accountKey } from '../domain/account.ts'
import { Idempotency, type Attempt, type OnceOptions } from '../store/idempotency.ts'
import { IdempotencyKeys, KEY_LEASE_MS, type StoredResponse } from '../store/idempotency-keys.ts'
import { aDatabase } from '../../../testing/database.ts'

const database = aDatabase()
const idempotencyKeys = new IdempotencyKeys(database)
let idempotency: Idempotency
let now: Date
let lastId: number
let key: string
/** What the work was begun with, each time. */
let performed: Attempt[]

beforeAll(() => idempotencyKeys.prepare())
beforeEach(() => {
  // Of today: the store's own sweep takes keys away that are older than a day.
  now = new Date()
  lastId = 100
  key = randomUUID()
  performed = []
  idempotency = new Idempotency(idempotencyKeys, { now: () => now })
})

const CREATED_AT = new Date('2024-01-15T14:58:41.123Z')
const anAccount = (id: number, createdAt = CREATED_AT) => accountKey({ id, createdAt })

const created = (id: number) => ({
  response: { status: 201, body: { id }, headers: { location: `/users/${id}/` } },
  wasCreatedEarlier: false,
})

/** Creates a record the way an operation does; a test replaces what it is about. */
const create = (options: Partial<OnceOptions<StoredResponse>> = {}) =>
  idempotency.once<StoredResponse>({
    key,
    accountKey: anAccount(7),
    operation: 'createUser',
    body: { email: 'ada@example.org', firstName: 'Ada' },
    reserveIds: () => Promise.resolve(++lastId),
    perform: (attempt) => {
      performed.push(attempt)
      return Promise.resolve(created(attempt.firstId))
    },
    requireAccessForReplay: () => Promise.resolve(),
    userIdsInResponse: ({ body }) => [(body as { id: number }).id],
    ...options,
  })

describe('an Idempotency-Key (R10)', () => {
  it('allows the fields of the same body in any order', async () => {
    for (const body of [
      { a: 1, b: { c: [1, 2], d: null } },
      { b: { d: null, c: [1, 2] }, a: 1 },
    ])
      await create({ body })
    expect(performed).toHaveLength(1)
  })

  it.each([{}, { a: 1 }, { a: '1', b: 2 }, { a: 1, b: 2, c: null }, [1, 2], undefined])(
    'is rejected with another body: %j',
    async (body) => {
      await create({ body: { a: 1, b: 2 } })
      await expect(create({ body })).rejects.toThrow(IdempotencyKeyReused)
    },
  )

  it('is independent of the same key of another account and of another operation', async () => {
    await create()
    await create({ accountKey: anAccount(8), body: {} })
    await create({ operation: 'createRegistration', body: {} })
    expect(performed).toHaveLength(3)
  })

  it('is independent of the same key of a deleted account with the same id (A8)', async () => {
    await create()
    await create({ accountKey: anAccount(7, new Date(CREATED_AT.getTime() + 1)), body: {} })
    expect(performed).toHaveLength(2)
  })

  it('is kept for 24 hours by an index', async () => {
    const indexes = await database.collection('idempotencyKeys').indexes()
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 24 * 60 * 60 }),
    )
  })

  it('is stored as a hash', async () => {
    await create({ key: 'a-key-in-clear' })
    const rows = await database.collection('idempotencyKeys').find().toArray()
    expect(JSON.stringify(rows)).not.toContain('a-key-in-clear')
  })
})

it('a response is not stored if its user was erased during the request (O18)', async () => {
  const perform = async ({ firstId }: Attempt) => {
    await idempotencyKeys.eraseUser(firstId, [firstId], 10)
    return created(firstId)
  }
  expect((await create({ accountKey: anAccount(9), perform })).status).toBe(201)
  const [stored] = await database
    .collection<{ _id: string }>('idempotencyKeys')
    .find({ _id: /^9@/ })
    .toArray()
  expect(stored).toMatchObject({ erased: true, bodyHash: '' })
  expect(stored).not.toHaveProperty('response')
  await expect(create({ accountKey: anAccount(9) })).rejects.toThrow(UserErased)
})

it('the hash of an interrupted batch is erased for each user whose id is reserved for it (O18)', async () => {
  const interrupted = {
    idCount: 3,
    perform: () => Promise.reject(new Unavailable('mongodb', 'a test made this fail')),
  }
  await expect(create({ accountKey: anAccount(10), ...interrupted })).rejects.toThrow(Unavailable)
  const last = lastId + 2
  lastId = last
  expect(await idempotencyKeys.eraseUser(0, [last], 10)).toBe(1)
  await expect(create({ accountKey: anAccount(10) })).rejects.toThrow(UserErased)
})

it('a retry is not told a rejection while a slow attempt may still do what it asks for (R10)', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof created>>()
  const begun = Promise.withResolvers<void>()
  const perform = () => {
    begun.resolve()
    return slow.promise
  }
  const first = create({ perform })
  await begun.promise
  const rejected = () => create({ perform: () => Promise.reject(new InvalidRequest('no longer', inBody())) })
  now = new Date(now.getTime() + 11_000)
  await expect(rejected()).rejects.toThrow(IdempotencyInFlight)
  now = new Date(now.getTime() + 50_000)
  await expect(rejected()).rejects.toThrow(InvalidRequest)
  slow.resolve(created(lastId))
  expect((await first).status).toBe(201)
})

describe('an Idempotency-Key after a failed attempt (R10: only 2xx is stored)', () => {
  const failing = (error: Error) => () => Promise.reject(error)

  it('executes the same or a corrected request: a rejection is not stored', async () => {
    for (const email of ['x', 'x@example.org']) {
      key = randomUUID()
      const perform = failing(new InvalidRequest('email is malformed.', inBody('email')))
      await expect(create({ body: { email: 'x' }, perform })).rejects.toThrow(InvalidRequest)
      expect((await create({ body: { email } })).status).toBe(201)
    }
  })

  it.each([new Unavailable('mongodb', 'a test'), new Error('connection reset')])(
    'uses the same id again if the outcome is unknown: %s',
    async (error) => {
      await expect(create({ perform: failing(error) })).rejects.toThrow()
      await expect(create({ body: { other: 1 } })).rejects.toThrow(IdempotencyKeyReused)
      // A later rejection does not make an id free that may be in use.
      await expect(create({ perform: failing(new RoleMissing()) })).rejects.toThrow(RoleMissing)
      await create()
      expect(performed).toEqual([{ firstId: 101, isRetry: true }])
    },
  )

  it('uses the same id again if the write succeeded and its response was not stored', async () => {
    jest.spyOn(idempotencyKeys, 'storeResponse').mockRejectedValueOnce(new Unavailable('mongodb', 'a test'))
    await expect(create()).rejects.toThrow(Unavailable)
    await create()
    expect(performed).toEqual([
      { firstId: 101, isRetry: false },
      { firstId: 101, isRetry: true },
    ])
  })

  it.each([
    ['was rejected', new RoleMissing()],
    ['failed', new Unavailable('mongodb', 'a test')],
  ])('stays claimed by a retry that began before the slow first attempt %s', async (_how, error) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: decision, reject } = Promise.withResolvers<never>()
    const perform = () => {
      begin()
      return decision
    }
    const slow = create({ perform })
    await begun
    now = new Date(now.getTime() + KEY_LEASE_MS)
    const retry = async ({ firstId }: Attempt) => {
      reject(error)
      await expect(slow).rejects.toThrow(error)
      await expect(create()).rejects.toThrow(IdempotencyInFlight)
      return created(firstId)
    }
    expect((await create({ perform: retry })).status).toBe(201)
    expect(performed).toEqual([])
  })
})

describe('an Idempotency-Key after a crash', () => {
  /** The process died at work: its record stays without a response. */
  async function crash(): Promise<void> {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    void create({ perform: () => new Promise<never>(() => begin()) })
    await begun
  }

  it('rejects a retry until the lease has expired, and then uses the same id', async () => {
    await crash()
    now = new Date(now.getTime() + KEY_LEASE_MS - 1_500)
    const rejection = await create().catch((error: unknown) => error)
    expect(rejection).toBeInstanceOf(IdempotencyInFlight)
    expect(rejection).toMatchObject({ retryAfterSeconds: 2 })
    now = new Date(now.getTime() + 2_000)
    const { id } = (await create()).body as { id: number }
    expect(performed).toEqual([{ firstId: id, isRetry: true }])
  })

  it('gives the lease to one of several retries', async () => {
    await crash()
    performed = []
    // Each comes at its own moment, so that no two of them would write the same lease.
    let lateMs = now.getTime() + KEY_LEASE_MS + 1_000
    idempotency = new Idempotency(idempotencyKeys, { now: () => new Date(lateMs++) })
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => create()))
    expect(performed).toHaveLength(1)
    for (const { reason } of results.filter((result) => result.status === 'rejected'))
      expect(reason).toBeInstanceOf(IdempotencyInFlight)
  })
})
