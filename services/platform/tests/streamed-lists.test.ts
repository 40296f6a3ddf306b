import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Batches, FoundPage } from '../domain/page.ts'
import { perRole, Scope, type Account } from '../domain/account.ts'
import { Unavailable } from '../errors.ts'
import { listResponse } from '../http/list.ts'
import { eventually } from '../../../testing/eventually.ts'
import { EXPECTED_FAILURE } from '../../../testing/leak-check.ts'
import { anAccount, AS_ACCOUNT, openLimiter, startApi, type ApiSetup } from '../../../testing/start-api.ts'

const PREFER = { strict: false, validateOnly: false, countExact: false }

/** A server whose list of users consists of these batches, and what was read of them. */
async function startList(
  batches: () => Batches<unknown>,
  keys: readonly number[] = [],
  { handlers, ...setup }: ApiSetup = {},
) {
  const server = await startApi({
    ...setup,
    handlers: {
      ...handlers,
      listUsers: (call) => {
        const found: FoundPage<unknown> = { keys, records: batches() }
        const list = { page: () => found, count: () => keys.length, present: (record: unknown) => record }
        return listResponse({ query: call.query, prefer: PREFER }, list)
      },
    },
  })
  const get = async (headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const sent = request(`${server.url}/users/?limit=1000`, { headers: { ...AS_ACCOUNT, ...headers } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }
  return { ...server, get }
}

async function* batchesOf(...batches: readonly unknown[][]): Batches<unknown> & AsyncGenerator<unknown[]> {
  for (const batch of batches) yield await Promise.resolve(batch)
}

describe('a list that is sent in batches', () => {
  it.each([
    ['several batches', [[1, 2], [3]], '[1,2,3]'],
    ['batches of which some are empty', [[], [1], [], [2]], '[1,2]'],
    ['no record that is left', [[], []], '[]'],
    ['no batch', [], '[]'],
  ])('is one JSON array: %s', async (_, batches, text) => {
    const { url } = await startList(() => batchesOf(...batches))
    const response = await fetch(`${url}/users/`, { headers: AS_ACCOUNT })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe(text)
    const head = await fetch(`${url}/users/`, { method: 'HEAD', headers: AS_ACCOUNT })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('is read only as fast as the caller receives it', async () => {
    const [batch, count] = [['x'.repeat(1_000_000)], 100]
    let read = 0
    const { get } = await startList(async function* () {
      for (; read < count; read++) yield await Promise.resolve(batch)
    })
    const response = await get()
    response.pause()
    // What the sockets of both sides hold, and no more.
    let before = -1
    await eventually(() => {
      const settled = read === before
      before = read
      expect(settled).toBe(true)
    })
    expect(read).toBeLessThan(count / 2)
    let bytes = 0
    for await (const chunk of response) bytes += (chunk as Buffer).length
    expect(bytes).toBe(count * (1_000_000 + 3) + 1)
  })

  it('is not read further when the caller has disconnected, without an error', async () => {
    let isEnded = false
    const { get, lines } = await startList(async function* () {
      try {
        for (;;) yield await Promise.resolve(['x'.repeat(1_000_000)])
      } finally {
        isEnded = true
      }
    })
    ;(await get()).destroy()
    await eventually(() => expect(isEnded).toBe(true))
    await eventually(() =>
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', status: 499 })),
    )
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([])
  })

  it('is an error in the usual form if its first batch cannot be read', async () => {
    const { api } = await startList(async function* () {
      yield await Promise.reject(new Unavailable('mongodb', 'a failover'))
    })
    expect(await api.get('/users/')).toBeError('dependency-unavailable')
  })

  it('is cut off if a later batch cannot be read, so that no caller takes it for complete', async () => {
    const begun = Promise.withResolvers<void>()
    const { get, lines, metrics } = await startList(async function* () {
      yield ['x'.repeat(100_000)]
      await begun.promise
      throw new Error(EXPECTED_FAILURE)
    })
    const response = await get()
    begun.resolve()
    expect(response.statusCode).toBe(200)
    await expect(response.toArray()).rejects.toThrow('aborted')
    await eventually(() =>
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', status: 500 })),
    )
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'unexpected error' }))
    expect((await metrics.rejections.get()).values).toContainEqual(
      expect.objectContaining({ labels: { operation: 'listUsers', code: 'internal-error' }, value: 1 }),
    )
  })
})

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

describe('an answer that is read slowly', () => {
  const BATCH = ['x'.repeat(1_000_000)]
  async function* endless(): Batches<unknown> & AsyncGenerator<unknown[]> {
    for (;;) yield await Promise.resolve(BATCH)
  }
  type List = Awaited<ReturnType<typeof startList>>
  // Left open, an answer would hold the stop of its list for a minute.
  const opened: IncomingMessage[] = []
  afterAll(() => opened.forEach((response) => response.destroy()))
  const getUnread = async ({ get }: List) => {
    const response = (await get()).pause()
    opened.push(response)
    return response
  }
  const isCutOff = async (response: IncomingMessage, { lines }: List, reason: string) => {
    await eventually(() =>
      expect(lines).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ msg: 'response cut off', reason }),
          expect.objectContaining({ msg: 'request', status: 499 }),
        ]),
      ),
    )
    await expect(response.toArray()).rejects.toThrow('aborted')
  }

  it('ends in time, and does not look complete (A9)', async () => {
    const list = await startList(endless, [], { sendingLimits: { maxMs: 200, checkMs: 20 } })
    await isCutOff(await getUnread(list), list, 'too-slow')
  })

  it('ends in time too if it is complete in memory (A9)', async () => {
    const list = await startList(endless, [], {
      sendingLimits: { maxMs: 200, checkMs: 20 },
      handlers: { getUser: () => Promise.resolve({ status: 200, body: BATCH.join().repeat(20) }) },
    })
    const unread = request(`${list.url}/users/1/`, { headers: AS_ACCOUNT }).end()
    const [response] = (await once(unread, 'response')) as [IncomingMessage]
    await isCutOff(response.pause(), list, 'too-slow')
  })

  it.each<[string, () => Account | undefined]>([
    ['the key was revoked', () => undefined],
    ['the role was taken', () => anAccount({ scopes: perRole(() => new Scope()) })],
    ['a group left the scope', () => anAccount({ scopes: perRole(() => new Scope([2])) })],
  ])('is cut off when %s (A9)', async (_, afterwards) => {
    let account: Account | undefined = anAccount()
    const list = await startList(endless, [], {
      sendingLimits: { checkMs: 20, verifiedBeforeMs: 15_000 },
      verify: () => Promise.resolve(account),
    })
    const response = await getUnread(list)
    // A role more takes nothing away.
    account = anAccount({ scopes: perRole(() => new Scope([1, 2])) })
    await once(response.resume(), 'data')
    account = afterwards()
    await isCutOff(response.pause(), list, 'not-allowed')
  })

  it('is one of few of an account; another one is 429 before any work, and costs nothing (A9)', async () => {
    const { limiter, taken } = openLimiter()
    const refunds: number[] = []
    const refund = (_key: string, _limit: number, cost: number) => Promise.resolve(void refunds.push(cost))
    let begun = 0
    let mayRead = Promise.resolve()
    const list = await startList(
      async function* () {
        begun++
        await mayRead
        yield* endless()
      },
      [],
      { sendingLimits: { maxOfCaller: 2 }, limiter: { ...limiter, refund } },
    )
    const [first, second] = [await getUnread(list), await getUnread(list)]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    const spent = taken.length
    expect(await list.api.get('/users/')).toBeError('too-many-requests')
    expect([begun, taken.length]).toEqual([2, spent])
    expect((await list.api.get('/users/1/')).status).toBe(200)
    first.destroy()
    await eventually(async () => expect((await getUnread(list)).statusCode).toBe(200))
    // Of several that begin together, those over the number get back what their page costs.
    second.destroy()
    await eventually(() => expect(list.lines.filter(({ status }) => status === 499)).toHaveLength(2))
    const gate = Promise.withResolvers<void>()
    mayRead = gate.promise
    const [before, reading] = [begun, [1, 2, 3].map(() => getUnread(list))]
    await eventually(() => expect(begun).toBe(before + 3))
    gate.resolve()
    const together = await Promise.all(reading)
    expect(together.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429])
    const ACCEPTED = 4 * 10 + 1
    expect(sumOf(taken.map(({ cost }) => cost)) - sumOf(refunds)).toBe(ACCEPTED)
  })

  it.each([
    ['a page of SCIM, before any work', '/scim/v2/Users/', 2],
    ['another read', '/users/1/', 3],
  ])('is one of few too if it is complete in memory: %s (A9)', async (_, path, calls) => {
    const { limiter, taken } = openLimiter()
    const refunds: number[] = []
    const refund = (_key: string, _limit: number, cost: number) => Promise.resolve(void refunds.push(cost))
    let called = 0
    let body = BATCH.join().repeat(20)
    const large = () => Promise.resolve({ status: 200, body: (called++, body) })
    const { url, api } = await startList(endless, [], {
      sendingLimits: { maxOfCaller: 2 },
      limiter: { ...limiter, refund },
      handlers: { listScimUsers: large, getUser: large },
    })
    for (let count = 0; count < 2; count++) {
      const unread = request(`${url}${path}`, { headers: AS_ACCOUNT }).end()
      const [response] = (await once(unread, 'response')) as [IncomingMessage]
      opened.push(response.pause())
    }
    const { status, headers } = await api.get(path)
    expect([status, headers.get('x-error-code'), called]).toEqual([429, 'too-many-requests', calls])
    expect(sumOf(taken.map(({ cost }) => cost)) - sumOf(refunds)).toBe(2)
    body = 'small'
    expect((await api.get('/users/1/')).status).toBe(200)
  })

  it('needs no room if the caller has the version that it asks for', async () => {
    const getUser = () => Promise.resolve({ status: 200, body: BATCH.join().repeat(20) })
    const { url, api } = await startList(endless, [], {
      sendingLimits: { maxOfCaller: 1 },
      handlers: { getUser },
    })
    const unread = request(`${url}/users/1/`, { headers: AS_ACCOUNT }).end()
    const [response] = (await once(unread, 'response')) as [IncomingMessage]
    opened.push(response.pause())
    expect((await api.get('/users/1/')).status).toBe(429)
    const known = { 'if-none-match': String(response.headers.etag) }
    expect((await api.get('/users/1/', known)).status).toBe(304)
  })
})
