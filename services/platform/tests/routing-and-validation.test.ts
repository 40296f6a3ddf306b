import { RawBody } from '../../../testing/client.ts'
import { Unavailable } from '../errors.ts'
import { itemValidator } from '../http/items.ts'
import { rawRequest } from '../../../testing/raw-request.ts'
import { openLimiter, startApi } from '../../../testing/start-api.ts'

/** Each of these is a known weakness of openapi-backend or Ajv. */
describe('routing and validation by the contract', () => {
  let server: Awaited<ReturnType<typeof startApi>>
  let registrations: typeof server
  beforeAll(async () => {
    server = await startApi()
    registrations = await startApi({ service: 'registration' })
  })
  beforeEach(() => void server.handled.splice(0))

  it('prevents the start if an operation has no handler', async () => {
    await expect(startApi({ handlers: { getUser: undefined } })).rejects.toThrow(
      'the user service has no handler for getUser',
    )
  })

  it.each([
    ['dependency-unavailable', new Unavailable('user service', 'a test')],
    ['internal-error', new TypeError('x is undefined')],
  ] as const)(
    'returns %s, not 401, when a credential cannot be verified, and counts no failure',
    async (code, fault) => {
      const { limiter, taken } = openLimiter()
      const { api } = await startApi({ limiter, verify: () => Promise.reject(fault) })
      expect(await api.get('/users/')).toBeError(code)
      expect(taken).toEqual([])
    },
  )

  it.each([
    'notification',
    'history',
    'approve',
    'batch',
    'external',
    'a%2Fb',
    '%C3%A9l%C3%A8ve',
    'a%252Fb',
    'a%20b',
  ])(
    'passes the external id %s decoded once, and lets literal segments win (B7, beyond the specification)',
    async (externalId) => {
      const user = await server.api.get(`/users/external_id/${externalId}/`)
      expect(user.body.path).toEqual({ externalId: decodeURIComponent(externalId) })
      const path = { registrationExternalId: decodeURIComponent(externalId) }
      const ofRegistration = `/registrations/external/${externalId}/`
      const read = await registrations.api.get(ofRegistration)
      expect(read.body).toMatchObject({ operation: 'getRegistrationByExternalId', path })
      for (const move of ['approve', 'complete', 'withdraw']) {
        const { body } = await registrations.api.post(`${ofRegistration}${move}/`)
        expect(body).toMatchObject({ operation: `${move}RegistrationByExternalId`, path })
      }
    },
  )

  it.each([
    ['DELETE', '/registrations/17/', 'GET, HEAD'],
    ['HEAD', '/registrations/batch/', 'POST'],
    ['OPTIONS', '/registrations/external/x/', 'GET, HEAD'],
  ])('lists for %s %s the allowed methods (S4)', async (method, path, allow) => {
    const { status, headers } = await rawRequest(registrations.url, path, { method })
    expect([status, headers.allow]).toEqual([405, allow])
  })

  it.each([
    '/',
    '/users//',
    '/users/external_id//',
    '/users/1/2/3/4/',
    '/api/v2',
    '/api/v1/users/',
    '/api/v2/api/v2/users/',
    '/API/v2/users/',
    '/Users/',
    '//users/',
    '/openapi.json/',
  ])('finds no operation at %s (S4)', async (path) => {
    for (const { url } of [server, registrations])
      expect((await rawRequest(url, path)).headers['x-error-code']).toBe('path-not-found')
  })

  it('checks the percent-encoding of a path after authentication (S4, A5)', async () => {
    expect((await rawRequest(server.url, '/users/%C3/')).headers['x-error-code']).toBe('invalid-token')
  })

  it.each(['0x10', '1e3', '1.0', '%2B1', '%201', '١', '1,2', '', 'null', 'true'])(
    'accepts only plain digits as a number: not %s (R13)',
    async (value) => {
      const inQuery = await server.api.get(`/users/?limit=${value}`)
      expect(inQuery).toBeError('invalid-request', 'query parameter limit must be a whole number.')
      if (value === '') return
      const inPath = await server.api.get(`/users/${value}/`)
      expect(inPath).toBeError('invalid-request', 'path parameter id must be a whole number.')
    },
  )

  it('rejects several values where one is expected', async () => {
    for (const query of ['limit=1&limit=2', 'limit[]=1', 'limit[a]=1', 'createdAfter=a&createdAfter=b'])
      expect([query, (await server.api.get(`/users/?${query}`)).status]).toEqual([query, 400])
  })

  it('converts parameters to their types', async () => {
    const response = await server.api.get('/users/?limit=5&offset=0&includeDeleted=true')
    expect(response.body.query).toEqual({ limit: 5, offset: 0, includeDeleted: true })
  })

  const NAMED = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron', loginName: 'ada' }
  const EXPIRES = 'expirationDate must be empty or an RFC 3339 date-time such as 2035-01-01T00:00:00Z.'
  const ADDRESS = 'email must be an e-mail address.'
  const FAULTS: [body: object, detail: string][] = [
    [{ lastName: 5 }, 'lastName must be text.'],
    [{ city: null }, 'city must be text.'],
    [{ city: 'x'.repeat(256) }, 'city must have at most 255 characters.'],
    [{ city: '\u0007' }, 'city must not contain control characters.'],
    [{ country: 'USA' }, 'country must be an ISO 3166 alpha-2 code such as US, or empty.'],
    [{ expirationDate: '2035-01-01T00:00:00+0000' }, EXPIRES],
    [{ expirationDate: '0000-02-29T00:00:00Z' }, EXPIRES],
    [{ first_name: 'Ada' }, 'first_name is not known here. Did you mean firstName?'],
    [{ email: 'a..b@example.test' }, ADDRESS],
    [{ email: 'Ana <ana@example.test>' }, ADDRESS],
    [{ email: 'mailto:ana@example.test' }, ADDRESS],
    [{ ZIP: '98101' }, 'ZIP is not known here. Did you mean zip?'],
    [
      { city: '\ud800' },
      String.raw`city has half of a surrogate pair, such as \ud83d. Send the whole character.`,
    ],
  ]
  it.each(FAULTS)('explains the rule that %j breaks in plain words (S3, S8, R19)', async (body, detail) => {
    expect(await server.api.post('/users/17/', body)).toBeError('invalid-request', detail)
  })

  /** Operations without a body. */
  const bare = (body: unknown) => [
    server.api.send('DELETE', '/users/17/', body),
    server.operator.put('/admin/groups/5/members/7/', body),
    registrations.api.post('/registrations/17/approve/', body),
  ]

  it.each([
    ['a field', { reason: 'left' }],
    ['a list', []],
    ['null', null],
    ['text', new RawBody('reason=left')],
    ['spaces without an end', new RawBody(' '.repeat(2_000_000))],
  ])(
    'rejects %s as the body of an operation that has none, so that no field is ignored (S3)',
    async (_, body) => {
      const detail = 'This operation takes no body. Leave it out, or send {}.'
      for (const response of await Promise.all(bare(body)))
        expect(response).toBeError('invalid-request', detail)
      expect(server.handled).toEqual([])
    },
  )

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['an empty object with spaces', new RawBody(' { }\n')],
    ['no bytes', new RawBody('')],
  ])(
    'accepts %s for an operation that has no body, because some clients always send one',
    async (_, body) => {
      for (const response of await Promise.all(bare(body))) expect(response.status).toBe(200)
    },
  )

  it('ignores a body where SCIM has one and the contract has none (B9)', async () => {
    expect((await server.api.post('/scim/v2/Groups/', { displayName: 'Staff' })).status).toBe(200)
  })

  it('lists all faults of a request in a problem document, each with its place (S4)', async () => {
    const body = { ...FAULTS[0]![0], ...FAULTS[1]![0], ...FAULTS[4]![0], nickname: 'Ada' }
    const response = await server.api.post('/users/17/', body, { accept: 'application/problem+json' })
    expect(response.body.errors).toHaveLength(4)
    expect(response.body.errors).toContainEqual({ detail: FAULTS[4]![1], pointer: '/country' })
    expect(response.body.errors[0]).toMatchObject({ detail: response.body.detail })
    expect(await server.api.post('/users/17/', body)).toBeError('invalid-request', response.body.detail)
    const wrongPath = await server.api.get('/users/abc/', { accept: 'application/problem+json' })
    expect(wrongPath.body.errors).toEqual([
      { detail: 'path parameter id must be a whole number.', parameter: 'id' },
    ])
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, i]))
    const cut = await server.api.post('/users/17/', many, { accept: 'application/problem+json' })
    expect(cut.body.errors).toHaveLength(20)
  })

  it.each<[string, unknown, object]>([
    ['/users/17/', { nickname: 'Ada' }, { pointer: '/nickname' }],
    ['/users/17/', { 'a~/b': 'Ada' }, { pointer: '/a~0~1b' }],
    ['/users/17/', { last_name: 'Byron' }, { pointer: '/last_name' }],
    ['/users/17/', { email: '' }, { pointer: '/email' }],
    ['/users/17/', [], { pointer: '' }],
    ['/users/17/', undefined, { pointer: '' }],
    ['/users/', { ...NAMED, lastName: undefined }, { pointer: '/lastName' }],
    ['/users/?groupId=x', NAMED, { parameter: 'groupId' }],
    ['/users/?colour=red', NAMED, { parameter: 'colour' }],
    ['/users/?groupId=%zz', NAMED, { parameter: 'groupId' }],
    ['/users/x/', {}, { parameter: 'id' }],
  ])('names the field or the parameter of a fault: POST %s %j (S4)', async (path, body, place) => {
    const response = await server.api.post(path, body, { accept: 'application/problem+json' })
    const { detail, errors } = response.body
    expect(errors).toEqual([{ detail, ...place }])
  })

  it('does not convert values of a body, nor parse JSON inside a text', async () => {
    const verify = (body: unknown) => server.internal.post('/internal/credentials/verify/', body)
    for (const keyId of [5, true, ['x']])
      expect(await verify({ keyId, secret: 'x' })).toBeError('invalid-request', 'keyId must be text.')
    const hidden = JSON.stringify({ keyId: 'x', secret: 'x' })
    for (const wrong of [hidden, '', 0, false, null]) expect((await verify(wrong)).status).toBe(400)
    expect(server.handled).toEqual([])
  })

  it.each([
    ['/users/?group_id=1', 'query parameter group_id is not known here. Did you mean groupId?'],
    ['/users/?Email=ada@example.org', 'query parameter Email is not known here. Did you mean email?'],
    [
      '/users/?created-after=x',
      'query parameter created-after is not known here. Did you mean createdAfter?',
    ],
    ['/users/17/?colour=red', 'query parameter colour is not known here. Known are: include.'],
    ['/groups/?colour=red', 'query parameter colour is not known here. Known are: offset, limit, cursor.'],
    [
      '/groups/?__proto__=1',
      'query parameter __proto__ is not known here. Known are: offset, limit, cursor.',
    ],
    ['/users/?email=a@example.org&email=b@example.org', 'query parameter email is sent twice. Send it once.'],
    ['/users/?limit=1&limit=2', 'query parameter limit is sent twice. Send it once.'],
  ])(
    'rejects an unknown or repeated query parameter, and says what to do: %s (R4, R14)',
    async (path, detail) => {
      expect(await server.api.get(path)).toBeError('invalid-request', detail)
    },
  )

  it('names the fault of an item of a batch, and suggests the field with a similar name', async () => {
    const user = { email: 'ada@example.org', firstName: 'Ada', last_name: 'Byron', loginName: 'ada' }
    const detail = 'last_name is not known here. Did you mean lastName?'
    expect(await server.api.post('/users/', user)).toBeError('invalid-request', detail)
    const readItem = itemValidator('RegistrationBatchInput')
    expect(() => readItem({ course_id: 210 })).toThrow('course_id is not known here. Did you mean courseId?')
    expect(() => readItem(null)).toThrow('The item must be an object.')
  })

  it.each([
    ['2024-01-15T14:58:41Z', 200],
    ['2024-01-15T14:58:41.123+05:30', 200],
    ['2024-01-15 14:58:41Z', 400],
    ['2024-01-15T23:59:60Z', 400],
    ['2024-01-15', 400],
    ['2024-13-01T00:00:00Z', 400],
    ['1705330721', 400],
  ])('accepts only RFC 3339 as a date-time, with any offset: %s, %i (S8)', async (moment, status) => {
    const response = await server.api.get(`/users/?createdAfter=${encodeURIComponent(moment)}`)
    expect(response.status).toBe(status)
    if (status === 400) expect(response.body.detail).toMatch(/^query parameter createdAfter /)
  })

  it('serves public paths with and without prefix and last slash, others without them (A7, S9)', async () => {
    for (const prefix of ['', '/api/v2']) {
      for (const slash of ['', '/'])
        expect((await server.api.get(`${prefix}/users${slash}`)).status).toBe(200)
      expect(await server.operator.get(`${prefix}/users/`)).toBeError('path-not-found')
    }
    expect((await server.operator.get('/admin/groups/')).status).toBe(200)
    expect(await server.operator.get('/api/v2/admin/groups/')).toBeError('path-not-found')
    expect(await server.internal.post('/api/v2/internal/users/identify/', [])).toBeError('path-not-found')
  })
})
