import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { cert } from '../../testing/notification/certificate.ts'

type Fields = Readonly<Record<string, string>>

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly body: any
}

export interface Caller {
  /** Where Rollcall is behind the proxy, without a slash at the end. */
  readonly base: string
  readonly credential: Fields
  /** Of an account that may send one request a minute. */
  readonly limited: Fields
  readonly courseId: number
  /** A receiver of webhooks, and how many it has got. */
  readonly receiver: { readonly url: string; readonly count: () => number }
}

const SLOW_MS = 150

/**
 * Calls Rollcall through a proxy as integrators do.
 * @returns what was not as without the proxy, by the name of the call
 */
export async function callsThatDiffer({ base, credential, limited, courseId, receiver }: Caller) {
  const dispatcher = new Agent({ allowH2: true, connect: { ca: cert } })
  const differences: string[] = []
  const run = Math.random().toString(36).slice(2, 8)
  let calls = 0

  async function call(method: string, path: string, options: { body?: unknown; headers?: Fields } = {}) {
    const json = options.body === undefined || typeof options.body === 'string' || isStream(options.body)
    const response = await request(`${base}${path}`, {
      method: method as 'GET',
      dispatcher,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...credential,
        ...options.headers,
      },
      body: (json ? (options.body ?? null) : JSON.stringify(options.body)) as string,
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const isZipped = response.headers['content-encoding'] === 'gzip' && bytes.length > 0
    const text = (isZipped ? gunzipSync(bytes) : bytes).toString()
    const body: unknown =
      /json/.test(String(response.headers['content-type'])) && text ? JSON.parse(text) : text
    return { status: response.statusCode, headers: response.headers, text, body } as Answer
  }
  /** Compares one call with what it gives without a proxy. */
  async function expectCall(name: string, wanted: unknown, received: () => Promise<unknown>) {
    calls++
    try {
      const got = await received()
      if (!isDeepStrictEqual(got, wanted)) differences.push(`${name}: ${JSON.stringify(got)}`)
    } catch (error) {
      differences.push(`${name}: ${String((error as Error).cause ?? error)}`)
    }
  }
  const person = (id: string, more: object = {}) => ({
    loginName: `${run}-${Buffer.from(id).toString('hex')}`,
    email: `${run}@example.org`,
    firstName: 'Zoë',
    lastName: 'Müller/Ö',
    externalId: `${run}${id}`,
    ...more,
  })
  const refusal = ({ status, headers, body }: Answer) => [
    status,
    headers['x-error-code'],
    typeof body === 'string' ? body.slice(0, 40) : Object.keys(body as object),
  ]

  await expectCall('the contract, and where its server is', ['3.0.3', `${base}/`], async () => {
    const { body } = await call('GET', '/openapi.json')
    return [body.openapi, new URL(body.servers[0].url, `${base}/openapi.json`).href]
  })
  let user: Answer | undefined
  await expectCall('create, and its Location', [201, 200, 'Müller/Ö'], async () => {
    user = await call('POST', '/users/', { body: person('first') })
    const at = new URL(String(user.headers['location']), `${base}/users/`).href
    const read = await call('GET', at.slice(base.length))
    return [user.status, read.status, read.body.lastName]
  })
  // The sign in an id, and how callers encode it.
  for (const id of ['a/b', 'a//b', 'a/../b', 'ü ß', 'a+b', 'a%2Fb', "a;b=c?d#e&'"])
    await expectCall(`the id ${id}`, [201, 200, `${run}${id}`], async () => {
      const created = await call('POST', '/users/', { body: person(id) })
      const read = await call('GET', `/users/external_id/${encodeURIComponent(`${run}${id}`)}/`)
      return [created.status, read.status, read.body.externalId]
    })
  await expectCall('a plus that is not encoded', [200, `${run}a+b`], async () => {
    const { status, body } = await call('GET', `/users/external_id/${run}a+b/`)
    return [status, body.externalId]
  })
  for (const path of ['/users?limit=1', '/api/v2/users/?limit=1', '/api/v2/users?limit=1'])
    await expectCall(`the form ${path}`, [200, 1], async () => {
      const { status, body } = await call('GET', path)
      return [status, body.length]
    })
  await expectCall('a list by its links', [8, 8, '8'], async () => {
    const list = `/users/?limit=3&email=${encodeURIComponent(`${run}@example.org`)}`
    const ids: number[] = []
    let total: unknown
    for (let path: string | undefined = list; path !== undefined;) {
      const page: Answer = await call('GET', path, { headers: { Prefer: 'count=exact' } })
      total ??= page.headers['x-total-count']
      ids.push(...(page.body as { id: number }[]).map(({ id }) => id))
      const [, next] = /<([^<>]*)>; rel="next"/.exec(String(page.headers['link'] ?? '')) ?? []
      path = next && new URL(next, `${base}${path}`).href.slice(base.length)
    }
    return [ids.length, new Set(ids).size, total]
  })
  await expectCall('a compressed response', ['gzip', true], async () => {
    const headers = { 'Accept-Encoding': 'gzip' }
    const answer = await call('GET', '/openapi.json', { headers })
    return [answer.headers['content-encoding'], answer.body.paths !== undefined]
  })
  const batch = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      person(`b${i}`, { city: 'x'.repeat(250), address: 'y'.repeat(250) }),
    )
  await expectCall('a batch near its limit', [200, 500, true], async () => {
    const text = JSON.stringify(batch(500).map((one) => ({ ...one, phone: '1'.repeat(20) })))
    const { status, body } = await call('POST', '/users/batch/', {
      body: text,
      headers: { Prefer: 'validate-only' },
    })
    return [status, body.length, text.length > 300_000]
  })
  await expectCall('a body that is too large', [413, 'body-too-large', ['detail']], async () =>
    refusal(await call('POST', '/users/', { body: `"${'x'.repeat(150_000)}"` })),
  )
  await expectCall('a body that is no JSON', [400, 'malformed-json', ['detail']], async () =>
    refusal(await call('POST', '/users/', { body: '{' })),
  )
  await expectCall('an unknown path', [404, 'path-not-found', ['detail']], async () =>
    refusal(await call('GET', '/users/one/two/three/')),
  )
  await expectCall('another method', [405, 'GET, HEAD, POST'], async () => {
    const { status, headers } = await call('DELETE', '/users/')
    return [status, headers['allow']]
  })
  await expectCall('HEAD', [200, ''], async () => {
    const { status, text } = await call('HEAD', '/users/?limit=1')
    return [status, text]
  })
  await expectCall('a wrong key', [401, 'Bearer'], async () => {
    const { status, headers } = await call('GET', '/users/', { headers: { 'x-api-secret': 'wrong' } })
    return [status, headers['www-authenticate']]
  })
  await expectCall('the token in Authorization', 200, async () => {
    const token = `${credential['x-api-key']}.${credential['x-api-secret']}`
    const { statusCode, body } = await request(`${base}/users/?limit=1`, {
      dispatcher,
      headers: { Authorization: `Bearer ${token}` },
    })
    await body.dump()
    return statusCode
  })
  await expectCall('the rate limit', [200, 429, true], async () => {
    const first = await call('GET', '/users/?limit=1', { headers: limited })
    const second = await call('GET', '/users/?limit=1', { headers: limited })
    return [first.status, second.status, Number(second.headers['retry-after']) > 0]
  })
  await expectCall('an id for support', 'from-a-caller-1', async () => {
    const { headers } = await call('GET', '/users/?limit=1', {
      headers: { 'X-Request-Id': 'from-a-caller-1' },
    })
    return headers['x-request-id']
  })
  await expectCall('a long header', 200, async () => {
    const tags = Array.from({ length: 300 }, (_, i) => `"tag-${i}-0123456789"`).join(', ')
    return (await call('GET', '/users/?limit=1', { headers: { 'If-None-Match': tags } })).status
  })
  await expectCall('a long query', 400, async () => {
    const email = `${'x'.repeat(2_000)}%40example.org`
    return (await call('GET', `/users/?limit=1&email=${email}`)).status
  })
  let registration: Answer | undefined
  const key = { 'Idempotency-Key': `${run}-key-1` }
  const wanted = () => ({ courseId, userId: user?.body.id })
  await expectCall('create a registration', [201, 'course=courseId; user=userId'], async () => {
    registration = await call('POST', '/registrations/', { body: wanted(), headers: key })
    return [registration.status, registration.headers['x-resolved-by']]
  })
  await expectCall('a repeated create', [201, 'true'], async () => {
    const { status, headers } = await call('POST', '/registrations/', { body: wanted(), headers: key })
    return [status, headers['idempotent-replayed']]
  })
  await expectCall('a second registration', [409, 'already-registered', ['detail']], async () =>
    refusal(await call('POST', '/registrations/', { body: wanted() })),
  )
  const path = () => `/registrations/${registration?.body.id}/`
  await expectCall('a conditional read', [200, 304, 304], async () => {
    const headers: Fields = { 'Accept-Encoding': 'gzip' }
    const first = await call('GET', path(), { headers })
    const tag = String(first.headers['etag'])
    const again = await call('GET', path(), { headers: { ...headers, 'If-None-Match': tag } })
    const weak = await call('GET', path(), { headers: { 'If-None-Match': tag } })
    return [first.status, again.status, weak.status]
  })
  await expectCall('a conditional move', [412, 200, 'Approved'], async () => {
    const { headers } = await call('GET', path(), { headers: { 'Accept-Encoding': 'gzip' } })
    const tag = { 'If-Match': String(headers['etag']) }
    const wrong = await call('POST', `${path()}approve/`, { headers: { 'If-Match': '"another"' } })
    const moved = await call('POST', `${path()}approve/`, { headers: tag })
    return [wrong.status, moved.status, moved.body.statusName]
  })
  await expectCall('a slow body', 201, async () => {
    async function* slowly() {
      const text = JSON.stringify(person('slow'))
      for (let start = 0; start < text.length; start += 60) {
        yield Buffer.from(text.slice(start, start + 60))
        await sleep(SLOW_MS)
      }
    }
    return (await call('POST', '/users/', { body: slowly() })).status
  })
  await expectCall('an aborted body', ['aborted', 404], async () => {
    async function* cut() {
      yield Buffer.from(JSON.stringify(person('cut')).slice(0, 40))
      await sleep(SLOW_MS)
      throw new Error('aborted')
    }
    const outcome = await call('POST', '/users/', { body: cut() }).then(
      ({ status }) => status,
      () => 'aborted',
    )
    return [outcome, (await call('GET', `/users/external_id/${run}cut/`)).status]
  })
  await expectCall('many at a time', [200], async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => call('GET', '/users/?limit=5')))
    // Rollcall itself says 503 on a busy machine.
    const isBusy = ({ status, headers }: Answer) => status === 503 && headers['x-error-code'] !== undefined
    return [...new Set(all.filter((one) => !isBusy(one)).map(({ status }) => status))]
  })
  const scim = { 'content-type': 'application/scim+json' }
  const newPerson = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: `${run}-scim` }
  const named = { ...newPerson, externalId: `${run}s/1`, name: { givenName: 'A', familyName: 'B' } }
  await expectCall('SCIM: create, filter and patch', [201, 1, false], async () => {
    const emails = [{ value: `${run}s@example.org`, primary: true }]
    const created = await call('POST', '/scim/v2/Users', { body: { ...named, emails }, headers: scim })
    const filter = encodeURIComponent(`externalId eq "${run}s/1"`)
    const found = await call('GET', `/scim/v2/Users?filter=${filter}`)
    const Operations = [{ op: 'replace', path: 'active', value: false }]
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
    const patched = await call('PATCH', `/scim/v2/Users/${created.body.id}`, {
      body: { schemas, Operations },
      headers: scim,
    })
    return [created.status, found.body.totalResults, patched.body.active]
  })
  await expectCall('a webhook and its end', [201, true, 204], async () => {
    const before = receiver.count()
    const made = await call('POST', '/webhook-endpoints/', {
      body: { url: receiver.url, events: ['registration.created'] },
    })
    await call('POST', `/webhook-endpoints/${made.body.id}/test/`)
    const got = receiver.count() > before
    return [made.status, got, (await call('DELETE', `/webhook-endpoints/${made.body.id}/`)).status]
  })
  await dispatcher.close()
  return { calls, differences }
}

const isStream = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
