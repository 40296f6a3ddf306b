import { rollcall, RollcallError, UnreachableError, type Patience } from '../src/index.ts'
import { operator } from '../src/operator.ts'
import { scriptedServer, type ScriptedResponse } from '../../../testing/clients/scripted-server.ts'

const rejection = (status: number, code: string, headers = {}): ScriptedResponse => ({
  status,
  headers: { 'x-error-code': code, ...headers },
  body: { detail: 'Too many requests' },
})
const later = (status: 429 | 503, seconds: number) =>
  rejection(status, status === 429 ? 'too-many-requests' : 'dependency-unavailable', {
    'retry-after': String(seconds),
  })
const PAGE = { headers: { 'content-type': 'text/html' }, text: '<html>' }
const list: ScriptedResponse = { status: 200, body: [] }
const registration: ScriptedResponse = { status: 201, body: { id: 1, createdDate: '2024-01-15T14:58:41Z' } }

async function against(script: readonly ScriptedResponse[], patience: Partial<Patience> = {}, path = '') {
  const server = await scriptedServer(...script)
  const client = rollcall({ baseUrl: server.url + path, apiKey: 'key', apiSecret: 'secret', patience })
  return { ...server, client }
}

const create = { courseId: 210, userId: 1007 }

it.each(['.', '..'])(
  'the external id %j is rejected, because its path would be that of another operation',
  async (id) => {
    const { client, received } = await against([registration])
    const user = { loginName: 'ada', email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' }
    for (const failure of [
      client.getUser({ externalId: id }),
      client.updateUser({ externalId: id }, user),
      client.getRegistration({ externalId: id }),
    ])
      await expect(failure).rejects.toThrow('No record has the external id')
    expect(received).toEqual([])
  },
)

it('warns once of each operation that is deprecated, with the day from which it may be removed', async () => {
  const headers = { deprecation: '@1798761600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }
  const shown = { ...registration, status: 200, headers }
  const malformed = { ...shown, headers: { ...headers, sunset: 'soon' } }
  const { client } = await against([list, malformed, shown, shown])
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  await client.listRegistrations()
  expect(warn).not.toHaveBeenCalled()
  for (const id of [6, 7, 8]) await client.getRegistration(id)
  expect(warn.mock.calls).toEqual([
    ['@rollcall/client: GET /registrations/… is deprecated and may be removed from 2028-01-01'],
  ])
  warn.mockRestore()
})

describe('retries of the client', () => {
  it('waits as long as Retry-After says before a read is sent again (R20)', async () => {
    const { client, received } = await against([later(429, 1), later(503, 0), list])
    const started = Date.now()
    expect(await client.listRegistrations()).toEqual([])
    expect(Date.now() - started).toBeGreaterThanOrEqual(990)
    expect(received).toHaveLength(3)
  })

  it('gives up after the maximum number of attempts, with the last response as the error', async () => {
    const { client, received } = await against([later(429, 0)], { attempts: 3 })
    const response = { status: 429, code: 'too-many-requests', detail: 'Too many requests', retryAfter: 0 }
    const failure = client.getUser(1)
    await expect(failure).rejects.toBeInstanceOf(RollcallError)
    await expect(failure).rejects.toMatchObject(response)
    expect(received).toHaveLength(3)
  })

  it('gives up at once if Retry-After is longer than the time that is left', async () => {
    // Both longer than the test may take.
    const { client, received } = await against([later(429, 3_600)], { withinMs: 1_800_000 })
    await expect(client.getUser(1)).rejects.toMatchObject({ status: 429, retryAfter: 3_600 })
    expect(received).toHaveLength(1)
  })

  it('sends a create again after 429, with the same key and body (R10, R20)', async () => {
    const { client, received } = await against([later(429, 0), registration])
    expect(await client.createRegistration(create, { idempotencyKey: 'mine' })).toMatchObject({ id: 1 })
    const [first, second] = received.map(({ method, headers, body }) => [
      method,
      headers['idempotency-key'],
      body,
    ])
    expect(first).toEqual(second)
    expect(first?.slice(0, 2)).toEqual(['POST', 'mine'])
  })

  it('gives each create an idempotency key, which is the same in each attempt (R10)', async () => {
    const { client, received } = await against([later(503, 0), { status: 0, hangUp: true }, registration])
    await client.createRegistration(create)
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })

  it('sends the idempotency key of the caller, also in a batch and below a base path', async () => {
    const { client, received } = await against([list], {}, '/api/v2/')
    await client.createRegistrations([{}], { idempotencyKey: 'mine' })
    const user = { email: 'a@example.org', firstName: 'A', lastName: 'B', loginName: 'a' }
    await client.createUser(user)
    await client.approveRegistration(1)
    expect(received.map(({ url, headers }) => [url, headers['idempotency-key']])).toEqual([
      ['/api/v2/registrations/batch/', 'mine'],
      ['/api/v2/users/', expect.stringMatching(/^[0-9a-f-]{36}$/)],
      ['/api/v2/registrations/1/approve/', undefined],
    ])
  })

  it('waits while the idempotency key is in use, but not after another conflict (R10)', async () => {
    const code = 'already-registered'
    const { client, received } = await against([
      rejection(409, 'idempotency-in-flight'),
      rejection(409, code),
    ])
    await expect(client.createRegistration(create)).rejects.toMatchObject({ code })
    expect(received).toHaveLength(2)
  })

  it('takes a response that is too long for none', async () => {
    const { client } = await against([{ status: 200, text: 'x'.repeat(65 * 1024 * 1024) }], { attempts: 1 })
    await expect(client.getRegistration(1)).rejects.toThrow(/has over 67108864 bytes/)
  })

  it('sends a move again, because repeating it changes nothing (R5, R20)', async () => {
    const { client, received } = await against([later(503, 0), { status: 0, hangUp: true }, registration])
    await client.withdrawRegistration(1)
    expect(received).toHaveLength(3)
  })

  it('sends another write again after 429 only, which means that nothing was done (R20)', async () => {
    for (const write of [
      (client: ReturnType<typeof rollcall>) => client.updateUser(1, { city: 'Oslo' }),
      (client: ReturnType<typeof rollcall>) => client.deleteUser(1),
      // A move that was done has made another version.
      (client: ReturnType<typeof rollcall>) => client.approveRegistration(1, { ifMatch: '"1"' }),
    ]) {
      const { client, received } = await against([later(429, 0), later(503, 0)])
      await expect(write(client)).rejects.toMatchObject({ status: 503 })
      expect(received).toHaveLength(2)
    }
  })

  it('never sends a write of an operator twice', async () => {
    const server = await scriptedServer(later(503, 0))
    const { user } = operator({ baseUrl: server.url, token: 'token' })
    await expect(user.deleteGroup({ id: 1 })).rejects.toMatchObject({ status: 503 })
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.headers.authorization).toBe('Bearer token')
  })

  it('treats an incomplete response as no response', async () => {
    const { client, received } = await against([{ status: 200, cut: true }, list])
    expect(await client.listRegistrations()).toEqual([])
    expect(received).toHaveLength(2)
    const broken = await against([{ status: 200, cut: true }], { attempts: 1 })
    await expect(broken.client.listRegistrations()).rejects.toBeInstanceOf(UnreachableError)
  })

  it.each(['[', '[{"id":1},{"groupIds":[12]', '[{"firstName":"Zo'])(
    'treats a list that a proxy has made whole as no response: %s',
    async (text) => {
      const { client, received } = await against([
        { status: 200, text },
        { status: 200, body: [{ id: 1 }] },
      ])
      const ids: number[] = []
      for await (const { id } of client.eachUser()) ids.push(id)
      expect([ids, received.length]).toEqual([[1], 2])
      const broken = await against([{ status: 200, text }], { attempts: 1 })
      await expect(broken.client.listUsers()).rejects.toThrow(
        /^No response from .* breaks off in the middle of its JSON$/,
      )
    },
  )

  it.each([502, 503, 504])(
    'sends what may be repeated again after the page of a proxy with status %i, which has no Retry-After',
    async (status) => {
      const { client, received } = await against([{ status, ...PAGE }, registration])
      expect(await client.createRegistration(create)).toMatchObject({ id: 1 })
      expect(received).toHaveLength(2)
      const { client: other, received: once } = await against([{ status, ...PAGE }])
      await expect(other.updateUser(1, { city: 'Oslo' })).rejects.toMatchObject({ status, code: '' })
      expect(once).toHaveLength(1)
    },
  )

  it('reports that there was no response, and why', async () => {
    const { client, stop } = await against([list], { attempts: 1 })
    await stop()
    const failure = client.getUser(1)
    await expect(failure).rejects.toBeInstanceOf(UnreachableError)
    await expect(failure).rejects.toThrow(/^No response from http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/)
  })

  it('follows no redirect, which could send the secret to another server', async () => {
    const elsewhere = await scriptedServer(list)
    const redirect = { status: 307, headers: { location: elsewhere.url } }
    const { client } = await against([redirect], { attempts: 1 })
    await expect(client.users.getUser({ id: 1 })).rejects.toBeInstanceOf(UnreachableError)
    expect(elsewhere.received).toEqual([])
  })

  it("stops waiting when the caller's signal says so", async () => {
    const { client, received } = await against([later(503, 30)])
    const signal = AbortSignal.timeout(100)
    await expect(client.users.getUser({ id: 1 }, { signal })).rejects.toThrow(/timeout/i)
    expect(received).toHaveLength(1)
  })

  it.each([
    [418, /^Answered with status 418\.$/],
    [503, /^Answered with status 503 by a proxy or an ingress .*, which reaches no pod of the service\.$/],
  ])('reports the status of a response that is not the service’s own: %i', async (status, says) => {
    const { client } = await against([{ status }], { attempts: 1 })
    const failure = { status, code: '', detail: expect.stringMatching(says) }
    await expect(client.getUser(1)).rejects.toMatchObject(failure)
  })

  it.each<[string, ScriptedResponse, RegExp]>([
    ['a page', { status: 200, ...PAGE }, /: text\/html /],
    ['a page that is called JSON', { status: 200, text: '<html>' }, /: no JSON /],
    ['nothing', { status: 200 }, /: no JSON /],
    ['a page for what it does not find', { status: 404, ...PAGE }, /: text\/html /],
    ['an error without a code', { status: 404, body: { detail: 'Not found.' } }, /: application\/json /],
  ])('says that another server has responded to a read with %s', async (_what, response, says) => {
    const { client, received } = await against([response])
    const failure = client.getUser(1)
    await expect(failure).rejects.toBeInstanceOf(UnreachableError)
    await expect(failure).rejects.toThrow(says)
    await expect(failure).rejects.toThrow(
      /^http:\/\/127\.\S+ does not respond as Rollcall does.*Check the address.*whether a pod .*is up/,
    )
    expect(received).toHaveLength(1)
  })

  it.each([200, 404])('does not take a page with status %i for a deletion', async (status) => {
    const { client } = await against([{ status, ...PAGE }])
    await expect(client.deleteUser(1)).rejects.toThrow('does not respond as Rollcall does: text/html')
  })
})

describe('lists', () => {
  it('are read page by page by their Link header, with the same filters and no offset (R13)', async () => {
    const next = (cursor: string) => ({ link: `</users/?limit=2&cursor=${cursor}>; rel="next"` })
    const { client, received } = await against([
      { status: 200, headers: next('one'), body: [{ id: 1 }, { id: 2 }] },
      { status: 200, headers: next('two'), body: [] },
      { status: 200, body: [{ id: 3 }] },
    ])
    const ids: number[] = []
    for await (const { id } of client.eachUser({ groupId: 12, limit: 2 })) ids.push(id)
    expect(ids).toEqual([1, 2, 3])
    expect(received.map(({ url }) => url)).toEqual([
      '/users/?groupId=12&limit=2',
      '/users/?groupId=12&limit=2&cursor=one',
      '/users/?groupId=12&limit=2&cursor=two',
    ])
  })

  it('of changes begin at the date of the last poll, by the clock of the service (R13)', async () => {
    const page = (date: string, body: object[], more = {}) => ({
      status: 200,
      headers: { date, ...more },
      body,
    })
    const { client, received } = await against([
      page('Mon, 15 Jan 2024 14:58:41 GMT', [{ id: 1 }], { link: '</users/?cursor=x>; rel="next"' }),
      page('Mon, 15 Jan 2024 15:30:00 GMT', [{ id: 2, deleted: true }]),
      page('Mon, 15 Jan 2024 15:40:00 GMT', [{ id: 7 }]),
    ])
    const poll = client.changes(new Date('2024-01-15T12:00:00Z'))
    expect(() => poll.next).toThrow('Read users() or registrations() to the end first')
    const users: number[] = []
    for await (const { id } of poll.users()) {
      users.push(id)
      expect(() => poll.next).toThrow('changes would be lost')
    }
    expect(poll.next).toEqual(new Date('2024-01-15T14:57:41Z'))
    for await (const { id } of poll.registrations()) users.push(id)
    expect(users).toEqual([1, 2, 7])
    expect(poll.next).toEqual(new Date('2024-01-15T14:57:41Z'))
    const since = '2024-01-15T12%3A00%3A00.000Z'
    expect(received.map(({ url }) => url)).toEqual([
      `/users/?updatedAfter=${since}&includeDeleted=true&limit=1000`,
      `/users/?updatedAfter=${since}&includeDeleted=true&limit=1000&cursor=x`,
      `/registrations/?updated_after=${since}&includeDeleted=true&include=details&limit=1000`,
    ])
  })

  describe('of changes read everything', () => {
    const DATE = '2024-01-15T14:58:41.000Z'
    const since = new Date('2024-01-15T12:00:00Z')
    const LONG_AGO = '2024-01-01T00:00:00.000Z'
    const answer = (body: object[]) => ({
      status: 200,
      headers: { date: new Date(DATE).toUTCString() },
      body,
    })

    it.each<[string, object, object]>([
      ['no group was known', {}, { 1: DATE, 2: DATE }],
      ['a group is new', { 1: LONG_AGO }, { 1: LONG_AGO, 2: DATE }],
      [
        'a group was new at the last poll, which not every service knew then',
        { 1: LONG_AGO, 2: DATE },
        { 1: LONG_AGO, 2: DATE },
      ],
      ['a group is missing', { 1: LONG_AGO, 2: LONG_AGO, 3: LONG_AGO }, { 1: LONG_AGO, 2: LONG_AGO }],
    ])('if %s', async (_what, groups, found) => {
      const { client, received } = await against([answer([{ id: 1 }, { id: 2 }]), answer([])])
      const poll = client.changes(since, { groups: groups as Record<string, string> })
      for (const list of [poll.users(), poll.registrations()]) for await (const _ of list);
      expect([poll.isComplete, poll.groups]).toEqual([true, found])
      expect(received.map(({ url }) => url)).toEqual([
        '/groups/?limit=1000',
        '/users/?includeDeleted=true&limit=1000',
        '/registrations/?includeDeleted=true&include=details&limit=1000',
      ])
    })

    it('in the second poll, and until one has begun a minute after the first', async () => {
      const wereComplete: boolean[] = []
      let last: { since?: Date; groups?: Record<string, string> } = {}
      for (const seconds of [0, 30, 59, 61, 62]) {
        const headers = { date: new Date(since.getTime() + 1000 * seconds).toUTCString() }
        const page = { status: 200, headers, body: [{ id: 1 }] }
        const { client } = await against([page, page])
        const poll = client.changes(last.since, { groups: last.groups })
        for await (const _ of poll.users());
        wereComplete.push(poll.isComplete)
        last = { since: poll.next, groups: { ...poll.groups } }
      }
      expect(wereComplete).toEqual([true, true, true, true, false])
    })

    it('only then', async () => {
      const { client, received } = await against([answer([{ id: 1 }]), answer([])])
      const poll = client.changes(since, { groups: { 1: LONG_AGO } })
      for await (const _ of poll.users());
      expect([poll.isComplete, poll.groups, received.at(-1)?.url]).toEqual([
        false,
        { 1: LONG_AGO },
        '/users/?updatedAfter=2024-01-15T12%3A00%3A00.000Z&includeDeleted=true&limit=1000',
      ])
    })
  })

  it('request no further page when the caller stops reading', async () => {
    const headers = { link: '</users/?cursor=x>; rel="next"' }
    const { client, received } = await against([{ status: 200, headers, body: [{ id: 1 }, { id: 2 }] }])
    for await (const { id } of client.eachUser()) if (id === 1) break
    expect(received).toHaveLength(1)
  })
})
