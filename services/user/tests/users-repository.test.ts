import { Scope } from '../../platform/domain/account.ts'
import type { Batches } from '../../platform/domain/page.ts'
import { aDatabase } from '../../../testing/database.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { identifyUser, type UserQuery } from '../src/users/identification.ts'
import {
  joinGroup,
  leaveGroups,
  markDeleted,
  newUser,
  withFields,
  type User,
  type UserPatch,
} from '../src/users/rules.ts'
import { USER_OUTBOX, Users } from '../src/users/repository.ts'
import { Outbox } from '../../platform/store/outbox.ts'
import type { PendingEvent } from '../../platform/messaging/relay.ts'
import { userModel } from '../src/users/record.ts'

const TRACE = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
const model = userModel(aDatabase())
const clock = { now: () => new Date() }
/** What the relay of this process was handed in memory, while it is ready. */
let ready = false
const offered: PendingEvent[] = []
const relay = {
  willPublish: () => ready,
  enqueue: (pending: readonly PendingEvent[]) => void offered.push(...pending),
}
const outbox = new Outbox(model, clock, { ...USER_OUTBOX, relay })
const { logger, lines } = recordedLog()
const users = new Users({ model, outbox, clock, logger })

beforeAll(() => users.prepare())

let lastId = 0
const someone = (fields: UserPatch = {}) => {
  const id = ++lastId
  const names = { firstName: 'A', lastName: 'B', loginName: `login-${id}`, externalId: `external-${id}` }
  const user = newUser({ ...names, email: 'a@example.org', groupIds: [1], ...fields }, clock.now())
  return { ...user, id }
}
async function aUser(): Promise<User> {
  const user = someone()
  await users.add(user, TRACE)
  return user
}
const rename = (user: User, at: Date) => withFields(user, { lastName: `${user.lastName}x` }, at)

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

  it('has exactly the requested number of records, in order and in batches of 100', async () => {
    const found = await users.list({ scope: new Scope(groupIds), includeDeleted: false }, NEXT)
    expect(found.keys).toEqual(ids.slice(3, 254))
    const batches = await read(found)
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(batches.flat()).toEqual(ids.slice(3, 253))
  })

  it('leaves out a user who leaves the scope while the page is read', async () => {
    const found = await users.list({ scope: new Scope(groupIds), includeDeleted: false }, NEXT)
    const [left, deleted] = [ids[150] as number, ids[151] as number]
    await users.change(left, TRACE, (user, at) => withFields(user, { groupIds: [1] }, at))
    await users.change(deleted, TRACE, markDeleted)
    const expected = ids.slice(3, 253).filter((id) => id !== left && id !== deleted)
    expect((await read(found)).flat()).toEqual(expected)
  })
})

it('tells which changes of a batch were lost to another one of the same trace', async () => {
  const [lost, own] = [await aUser(), await aUser()]
  const change = (user: User) => ({ before: user, after: rename(user, clock.now()) })
  expect(await users.changeAll([change(lost)], TRACE)).toEqual([])
  const changes = [change(lost), change(own)]
  expect(await users.changeAll(changes, TRACE)).toEqual(changes.slice(0, 1))
})

it('logs who is deleted or gets another end, and by which request (R24)', async () => {
  const [gone, left, kept] = [await aUser(), await aUser(), await aUser()]
  lines.length = 0
  const expirationDate = new Date('2026-03-01T08:00:00Z')
  const ended = (user: User) => ({ before: user, after: withFields(user, { expirationDate }, clock.now()) })
  await users.changeAll([ended(left), { before: kept, after: rename(kept, clock.now()) }], TRACE)
  await users.change(left.id, TRACE, (user, at) => withFields(user, { expirationDate: null }, at))
  await users.change(gone.id, TRACE, markDeleted)
  const { requestId } = TRACE
  expect(lines).toMatchObject([
    { requestId, userId: left.id, msg: 'end of user changed', expirationDate: expirationDate.toJSON() },
    { requestId, userId: left.id, msg: 'end of user changed', expirationDate: null },
    { requestId, userId: gone.id, msg: 'user deleted' },
  ])
})

describe('the outbox of users', () => {
  beforeEach(async () => {
    ready = false
    offered.length = 0
    await model.deleteMany({})
  })
  const claim = async () => (await outbox.claim(10)).map(({ event }) => event)

  it('holds only the newest state of a user who changes while RabbitMQ is unavailable', async () => {
    const user = await aUser()
    await users.change(user.id, TRACE, rename)
    await users.change(user.id, { ...TRACE, requestId: 'request-2' }, markDeleted)
    const payload = { userId: user.id, version: 3, deleted: true, groupIds: [1], isNew: true }
    expect(await claim()).toMatchObject([
      { type: 'user.changed.v1', payload, trace: { ...TRACE, requestId: 'request-2' } },
    ])
  })

  it('publishes the newest state of a user who changed while an older one was published', async () => {
    const user = await aUser()
    const first = await outbox.claim(10)
    await users.change(user.id, TRACE, rename)
    await outbox.markPublished(first)
    const second = await outbox.claim(10)
    expect(second).toMatchObject([{ event: { payload: { version: 2 } } }])
    await outbox.markPublished(second)
    await outbox.markPublished(first)
    expect(await claim()).toEqual([])
  })

  it('marks a user as new until the broker has confirmed a state of the user', async () => {
    const user = await aUser()
    await outbox.markPublished(await outbox.claim(10))
    await users.change(user.id, TRACE, rename)
    expect(await claim()).toMatchObject([{ payload: { version: 2, isNew: false } }])
  })

  it('passes stored events to the relay, if the relay has capacity', async () => {
    ready = true
    const user = await aUser()
    await users.addAll([someone(), someone()], TRACE)
    await users.change(user.id, TRACE, rename)
    expect(offered.map(({ event }) => event.payload)).toMatchObject([
      { userId: user.id, version: 1 },
      { userId: user.id + 1, version: 1 },
      { userId: user.id + 2, version: 1 },
      { userId: user.id, version: 2 },
    ])
    expect(await claim()).toEqual([])
  })
})

describe('an e-mail address that many users share (R3)', () => {
  const SHARED = 'reception@example.org'
  const ada = someone({ email: 'ada@example.org' })
  const sharing = Array.from({ length: 300 }, () => someone({ email: SHARED }))
  beforeAll(() => users.addAll([ada, ...sharing], TRACE))

  it('is read from two users, which is enough for "ambiguous"', async () => {
    const found = await users.findByParameters([{ userEmail: SHARED }])
    expect(found.matching({ userEmail: SHARED }, 'userEmail')).toHaveLength(2)
    expect(identifyUser({ userEmail: SHARED }, found)).toEqual({ kind: 'ambiguous' })
  })

  it('does not prevent another address of the same call from being found', async () => {
    const queries: UserQuery[] = [{ userEmail: SHARED }, { userEmail: 'ADA@example.org' }]
    const found = await users.findByParameters(queries)
    expect(queries.map((query) => identifyUser(query, found).kind)).toEqual(['ambiguous', 'identified'])
  })

  it('matches each of these users if another parameter names the user', async () => {
    for (const user of [sharing[0], sharing.at(-1)] as User[]) {
      const query = { userId: user.id, userExternalId: user.externalId, userEmail: SHARED, strict: true }
      expect(identifyUser(query, await users.findByParameters([query]))).toMatchObject({
        record: { id: user.id },
      })
    }
    const other = { userId: ada.id, userEmail: SHARED, strict: true }
    expect(identifyUser(other, await users.findByParameters([other]))).toMatchObject({ disagrees: true })
  })
})

it('a user can be in at most 1000 groups, and can always leave some (R19)', async () => {
  const inGroups = (count: number) => someone({ groupIds: Array.from({ length: count }, (_, i) => i + 1) })
  const user = inGroups(1_000)
  await users.add(user, TRACE)
  const join = (id: number) => users.change(user.id, TRACE, (found, now) => joinGroup(found, id, now))
  await expect(join(1_001)).rejects.toThrow(/^User \d+ can be in at most 1000 groups directly\. Remove /)
  expect((await users.find(user.id))?.groupIds).toEqual(user.groupIds)
  expect((await join(1_000)).user.version).toBe(1)
  expect(leaveGroups(inGroups(1_500), [7], clock.now()).groupIds).toHaveLength(1_499)
})
