import { Scope } from '../../shared/domain/account.ts'
import type { Batches } from '../../shared/domain/page.ts'
import { aDatabase } from '../../../testing/database.ts'
import { identifyUser, type UserQuery } from '../src/users/identification.ts'
import { markDeleted, merge, newUser, type User, type UserPatch } from '../src/users/rules.ts'
import { MongoUsers } from '../src/users/repository.ts'
import { UserOutbox } from '../src/users/outbox.ts'
import { userModel } from '../src/users/record.ts'

const TRACE = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
const model = userModel(aDatabase())
let now = Date.now()
const clock = { now: () => new Date(now) }
/** What the relay of this process was handed in memory, while it is ready. */
let ready = false
const offered: unknown[] = []
const relay = {
  hasCapacity: () => ready,
  enqueue: (pending: readonly unknown[]) => void offered.push(...pending),
}
const [mine, another] = [new UserOutbox(model, clock), new UserOutbox(model, clock)]
const users = new MongoUsers({ model, outbox: mine, relay, clock })

beforeAll(() => users.prepare())

let lastId = 0
const someone = (fields: UserPatch = {}) => {
  const id = ++lastId
  const names = { firstName: 'A', lastName: 'B', loginName: `login-${id}`, externalId: `external-${id}` }
  return newUser(id, { ...names, email: 'a@example.org', groupIds: [1], ...fields }, clock.now())
}
async function aUser(): Promise<User> {
  const user = someone()
  await users.add(user, TRACE)
  return user
}
const rename = (user: User, at: Date) => merge(user, { lastName: `${user.lastName}x` }, at)
const idsOf = (claimed: readonly { recordId: number }[]) =>
  claimed.map(({ recordId }) => recordId).sort((a, b) => a - b)
const publishedVersion = async (id: number) => (await model.findById(id).lean())?.publishedVersion

describe('a page that is larger than a batch (R13)', () => {
  const NEXT = { afterId: 0, offset: 3, limit: 250 }
  const read = async (found: Awaited<ReturnType<typeof users.list>>) => {
    const batches: number[][] = []
    for await (const batch of found.records as Batches<User>) batches.push(batch.map(({ id }) => id))
    return batches
  }
  const groupIds = [4_711]
  let ids: number[]

  beforeAll(async () => {
    const members = Array.from({ length: 260 }, () => someone({ groupIds }))
    await users.addAll(members, TRACE)
    ids = members.map(({ id }) => id)
  })

  it('has exactly as many records as were asked for, in order and in batches of 100', async () => {
    const found = await users.list({ scope: new Scope(groupIds), includeDeleted: false }, NEXT)
    expect(found.keys).toEqual(ids.slice(3, 254))
    const batches = await read(found)
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(batches.flat()).toEqual(ids.slice(3, 253))
  })

  it('leaves out a user who has left the scope while the page is read', async () => {
    const found = await users.list({ scope: new Scope(groupIds), includeDeleted: false }, NEXT)
    const [left, deleted] = [ids[150] as number, ids[151] as number]
    await users.change(left, TRACE, (user, at) => merge(user, { groupIds: [1] }, at))
    await users.change(deleted, TRACE, markDeleted)
    const expected = ids.slice(3, 253).filter((id) => id !== left && id !== deleted)
    expect((await read(found)).flat()).toEqual(expected)
  })
})

describe('the outbox', () => {
  beforeEach(async () => {
    ready = false
    offered.length = 0
    await model.deleteMany({})
  })

  it('gives a change to one relay at a time, with its trace', async () => {
    const user = await aUser()
    const payload = { userId: user.id, version: 1 }
    const event = { type: 'user.changed.v1', payload, trace: TRACE }
    expect(await mine.claim(10)).toMatchObject([{ recordId: user.id, event }])
    expect(await another.claim(10)).toEqual([])
  })

  it('divides what is due between relays that ask at the same time', async () => {
    const made = [await aUser(), await aUser(), await aUser(), await aUser()].map(({ id }) => id)
    for (let round = 0; round < 5; round++) {
      const [one, other] = await Promise.all([mine.claim(10), another.claim(10)])
      expect(idsOf([...one, ...other])).toEqual(made)
      now += 31_000
    }
  })

  it('publishes the newest state of a user that changed while an older one was on its way', async () => {
    const user = await aUser()
    const first = await mine.claim(10)
    await users.change(user.id, TRACE, rename)
    await mine.markPublished(first)
    expect(await publishedVersion(user.id)).toBe(1)
    const second = await another.claim(10)
    expect(second).toMatchObject([{ event: { payload: { version: 2 } } }])
    // The relay that was late does not turn the clock back.
    await another.markPublished(second)
    await mine.markPublished(first)
    expect(await publishedVersion(user.id)).toBe(2)
    expect(await mine.claim(10)).toEqual([])
  })

  it('offers again at once what could not be published', async () => {
    await aUser()
    await mine.release(await mine.claim(10))
    expect(await another.claim(10)).toHaveLength(1)
  })

  it('gives nothing back that has changed since and is on its way with another', async () => {
    const user = await aUser()
    const failed = await mine.claim(10)
    ready = true
    await users.change(user.id, TRACE, rename)
    await mine.release(failed)
    expect(offered).toMatchObject([{ event: { payload: { version: 2 } } }])
    expect(await another.claim(10)).toEqual([])
  })

  it('takes over what a relay that died had leased or been handed', async () => {
    ready = true
    const handed = await aUser()
    ready = false
    const leased = await aUser()
    await mine.claim(10)
    expect(await another.claim(10)).toEqual([])
    now += 31_000
    expect(idsOf(await another.claim(10))).toEqual([handed.id, leased.id])
  })

  it('claims no more than asked for, and tells of a deletion', async () => {
    const [one] = [await aUser(), await aUser(), await aUser()]
    await users.change(one.id, TRACE, markDeleted)
    expect(await mine.claim(2)).toHaveLength(2)
    expect(await mine.claim(2)).toHaveLength(1)
    now += 31_000
    const told = (await mine.claim(10)).map(({ event }) => event.payload)
    const deletion = { userId: one.id, version: 2, deleted: true, groupIds: [1] }
    expect(told).toContainEqual(expect.objectContaining(deletion))
  })

  it('tells since when the change waits that comes next, until the broker has it', async () => {
    expect(await mine.oldest()).toBeUndefined()
    const first = await aUser()
    now += 1_000
    const second = await aUser()
    expect(await mine.oldest()).toEqual(first.updatedAt)
    await mine.markPublished(await mine.claim(1))
    expect(await mine.oldest()).toEqual(second.updatedAt)
    const leased = await mine.claim(1)
    expect(await mine.oldest()).toEqual(second.updatedAt)
    await mine.markPublished(leased)
    expect(await mine.oldest()).toBeUndefined()
  })
})

describe('an e-mail address that many users share (R3)', () => {
  const SHARED = 'reception@example.org'
  const ada = someone({ email: 'ada@example.org' })
  const sharing = Array.from({ length: 300 }, () => someone({ email: SHARED }))
  beforeAll(() => users.addAll([ada, ...sharing], TRACE))

  it('is read as two users, which is enough to see that it is ambiguous', async () => {
    const found = await users.findByParameters([{ userEmail: SHARED }])
    expect(found.matching({ userEmail: SHARED }, 'userEmail')).toHaveLength(2)
    expect(identifyUser({ userEmail: SHARED }, found)).toEqual({ code: 'user-ambiguous' })
  })

  it('keeps no other address of the same call from being found', async () => {
    const queries: UserQuery[] = [{ userEmail: SHARED }, { userEmail: 'ADA@example.org' }]
    const found = await users.findByParameters(queries)
    expect(queries.map((query) => identifyUser(query, found).code)).toEqual(['user-ambiguous', 'resolved'])
  })

  it('agrees with each of them who is named by another parameter, however many share it', async () => {
    for (const user of [sharing[0], sharing.at(-1)] as User[]) {
      const query = { userId: user.id, userExternalId: user.externalId, userEmail: SHARED, strict: true }
      expect(identifyUser(query, await users.findByParameters([query]))).toMatchObject({
        user: { id: user.id },
      })
    }
    const other = { userId: ada.id, userEmail: SHARED, strict: true }
    expect(identifyUser(other, await users.findByParameters([other])).code).toBe('identifiers-disagree')
  })
})
