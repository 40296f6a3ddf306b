import type { Clock } from '../../platform/domain/time.ts'
import type { Client } from '../../../testing/client.ts'
import { readAllIds, expectStablePagesDuringChanges } from '../../../testing/pages.ts'
import { expectBody, NORTH, NORTH_SCHOOL, ROOT, SOUTH, userPortal } from '../../../testing/user/start-user.ts'

/** Set by tests that need to say what time it is. */
let time: Date | undefined
const clock: Clock = { now: () => time ?? new Date() }
const portal = userPortal({ overrides: { clock } })
let everywhere: Client
let north: Client
beforeAll(async () => {
  everywhere = (await portal.anAccount([ROOT])).api
  north = (await portal.anAccount([NORTH])).api
})
afterEach(() => (time = undefined))

const aUserIn = async (groupId: number, fields: Record<string, unknown> = {}): Promise<number> =>
  expectBody(await everywhere.post(`/users/?groupId=${groupId}`, portal.someone(fields)), 201).id

describe('the list of users', () => {
  it('can be limited to a group and its subgroups, as far as visible (§4.2, R14)', async () => {
    const inOrBelow = [await aUserIn(NORTH), await aUserIn(NORTH_SCHOOL)]
    const inSouth = await aUserIn(SOUTH)
    for (const api of [everywhere, north]) {
      const listed = await readAllIds(api, `/users/?groupId=${NORTH}`)
      expect(listed).toEqual(expect.arrayContaining(inOrBelow))
      expect(listed).not.toContain(inSouth)
    }
  })

  it.each([
    ['unknown', 987_654],
    ['beside the scope', SOUTH],
    ['above the scope', ROOT],
  ])('finds nothing for a group that is %s (A4, R14)', async (_, groupId) => {
    const found = await north.get(`/users/?groupId=${groupId}`, { prefer: 'count=exact' })
    expect([expectBody(found, 200), found.headers.get('x-total-count')]).toEqual([[], '0'])
  })

  it('is filtered by e-mail address in any case, with deleted users on request (R14, R16)', async () => {
    const email = 'Ada.B+x@example.test'
    const [kept, gone] = [await aUserIn(NORTH, { email }), await aUserIn(NORTH, { email })]
    await aUserIn(NORTH, { email: 'adaxB+x@example.test' })
    expectBody(await everywhere.delete(`/users/${gone}/`), 204)
    const query = '/users/?email=ada.b%2Bx@EXAMPLE.test'
    expect(await readAllIds(north, query)).toEqual([kept])
    expect(await readAllIds(north, `${query}&includeDeleted=true`)).toEqual([kept, gone])
  })

  it('is filtered by login name in any case, and tells of nobody outside the scope (A4, R14)', async () => {
    const [inNorth, gone, inSouth] = ['filter.a', 'filter.b', 'filter.c']
    const kept = await aUserIn(NORTH, { loginName: inNorth })
    const deleted = await aUserIn(NORTH, { loginName: gone })
    await aUserIn(SOUTH, { loginName: inSouth })
    expectBody(await everywhere.delete(`/users/${deleted}/`), 204)
    const found = async (query: string) => {
      const list = await north.get(`/users/?loginName=${query}`, { prefer: 'count=exact' })
      return [expectBody(list, 200).map(({ id }: { id: number }) => id), list.headers.get('x-total-count')]
    }
    expect(await found('FILTER.A')).toEqual([[kept], '1'])
    expect(await found('filter.b')).toEqual([[], '0'])
    expect(await found('filter.b&includeDeleted=true')).toEqual([[deleted], '1'])
    expect(await found('filter.c&includeDeleted=true')).toEqual([[], '0'])
  })

  it('has users after createdAfter and after updatedAfter, not at these dates (R14)', async () => {
    time = new Date('2020-01-01T00:00:00.500Z')
    const old = await aUserIn(SOUTH)
    time = new Date('2020-01-01T00:00:10.500Z')
    const young = await aUserIn(SOUTH)
    time = new Date('2020-01-01T00:00:20.500Z')
    expectBody(await everywhere.post(`/users/${old}/`, { city: 'Oslo' }), 200)
    const listed = async (filter: string) =>
      (await readAllIds(everywhere, `/users/?${filter}`)).filter((id) => id === old || id === young)
    expect(await listed('createdAfter=2020-01-01T00:00:00.499Z')).toEqual([old, young])
    expect(await listed('createdAfter=2020-01-01T00:00:00.500Z')).toEqual([young])
    expect(await listed('updatedAfter=2020-01-01T00:00:10.500Z')).toEqual([old])
    expect(await listed('updatedAfter=2020-01-01T02:00:10%2B02:00')).toEqual([old, young])
    expect(await listed('createdAfter=2020-01-01T00:00:05Z&updatedAfter=2020-01-01T00:00:15Z')).toEqual([])
  })
})

describe('pages of users (R13)', () => {
  it('contain each lasting user exactly once, during other changes', async () => {
    const group = await portal.aGroup()
    const walker = (await portal.anAccount([ROOT])).api // its scope is requested again, with this group
    const aUser = async () =>
      expectBody(await walker.post(`/users/?groupId=${group}`, portal.someone()), 201).id
    const made: number[] = []
    for (let i = 0; i < 15; i++) made.push(await aUser())
    await expectStablePagesDuringChanges(walker, `/users/?groupId=${group}`, made, async (gone, page) => {
      await aUser()
      const membership = `/admin/groups/${group}/members/${gone}/`
      const leaves = page % 2 ? portal.operator.delete(membership) : walker.delete(`/users/${gone}/`)
      expectBody(await leaves, 204)
    })
  })

  it.each(['offset=-1', 'limit=-1', 'cursor=bogus', 'createdAfter=yesterday', 'includeDeleted=perhaps'])(
    'reject %s (R13, R14)',
    async (query) => {
      expect(await everywhere.get(`/users/?${query}`)).toBeError('invalid-request')
    },
  )
})

describe('identifying users, for other services', () => {
  const identify = async (queries: unknown) =>
    expectBody(await portal.internal.post('/internal/users/identify/', queries), 200)

  it('returns a result for each query, in order (R2, R3)', async () => {
    const names = { externalId: 'R-1', email: 'R1@Example.org', expirationDate: '2030-01-01T00:00:00Z' }
    const fields = portal.someone(names)
    const id = await aUserIn(NORTH, fields)
    for (const _twin of [1, 2]) await aUserIn(ROOT, { email: 'twins@example.org' })
    const found = await identify([
      { userEmail: 'r1@EXAMPLE.org' },
      { userExternalId: 'r-1' },
      { userEmail: 'TWINS@example.org' },
      { userId: 987654, userExternalId: 'R-1', userEmail: 'twins@example.org' },
      { userId: id, userEmail: 'twins@example.org', strict: true },
      {},
    ])
    expect(found).toMatchObject([
      { code: 'identified', identifiedBy: 'userEmail', user: { id } },
      { code: 'user-not-found' },
      { code: 'user-ambiguous' },
      { code: 'identified', identifiedBy: 'userExternalId', user: { id } },
      { code: 'identifiers-disagree' },
      { code: 'user-not-found' },
    ])
    const { loginName: _, ...shown } = fields
    expect(found[0].user).toEqual({
      id,
      version: 1,
      preferredLanguage: '',
      ...shown,
      groupIds: [NORTH],
    })
  })

  it('never finds a deleted user, and finds a change at once (R3, R16)', async () => {
    const id = await aUserIn(ROOT, { externalId: 'R-2', email: 'r2@example.org' })
    expectBody(await everywhere.post(`/users/${id}/`, { email: 'r2-new@example.org' }), 200)
    expect(
      await identify([{ userEmail: 'r2@example.org' }, { userEmail: 'r2-new@example.org' }]),
    ).toMatchObject([{ code: 'user-not-found' }, { code: 'identified', user: { id, version: 2 } }])
    expectBody(await everywhere.delete(`/users/${id}/`), 204)
    const queries = [{ userId: id }, { userExternalId: 'R-2' }, { userEmail: 'r2-new@example.org' }]
    expect(await identify(queries)).toEqual(queries.map(() => ({ code: 'user-not-found' })))
  })

  it('accepts up to 500 queries, and rejects malformed ones', async () => {
    const id = await aUserIn(ROOT)
    const most = Array.from({ length: 500 }, (_, i) => ({ userId: i === 499 ? id : 1_000_000 + i }))
    const responses = await identify(most)
    expect(responses).toHaveLength(500)
    expect(responses[499]).toMatchObject({ code: 'identified', user: { id } })
    for (const rejected of [[...most, {}], [], [{ userId: 'x' }]])
      expect(await portal.internal.post('/internal/users/identify/', rejected)).toBeError('invalid-request')
  })
})
