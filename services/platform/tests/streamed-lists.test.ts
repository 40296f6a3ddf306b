import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Batches, FoundPage } from '../domain/page.ts'
import { Unavailable } from '../errors.ts'
import { listResponse } from '../http/list.ts'
import { eventually } from '../../../testing/eventually.ts'
import { EXPECTED_FAILURE } from '../../../testing/leak-check.ts'
import { AS_ACCOUNT, startApi } from '../../../testing/start-api.ts'

const PREFER = { strict: false, validateOnly: false, countExact: false }

/** A server whose list of users consists of these batches, and what was read of them. */
async function startList(batches: () => Batches<unknown>, keys: readonly number[] = []) {
  const server = await startApi({
    handlers: {
      listUsers: (call) => {
        const found: FoundPage<unknown> = { keys, records: batches() }
        const list = { page: () => found, count: () => keys.length, present: (record: unknown) => record }
        return listResponse({ query: call.query, rawPath: '/users/', prefer: PREFER }, list)
      },
    },
  })
  const get = async (headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const sent = request(`${server.url}/users/`, { headers: { ...AS_ACCOUNT, ...headers } }).end()
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
