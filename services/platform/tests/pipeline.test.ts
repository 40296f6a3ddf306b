import { Agent, request } from 'node:http'
import type { ErrorCode } from '../contract/generated/errors.ts'
import { NotFound } from '../errors.ts'
import { Scope } from '../domain/account.ts'
import type { HandlerResponse } from '../contract/operation.ts'
import type { RateLimiter } from '../http/limit.ts'
import { aDependency } from '../../../testing/broker.ts'
import { RawBody, type TestResponse } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { rawRequest } from '../../../testing/raw-request.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import {
  anAccount,
  AS_ACCOUNT,
  CREDENTIAL,
  openLimiter,
  startApi,
  type ApiSetup,
} from '../../../testing/start-api.ts'

type Server = Awaited<ReturnType<typeof startApi>>

const full: RateLimiter = {
  spend: (_key, limit) => Promise.resolve({ allowed: false, limit, remaining: 0, resetMs: 17_000 }),
  refund: () => Promise.resolve(),
}
const withScopes = (attendance: number[], batch: number[], administrator: number[]) => () =>
  Promise.resolve(
    anAccount({
      scopes: {
        courseAttendanceManager: new Scope(attendance),
        batchRegistrationManager: new Scope(batch),
        userAdministrator: new Scope(administrator),
      },
    }),
  )
const withoutRole = withScopes([1], [], [])
const INVALID = '/users/?limit=x'
const needs = [aDependency('mongodb', { up: false })]

describe('the order of checks (A5)', () => {
  it.each<[string, ApiSetup, ErrorCode]>([
    ['authenticates first', { verify: () => Promise.resolve(undefined), needs }, 'invalid-token'],
    [
      'then requires its dependencies',
      { verify: withoutRole, limiter: full, needs },
      'dependency-unavailable',
    ],
    ['then counts the request', { verify: withoutRole, limiter: full }, 'too-many-requests'],
    ['then requires the role', { verify: withoutRole }, 'role-missing'],
  ])('%s', async (_step, setup, code) => {
    const { api } = await startApi(setup)
    expect(await api.get(INVALID)).toBeError(code)
    // The body of a rejected caller is not read.
    expect(await api.post('/users/', new RawBody('x'.repeat(200_000)))).toBeError(code)
  })

  it('validates last, before it calls the handler', async () => {
    const server = await startApi()
    expect((await server.api.get(INVALID)).status).toBe(400)
    expect(server.handled).toEqual([])
    expect((await server.api.get('/users/')).status).toBe(200)
    expect(server.handled.map(({ operation }) => operation)).toEqual(['listUsers'])
  })

  it('responds 503 at the deadline, also before the handler is called, and tells the handler', async () => {
    const never = () => new Promise<never>(() => undefined)
    const signals: AbortSignal[] = []
    const listUsers = ({ signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal)
      return never()
    }
    for (const setup of [{ handlers: { listUsers } }, { verify: never }]) {
      const { api } = await startApi({ deadlineMs: 50, ...setup })
      expect(await api.get('/users/')).toBeError('dependency-unavailable')
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

describe('roles (A3)', () => {
  it('gives the handler the groups of all accepted roles', async () => {
    const { api, handled } = await startApi({
      service: 'registration',
      verify: withScopes([1, 2], [2, 3], [9]),
    })
    await api.get('/registrations/')
    expect(handled[0]?.call.scope.ids()).toEqual([1, 2, 3])
  })

  it('serves the contract without a credential, limited by address, with all servers down (B6)', async () => {
    const { limiter, taken } = openLimiter()
    const server = await startApi({ service: 'registration', limiter, needs })
    expect((await server.anonymous.get('/openapi.json')).status).toBe(200)
    expect(taken).toEqual([{ key: 'address:127.0.0.1', limit: 60, cost: 1 }])
  })
})

describe('errors (S4)', () => {
  let server: Server
  beforeAll(async () => {
    server = await startApi({
      handlers: {
        getUser: () => Promise.reject(new NotFound()),
        deleteUser: () => Promise.reject(new Error('E11000 on db-0.internal:27017')),
      },
    })
  })

  it('follow RFC 9457 only for a caller that accepts it, with the same detail', async () => {
    const named = ['application/json, application/problem+json', 'Application/Problem+JSON; charset=utf-8']
    const responses = named.map((accept) => server.api.get('/users/17/', { accept }))
    const [response, other] = (await Promise.all(responses)) as [TestResponse, TestResponse]
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.status).toBe(404)
    expect(other.body).toEqual(response.body)
    const members = { title: 'Not Found', status: 404, detail: 'Not found.', code: 'not-found' }
    expect(response.body).toEqual({ type: `/docs/guide/errors#${members.code}`, ...members })
    for (const accept of ['*/*', 'application/*', 'application/problem+json;q=0, */*'])
      expect(await server.api.get('/users/17/', { accept })).toBeError('not-found')
  })

  it('distinguish an unknown path from a wrong method', async () => {
    expect(await server.anonymous.get('/nowhere/')).toBeError('path-not-found')
    const response = await server.anonymous.delete('/users/')
    expect(response).toBeError('method-not-allowed')
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
  })

  const JSON_BODY = { 'content-type': 'application/json' }
  const sent = (headers: Record<string, string>, body: string, more: { agent?: Agent } = {}) =>
    rawRequest(server.url, '/users/', {
      method: 'POST',
      headers: { ...AS_ACCOUNT, ...headers },
      body,
      ...more,
    })

  it.each(['{', '{"email":}', 'email=a', '{} {}', '"', '\u0000', '{"a":1,}'])(
    'reject a body that is not JSON: %j',
    async (body) => {
      expect(await server.api.post('/users/', new RawBody(body))).toBeError('malformed-json')
    },
  )

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/jsonp' },
    {},
  ])('reject a body of another media type: %j', async (type) => {
    const { status, headers } = await sent(type, '{}')
    expect([status, headers['x-error-code']]).toEqual([415, 'unsupported-media-type'])
  })

  it('do not occur for JSON in UTF-8, however its charset is declared', async () => {
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON'])
      expect(await server.api.post('/users/', {}, { 'content-type': type })).toBeError('invalid-request')
    expect(await server.api.post('/users/')).toBeError('invalid-request', 'A JSON body is required.')
  })

  it('reject a body larger than the contract allows, with its limit (R19)', async () => {
    const response = await server.api.post('/users/', { city: 'x'.repeat(102_400) })
    const detail = 'The body is larger than the 102400 bytes allowed here. Send it in parts.'
    expect(response).toBeError('body-too-large', detail)
  })

  it('show only the request id and the trace of an internal fault, as its log line does (B5)', async () => {
    const response = await server.api.delete('/users/17/')
    expect(response).toBeError('internal-error', 'Internal server error')
    const requestId = response.headers.get('x-request-id')
    const [, traceId] = response.headers.get('traceresponse')?.split('-') ?? []
    expect(JSON.stringify([response.body, ...response.headers])).not.toContain('db-0')
    expect(server.lines.find((line) => line['msg'] === 'unexpected error')).toMatchObject({
      requestId,
      trace_id: traceId,
      level: 'error',
      err: { message: 'E11000 on db-0.internal:27017' },
    })
  })

  it('are the same for HEAD as for GET, without the body', async () => {
    for (const path of ['/users/', '/users/17/', '/nowhere/']) {
      const get = await rawRequest(server.url, path, { headers: AS_ACCOUNT })
      const head = await rawRequest(server.url, path, { method: 'HEAD', headers: AS_ACCOUNT })
      expect([path, head.status, head.body]).toEqual([path, get.status, ''])
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    }
  })

  it('do not break the connection for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statuses: number[] = []
    for (const body of ['{', 'x'.repeat(150_000), '{}'])
      statuses.push((await sent(JSON_BODY, body, { agent })).status)
    statuses.push((await rawRequest(server.url, '/users/', { headers: AS_ACCOUNT, agent })).status)
    expect(statuses).toEqual([400, 413, 400, 200])
    agent.destroy()
  })
})

describe('every response', () => {
  let server: Server
  beforeAll(async () => {
    server = await startApi()
  })

  it('has the request id of the caller, or a new one if it is missing or malformed', async () => {
    const naming = (id: string) => ({ 'x-request-id': id })
    const idsOf = async (requests: readonly Record<string, string>[]) => {
      const responses = await Promise.all(requests.map((sent) => server.anonymous.get('/users/', sent)))
      return responses.map(({ headers }) => headers.get('x-request-id'))
    }
    const good = ['abc', '0b6e4f3a-3f5e-4c7e-9d2b-8f1f2a6f5c11', 'a.b:c_d-e', 'x'.repeat(128)]
    expect(await idsOf(good.map(naming))).toEqual(good)
    const own = await idsOf([{}, {}, ...['a b', '<script>', '"', 'x'.repeat(129), 'é', '{}'].map(naming)])
    expect(own).toEqual(own.map(() => expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)))
    expect(new Set(own).size).toBe(own.length)
  })

  it('continues the trace of the caller with another span (B5)', async () => {
    const traceId = 'a'.repeat(32)
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`
    await server.api.get('/users/', { traceparent, 'x-request-id': 'abc' })
    const trace = server.handled.at(-1)?.call.trace
    expect(trace?.requestId).toBe('abc')
    expect(trace?.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!b{16})[\\da-f]{16}-01$`))
    const [, , spanId] = trace?.traceparent.split('-') ?? []
    expect(server.lines.at(-1)).toMatchObject({ requestId: 'abc', trace_id: traceId, span_id: spanId })
  })

  it.each([
    '00-0-0-00',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  ])('starts a trace for the malformed %s', async (traceparent) => {
    await server.api.get('/users/', { traceparent })
    const started = server.handled.at(-1)?.call.trace.traceparent
    expect(started).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/)
    expect(started).not.toContain('a'.repeat(32))
  })

  it('is counted and timed under its operation, never under the path', async () => {
    await server.api.get('/users/4711/')
    await server.anonymous.get('/4711/')
    const text = await server.metrics.registry.metrics()
    expect(text).toContain('operation="getUser",status="200"')
    expect(text).toMatch(/rejections_total\{operation="none",code="path-not-found"/)
    // In a label: a measured value can have any digits.
    expect(text).not.toMatch(/="[^"]*4711/)
  })

  it('does not count as a success if the caller disconnected before it', async () => {
    const { promise: pending, resolve } = Promise.withResolvers<HandlerResponse>()
    const getUser = jest.fn(() => pending)
    const server = await startApi({ handlers: { getUser } })
    const caller = request(`${server.url}/users/17/`, { headers: AS_ACCOUNT }).on('error', () => undefined)
    caller.end()
    await eventually(() => expect(getUser).toHaveBeenCalled())
    caller.destroy()
    await eventually(() => expect(server.lines.at(-1)).toMatchObject({ operation: 'getUser', status: 499 }))
    resolve({ status: 200, body: {} })
    expect(await server.metrics.registry.metrics()).toContain('operation="getUser",status="499"')
  })
})

describe('a log line of a request', () => {
  it('has the operation, the account and the status, but no secret or token', async () => {
    const server = await startApi({ handlers: { getUser: () => Promise.reject(new Error('broken')) } })
    await server.api.get('/users/')
    await server.api.get('/users/17/')
    const { keyId, secret } = CREDENTIAL
    await server.anonymous.get('/users/', { authorization: `Bearer ${keyId}.${secret}` })
    await server.anonymous.get('/users/', { authorization: 'Bearer a-wrong-token.a-wrong-secret' })
    await server.operator.get('/admin/groups/')
    for (const keyId of ['key', 5])
      await server.internal.post('/internal/credentials/verify/', { keyId, secret: 'a-secret-in-a-body' })
    expect(server.lines.filter((line) => line['msg'] === 'request')).toHaveLength(7)
    const expected = { operation: 'listUsers', status: 200, account: 7, ms: expect.any(Number) }
    expect(server.lines[0]).toMatchObject(expected)
    const text = JSON.stringify(server.lines)
    for (const secretText of [secret, 'a-wrong', 'a-secret', 'operator-token', 'service-token'])
      expect(text).not.toContain(secretText)
  })

  it('that needs a server which is unavailable says why it is', async () => {
    const mongodb = aDependency('mongodb')
    mongodb.set(false, new Error('no primary'))
    const { api, lines } = await startApi({ needs: [mongodb] })
    await api.get('/users/')
    const expected = { msg: 'dependency unavailable', dependency: 'mongodb', reason: 'no primary' }
    expect(lines).toContainEqual(expect.objectContaining(expected))
  })

  it('is redacted where it looks like a credential', () => {
    const { logger, lines } = recordedLog()
    const headers = { authorization: 'x-y-z', 'x-api-secret': 'x-y-z' }
    logger.info({ secret: 'x-y-z', authorization: 'x-y-z', headers })
    expect(JSON.stringify(lines)).not.toContain('x-y-z')
  })

  it('describes an error of the database, without the documents that were to be written', () => {
    const { logger, lines } = recordedLog()
    const error = Object.assign(new Error('E11000 duplicate key, dup key: { email: "ada@example.org" }'), {
      code: 11_000,
      insertedDocs: [{ email: 'ada@example.org' }],
      cause: Object.assign(new Error('inner'), { document: { email: 'ada@example.org' } }),
    })
    logger.error({ err: error }, 'unexpected error')
    const described = { type: 'Error', code: 11_000, stack: expect.stringContaining('pipeline.test.ts') }
    expect(lines).toMatchObject([{ err: described }])
    expect(JSON.stringify(lines)).not.toContain('ada@example.org')
  })
})
