import etag from 'etag'
import type { ErrorCode } from '../contract/generated/errors.ts'
import { InvalidRequest, PreconditionFailed } from '../errors.ts'
import { requireConditions } from '../http/conditional.ts'
import { describeError } from '../http/error-response.ts'
import { linkToNext, readPage } from '../http/paging.ts'
import { readPreferences } from '../http/preferences.ts'
import { readDateTime, renderDateTime } from '../domain/time.ts'
import type { TestResponse } from '../../../testing/client.ts'
import { startApi } from '../../../testing/start-api.ts'

describe('a page of a list (R13)', () => {
  it('has 100 records by default and at most 1000, from the first one', () => {
    expect(readPage({})).toEqual({ offset: 0, limit: 100, afterId: 0 })
    expect(readPage({ offset: 5, limit: 7 })).toEqual({ offset: 5, limit: 7, afterId: 0 })
    expect([1_000, 1_001, 1e9].map((limit) => readPage({ limit }).limit)).toEqual([1_000, 1_000, 1_000])
  })

  it('links to the next page while more may follow, by a query with the same filters and a cursor', () => {
    const query = {
      groupId: 7,
      createdAfter: '2024-01-15T14:58:41+01:00',
      limit: 2,
      includeDeleted: false,
      offset: 4,
      cursor: 'x',
      updatedAfter: undefined,
    }
    const { link } = linkToNext([3, 5, 8], readPage({ limit: 2 }), query)
    const [search] = link?.match(/^<\?(.*)>; rel="next"$/)?.slice(1) ?? []
    const { cursor = '', ...filters } = Object.fromEntries(new URLSearchParams(search))
    const asText = { groupId: '7', createdAfter: query.createdAfter, limit: '2', includeDeleted: 'false' }
    expect(filters).toEqual(asText)
    expect(readPage({ limit: 2, cursor })).toEqual({ offset: 0, limit: 2, afterId: 5 })
  })

  it('has no link if it is the last one', () => {
    for (const last of [[], [3], [3, 5]]) expect(linkToNext(last, readPage({ limit: 2 }), {})).toEqual({})
  })

  const foreign = (text: string) => Buffer.from(text).toString('base64url')
  it.each([
    'x',
    '5',
    ...['after:', 'after:-1', 'after:1e3', 'before:5', 'after:5;', `after:${'9'.repeat(17)}`].map(foreign),
  ])('rejects a cursor that this service has not issued: %s', (cursor) =>
    expect(() => readPage({ cursor })).toThrow(InvalidRequest),
  )

  it('starts at an offset or at a cursor, not at both', () => {
    const cursor = foreign('after:5')
    expect(() => readPage({ cursor, offset: 1 })).toThrow(InvalidRequest)
    // Generated clients send the default value of an offset with a cursor.
    expect(readPage({ cursor, offset: 0 })).toEqual({ offset: 0, limit: 100, afterId: 5 })
  })

  it('has at most 1000 records, also after a cursor (R13)', () => {
    const page = { offset: 0, limit: 1_000 }
    expect(readPage({ limit: 5_000 })).toMatchObject(page)
    expect(readPage({ limit: 5_000, cursor: foreign('after:5') })).toEqual({ ...page, afterId: 5 })
  })
})

describe('preferences (R3, R11, R13)', () => {
  const CREATE = { method: 'post', parameters: [{ 'x-preferences': ['validate-only', 'handling'] }] }
  const USER = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron', loginName: 'ada' }
  const WRITES = ({ api, operator }: Awaited<ReturnType<typeof startApi>>) =>
    [
      [api, '/users/', USER],
      [api, '/users/17/', { city: 'Oslo' }],
      [operator, '/admin/users/batch/', [USER]],
    ] as const

  it.each([
    ['handling=strict', { strict: true }],
    ['handling=lenient', {}],
    ['validate-only', { validateOnly: true }],
    ['count=exact', { countExact: true }],
    ['count=estimated', {}],
    ['validate-only, handling=strict', { strict: true, validateOnly: true }],
    ['respond-async, handling=lenient; x=1', {}],
    // RFC 7240: names are case-insensitive, an empty value is no value, the first one counts, unknown ones
    // are ignored.
    ['Validate-Only, HANDLING="strict"', { strict: true, validateOnly: true }],
    ['validate-only=""', { validateOnly: true }],
    ['validate-only, validate-only=true', { validateOnly: true }],
    ['handling=Strict', { strict: true }],
    ['handling=lenient, handling=strict', {}],
    ['handling=careful', {}],
    ['handling, count', {}],
    ['count=Exact', { countExact: true }],
    ['', {}],
    [undefined, {}],
  ])('are read from the header: %s', (header, expected) => {
    const none = { strict: false, validateOnly: false, countExact: false }
    expect(readPreferences(header, CREATE)).toEqual({ ...none, ...expected })
  })

  it.each([
    ['respond-async', 'respond-async'],
    ['count=estimated', 'count'],
    ['validate-only; x=1', 'validate-only-x'],
  ])('are rejected with handling=strict if one is unknown, by its name: %s (S3)', (unknown, name) => {
    const read = () => readPreferences(`${unknown}, handling=strict`, CREATE)
    expect(read).toThrow(`header prefer has a preference that is not known here: ${name}. `)
  })

  it.each([
    'validate-only=true',
    'validate-only=1',
    'validate-only="yes"',
    'validate-only=false',
    'Validate-Only = True',
    'handling=strict, validate-only=true',
    'validateOnly',
    'validateonly=true',
    'VALIDATEONLY',
    'validate-onl',
    'validate-only: true',
    'return=minimal; validate-only',
  ])('prevent the write if validate-only is misspelt: %s (R11)', async (prefer) => {
    const server = await startApi()
    for (const [api, path, body] of WRITES(server)) {
      const response = await api.post(path, body, { prefer })
      expect(response).toBeError('invalid-request')
      expect(response.body.detail).toMatch(/^header prefer must .* validate-only without a value/)
    }
    expect(server.handled).toEqual([])
  })

  it('prevent the write if validate-only is not available (R11)', async () => {
    const server = await startApi()
    const prefer = 'validate-only'
    const detail =
      'header prefer must not have validate-only here: ' +
      'this operation cannot be tried out. Leave it out to do it.'
    for (const response of [
      await server.api.post('/users/17/', { city: 'Oslo' }, { prefer }),
      await server.api.delete('/users/17/', { prefer }),
      await server.operator.put('/admin/groups/5/', { name: 'x' }, { prefer }),
    ])
      expect(response).toBeError('invalid-request', detail)
    expect(server.handled).toEqual([])
    expect((await server.api.get('/users/17/', { prefer })).status).toBe(200)
  })

  it('are confirmed if they were applied, and named in Vary wherever they are available', async () => {
    const result = { status: 200, body: [] }
    const applied = ['validate-only', false, 'handling=strict'] as const
    const server = await startApi({
      handlers: {
        listUsers: () => Promise.resolve({ ...result, applied }),
        listGroups: () => Promise.resolve({ ...result, applied: [false] }),
        getUser: () => Promise.resolve(result),
      },
    })
    const named = ({ headers }: TestResponse) =>
      ['vary', 'preference-applied'].map((name) => headers.get(name))
    expect(named(await server.api.get('/users/'))).toEqual(['Prefer', 'validate-only, handling=strict'])
    expect(named(await server.operator.get('/admin/groups/'))).toEqual(['Prefer', null])
    expect(named(await server.api.get('/users/17/'))).toEqual([null, null])
  })
})

describe('date-times (S8)', () => {
  it('are written in UTC and whole seconds', () => {
    expect(renderDateTime(new Date('2024-01-15T15:58:41.999+01:00'))).toBe('2024-01-15T14:58:41Z')
  })

  it('are accepted with any offset', () => {
    const read = (text: string) => readDateTime('expiresAt', text)
    expect(read('2024-01-15T15:58:41.123+01:00')).toEqual(new Date('2024-01-15T14:58:41.123Z'))
    for (const text of ['9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00'])
      expect(() => read(text)).toThrow('expiresAt must lie in the years 0001 to 9999 (UTC).')
  })
})

describe('conditional requests (RFC 9110, B4)', () => {
  const record = { id: 17, city: 'Graz' }
  /** What a read of the record is tagged with. */
  const tag = etag(JSON.stringify(record))
  /** What nginx, Apache and others make of the tag of a response that they compress. */
  const fromProxies = [
    `W/${tag}`,
    ...['-gzip"', '-br"', ';gz"', '--gzip"', '-df"'].map((end) => tag.slice(0, -1) + end),
  ]

  interface Conditions {
    readonly ifMatch?: string | undefined
    readonly ifNoneMatch?: string
  }
  const check = ({ ifMatch, ifNoneMatch }: Conditions, current: string | null = tag) =>
    requireConditions(
      (name) => (name === 'if-match' ? ifMatch : ifNoneMatch),
      () => current ?? undefined,
    )

  it.each([undefined, '*', ' * ', tag, `"x", ${tag}`, `${tag},"x"`, ...fromProxies])(
    'pass when If-Match is %s',
    (ifMatch) => {
      expect(() => check({ ifMatch })).not.toThrow()
    },
  )

  it.each(['"x"', 'W/"x"', '"x-gzip"', '"x-df"', '"x", "y"', tag.replace('"', '"-gzip')])(
    'fail when If-Match is %s',
    (ifMatch) => {
      expect(() => check({ ifMatch })).toThrow(PreconditionFailed)
    },
  )

  it('fail when If-None-Match names the record, and pass when it names another one or there is none', () => {
    for (const ifNoneMatch of ['*', tag, `"x", W/${tag}`])
      expect(() => check({ ifNoneMatch })).toThrow(PreconditionFailed)
    expect(() => check({ ifNoneMatch: '"x"' })).not.toThrow()
    expect(() => check({ ifNoneMatch: '*' }, null)).not.toThrow()
    expect(() => check({ ifMatch: '*' }, null)).toThrow(PreconditionFailed)
  })

  it('return 304 without a body only where the contract declares an ETag', async () => {
    const server = await startApi({
      handlers: {
        getUser: () => Promise.resolve({ status: 200, body: record }),
        listUsers: () => Promise.resolve({ status: 200, body: [] }),
      },
    })
    const { headers } = await server.api.get('/users/17/')
    expect(headers.get('etag')).toBe(tag)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const read = (ifNoneMatch: string) => server.api.get('/users/17/', { 'if-none-match': ifNoneMatch })
    for (const known of ['*', tag, `"x", ${tag}`, `"x", W/${tag}`, ...fromProxies]) {
      const again = await read(known)
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, tag])
    }
    for (const unknown of ['"x"', tag.slice(1, -1), '']) expect((await read(unknown)).status).toBe(200)
    const untagged = await server.api.get('/users/')
    expect(['etag', 'cache-control'].map((name) => untagged.headers.get(name))).toEqual([null, 'no-store'])
  })
})

it('uses the four texts of the specification (§7) with their statuses (S1)', () => {
  const row = (code: ErrorCode) => describeError({ code, detail: undefined })
  expect(row('invalid-token')).toMatchObject({ status: 401, detail: 'Invalid token.' })
  const rejections = ['forbidden', 'role-missing', 'course-out-of-reach', 'user-out-of-reach'] as const
  for (const code of [...rejections, 'group-out-of-reach'] as const)
    expect(row(code)).toMatchObject({ status: 403, detail: 'Forbidden' })
  expect(row('too-many-requests')).toMatchObject({ status: 429, detail: 'Too many requests' })
  expect(row('not-registered')).toMatchObject({ status: 404, detail: 'Not registered for this course.' })
  expect(row('not-found')).toMatchObject({ status: 404, detail: 'Not found.' })
})
