import '../../shared/tests/kit/matchers.ts'
import type { Clock } from '../../shared/time.ts'
import type { Answer, Client } from '../../shared/tests/kit/client.ts'
import { eventually } from '../../shared/tests/kit/eventually.ts'
import { nextOf } from '../../shared/tests/kit/late-writers.ts'
import { wrapped } from '../../shared/tests/kit/wrapped.ts'
import type { Users } from '../src/store/users.ts'
import { must, NORTH, NORTH_SCHOOL, ROOT, SOUTH, startUser, type Portal } from './kit/start-user.ts'

let portal: Portal
let everywhere: Client
let north: Client
/** Set by tests that need to say what time it is. */
let time: Date | undefined
const clock: Clock = { now: () => time ?? new Date() }
/** Holds the next new user back, between the stamping and the writing. */
let held: Promise<void> | undefined
const holdingBack = (real: Users): Users =>
  wrapped(real, {
    add: async (...given) => {
      const wait = held
      held = undefined
      await wait
      return real.add(...given)
    },
  })

beforeAll(async () => {
  portal = await startUser({ overrides: { clock, users: holdingBack } })
  everywhere = (await portal.anAccount([ROOT])).api
  north = (await portal.anAccount([NORTH])).api
})
afterEach(() => {
  time = undefined
})
afterAll(() => portal.stop())

const aUserIn = async (groupId: number, fields: Record<string, unknown> = {}): Promise<number> =>
  must(await everywhere.post(`/users/?groupId=${groupId}`, portal.someone(fields)), 201).id
const ids = (answer: Answer): number[] => must(answer, 200).map(({ id }: { id: number }) => id)

async function walk(api: Client, path: string): Promise<number[]> {
  const found: number[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await api.get(next)
    found.push(...ids(answer))
    next = nextOf(answer)
  }
  return found
}

describe('who is listed', () => {
  it('are the users of the groups of the account and their subgroups (A3)', async () => {
    const [inNorth, inSchool, inSouth] = [
      await aUserIn(NORTH),
      await aUserIn(NORTH_SCHOOL),
      await aUserIn(SOUTH),
    ]
    const listed = await walk(north, '/users/')
    expect(listed).toEqual(expect.arrayContaining([inNorth, inSchool]))
    expect(listed).not.toContain(inSouth)
    expect(await walk(everywhere, '/users/')).toEqual(expect.arrayContaining([inNorth, inSchool, inSouth]))
  })

  it('can be limited to a group and its subgroups, within reach (specification §4.2, R14)', async () => {
    const [inNorth, inSchool, inSouth] = [
      await aUserIn(NORTH),
      await aUserIn(NORTH_SCHOOL),
      await aUserIn(SOUTH),
    ]
    expect(await walk(everywhere, `/users/?groupId=${NORTH}`)).toEqual(
      expect.arrayContaining([inNorth, inSchool]),
    )
    expect(await walk(everywhere, `/users/?groupId=${NORTH_SCHOOL}`)).not.toContain(inNorth)
    const above = await walk(north, `/users/?groupId=${ROOT}`)
    expect(above).toEqual(expect.arrayContaining([inNorth, inSchool]))
    expect(above).not.toContain(inSouth)
  })

  it('is nobody for a group that is unknown or out of reach (R14)', async () => {
    await aUserIn(SOUTH)
    expect(must(await everywhere.get('/users/?groupId=987654'), 200)).toEqual([])
    const south = await north.get(`/users/?groupId=${SOUTH}`, { prefer: 'count=exact' })
    expect(must(south, 200)).toEqual([])
    expect(south.headers.get('x-total-count')).toBe('0')
  })

  it('includes deleted users only when asked, marked as such, by the groups they had (R16)', async () => {
    const id = await aUserIn(NORTH)
    must(await everywhere.delete(`/users/${id}/`), 204)
    expect(await walk(north, '/users/')).not.toContain(id)
    const answer = await north.get('/users/?includeDeleted=true&limit=1000')
    expect(answer.body.find((user: any) => user.id === id)).toMatchObject({ id, deleted: true })
    expect(answer.body.filter((user: any) => 'deleted' in user && user.deleted !== true)).toEqual([])
    const south = await portal.anAccount([SOUTH])
    expect(await walk(south.api, '/users/?includeDeleted=true')).not.toContain(id)
  })

  it('is limited strictly by createdAfter and updatedAfter, together (R14)', async () => {
    time = new Date('2020-01-01T00:00:00.500Z')
    const old = await aUserIn(SOUTH)
    time = new Date('2020-01-01T00:00:10.500Z')
    const young = await aUserIn(SOUTH)
    time = new Date('2020-01-01T00:00:20.500Z')
    must(await everywhere.post(`/users/${old}/`, { city: 'Oslo' }), 200)
    const listed = async (filter: string) =>
      (await walk(everywhere, `/users/?${filter}`)).filter((id) => id === old || id === young)
    expect(await listed('createdAfter=2020-01-01T00:00:00.499Z')).toEqual([old, young])
    expect(await listed('createdAfter=2020-01-01T00:00:00.500Z')).toEqual([young])
    expect(await listed('updatedAfter=2020-01-01T00:00:10.500Z')).toEqual([old])
    expect(await listed('updatedAfter=2020-01-01T02:00:10%2B02:00')).toEqual([old, young])
    expect(await listed('createdAfter=2020-01-01T00:00:05Z&updatedAfter=2020-01-01T00:00:15Z')).toEqual([])
  })
})

describe('pages (R13)', () => {
  it('give every user once, in the order of their ids, and keep the filters', async () => {
    const made: number[] = []
    for (let i = 0; i < 7; i++) made.push(await aUserIn(NORTH_SCHOOL))
    const path = `/api/v2/users?groupId=${NORTH_SCHOOL}&limit=3&includeDeleted=false`
    const first = await everywhere.get(path)
    expect(nextOf(first)).toMatch(/^\/api\/v2\/users\?groupId=11&limit=3&includeDeleted=false&cursor=/)
    const all = await walk(everywhere, path)
    expect(all).toEqual([...all].sort((a, b) => a - b))
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining(made))
  })

  it('give each user who is there throughout the walk exactly once, while others come and go', async () => {
    const group = 4711
    must(await portal.operator.put(`/admin/groups/${group}/`, { name: 'walked', parentId: ROOT }), 201)
    const walker = (await portal.anAccount([ROOT])).api
    const aUser = async () =>
      must(await walker.post(`/users/?groupId=${group}`, portal.someone()), 201).id as number
    const made: number[] = []
    for (let i = 0; i < 15; i++) made.push(await aUser())
    // Of those already walked by and of those still to come, one after each page: deleted, or taken out of the group.
    const leaving = [0, 14, 3, 13, 5].map((k) => made[k] as number)
    const staying = made.filter((id) => !leaving.includes(id))
    const walked: number[] = []
    let changes = 0
    for (let path: string | undefined = `/users/?groupId=${group}&limit=3`; path !== undefined;) {
      const answer = await walker.get(path)
      walked.push(...ids(answer))
      path = nextOf(answer)
      const gone = leaving[changes++]
      if (gone === undefined) continue
      await aUser()
      const how = changes % 2 === 0 ? `/admin/groups/${group}/members/${gone}/` : undefined
      must(await (how ? portal.operator.delete(how) : walker.delete(`/users/${gone}/`)), 204)
    }
    expect(changes).toBeGreaterThan(leaving.length)
    expect(walked.filter((id) => staying.includes(id))).toEqual(staying)
    expect(new Set(walked).size).toBe(walked.length)
    expect(walked).not.toContain(leaving[1])
  })

  it('skip and limit', async () => {
    for (let i = 0; i < 3; i++) await aUserIn(NORTH_SCHOOL)
    const all = await walk(everywhere, `/users/?groupId=${NORTH_SCHOOL}`)
    const path = `/users/?groupId=${NORTH_SCHOOL}`
    expect(ids(await everywhere.get(`${path}&offset=1&limit=2`))).toEqual(all.slice(1, 3))
    expect(ids(await everywhere.get(`${path}&offset=${all.length}`))).toEqual([])
    expect(ids(await everywhere.get(`${path}&offset=9007199254740991`))).toEqual([])
    expect(ids(await everywhere.get(`${path}&limit=0`))).toEqual([])
    expect(ids(await everywhere.get(`${path}&limit=5000`))).toEqual(all)
    const last = await everywhere.get(`${path}&limit=${all.length}`)
    expect(ids(last)).toEqual(all)
    expect(nextOf(last)).toBeUndefined()
  })

  it.each([
    'offset=-1',
    'limit=-1',
    'limit=ten',
    'offset=1.5',
    'cursor=bogus',
    'page=2',
    'createdAfter=yesterday',
    'groupId=x',
    'includeDeleted=perhaps',
  ])('refuse %s (R13, R14)', async (query) => {
    expect(await everywhere.get(`/users/?${query}`)).toBeError('invalid-request')
  })

  it('tell the total only when asked', async () => {
    const plain = await north.get('/users/?limit=1')
    expect(plain.headers.get('x-total-count')).toBeNull()
    const counted = await north.get('/users/?limit=1', { prefer: 'count=exact' })
    expect(Number(counted.headers.get('x-total-count'))).toBe((await walk(north, '/users/')).length)
    expect(counted.headers.get('preference-applied')).toBe('count=exact')
    expect(counted.headers.get('vary')).toMatch(/prefer/i)
  })
})

it('loses no write that becomes visible late, when a delta overlaps by 60 s (R13)', async () => {
  const start = new Date('2021-01-01T00:00:00Z').getTime()
  const at = (seconds: number) => (time = new Date(start + seconds * 1000))
  const delta = async (from: string) => (await everywhere.get(`/users/?updatedAfter=${from}&limit=1000`)).body
  let release: () => void = () => undefined
  held = new Promise((resolve) => (release = resolve))
  at(0)
  const late = aUserIn(SOUTH, { loginName: 'written-late' })
  await eventually(() => expect(held).toBeUndefined())
  at(10)
  const early = await aUserIn(SOUTH)
  const seen = (await delta(new Date(start - 1000).toISOString())).map((user: any) => user.id)
  expect(seen).toContain(early)
  release()
  const lateId = await late
  expect(seen).not.toContain(lateId)
  // The client asks again from the latest change that it has seen, less the overlap.
  const ids = (await delta(new Date(start + 10_000 - 60_000).toISOString())).map((user: any) => user.id)
  expect(ids).toEqual(expect.arrayContaining([lateId, early]))
})

it('has one answer for HEAD and GET, without the body (S4)', async () => {
  const head = await everywhere.send('HEAD', '/users/')
  expect(head).toMatchObject({ status: 200, body: undefined })
})
