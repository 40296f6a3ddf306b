import etag from 'etag'
import type { ErrorCode } from '../contract/generated/errors.ts'
import { InvalidRequest, PreconditionFailed } from '../errors.ts'
import { requireMatch } from '../http/conditional.ts'
import { describeError } from '../http/error-answer.ts'
import { nextLink, readPage } from '../http/paging.ts'
import { readPreferences } from '../http/preferences.ts'
import { readDateTime, renderDateTime } from '../time.ts'
import type { Answer } from '../../../testing/client.ts'
import { startApi } from '../../../testing/start-api.ts'

describe('a page of a list (R13)', () => {
  const records = (ids: number[]) => ids.map((id) => ({ id }))
  const idOf = ({ id }: { id: number }) => id
  const target = { path: '/api/v2/users/', query: {} }

  it('has 100 records unless the caller says otherwise, 1000 at the most, from the first', () => {
    expect(readPage({})).toEqual({ offset: 0, limit: 100, afterId: 0 })
    expect(readPage({ offset: 5, limit: 7 })).toEqual({ offset: 5, limit: 7, afterId: 0 })
    expect([1_000, 1_001, 1e9].map((limit) => readPage({ limit }).limit)).toEqual([1_000, 1_000, 1_000])
  })

  it('links to the next one while more may follow: the path as it was asked for, the filters without the offset, and a cursor that leads on from its last record', () => {
    const query = {
      ...{ groupId: 7, createdAfter: '2024-01-15T14:58:41+01:00', limit: 2, includeDeleted: false },
      ...{ offset: 4, cursor: 'x', updatedAfter: undefined },
    }
    const some = records([3, 5, 8])
    const { records: shown, headers } = nextLink(some, readPage({ limit: 2 }), idOf, { ...target, query })
    expect(shown.map(idOf)).toEqual([3, 5])
    const [path, search] = headers['link']?.match(/^<(.*)\?(.*)>; rel="next"$/)?.slice(1) ?? []
    expect(path).toBe('/api/v2/users/')
    const { cursor = '', ...filters } = Object.fromEntries(new URLSearchParams(search))
    const asText = { groupId: '7', createdAfter: query.createdAfter, limit: '2', includeDeleted: 'false' }
    expect(filters).toEqual(asText)
    expect(readPage({ limit: 2, cursor })).toEqual({ offset: 0, limit: 2, afterId: 5 })
  })

  it('links nowhere when it is the last', () => {
    for (const last of [[], [3], [3, 5]].map(records))
      expect(nextLink(last, readPage({ limit: 2 }), idOf, target)).toEqual({ records: last, headers: {} })
  })

  const foreign = (text: string) => Buffer.from(text).toString('base64url')
  it.each([
    'x',
    '5',
    ...['after:', 'after:-1', 'after:1e3', 'before:5', 'after:5;', `after:${'9'.repeat(17)}`].map(foreign),
  ])('refuses a cursor that this service has not given out: %s', (cursor) =>
    expect(() => readPage({ cursor })).toThrow(InvalidRequest),
  )

  it('starts either at an offset or at a cursor, not at both', () => {
    expect(() => readPage({ cursor: foreign('after:5'), offset: 0 })).toThrow(InvalidRequest)
  })
})

describe('preferences (R3, R11, R13)', () => {
  it.each([
    ['handling=strict', { strict: true }],
    ['handling=lenient', {}],
    ['validate-only', { validateOnly: true }],
    ['count=exact', { countExact: true }],
    ['count=estimated', {}],
    ['validate-only, handling=strict', { strict: true, validateOnly: true }],
    ['respond-async, handling=lenient; x=1', {}],
  ])('are read from the header: %s', (header, asked) => {
    const none = { strict: false, validateOnly: false, countExact: false }
    expect(readPreferences(header)).toEqual({ ...none, ...asked })
  })

  it('are refused when one is unknown and they are to be taken strictly (S3)', () => {
    expect(() => readPreferences('respond-async, handling=strict')).toThrow('respondAsync')
  })

  it('are confirmed when they made a difference, and named in Vary wherever they could have', async () => {
    const answered = { status: 200, body: [] }
    const applied = ['validate-only', false, 'handling=strict'] as const
    const server = await startApi({
      handlers: {
        listUsers: () => Promise.resolve({ ...answered, applied }),
        listGroups: () => Promise.resolve({ ...answered, applied: [false] }),
        getUser: () => Promise.resolve(answered),
      },
    })
    const named = ({ headers }: Answer) => ['vary', 'preference-applied'].map((name) => headers.get(name))
    expect(named(await server.api.get('/users/'))).toEqual(['Prefer', 'validate-only, handling=strict'])
    expect(named(await server.operator.get('/admin/groups/'))).toEqual(['Prefer', null])
    expect(named(await server.api.get('/users/17/'))).toEqual([null, null])
  })
})

describe('date-times (S8)', () => {
  it('are shown in UTC and whole seconds', () => {
    expect(renderDateTime(new Date('2024-01-15T15:58:41.999+01:00'))).toBe('2024-01-15T14:58:41Z')
  })

  it('are read with any offset', () => {
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

  it.each([undefined, '*', ' * ', tag, `"x", ${tag}`, `${tag},"x"`])('act when If-Match is %s', (ifMatch) => {
    expect(() => requireMatch(ifMatch, () => record)).not.toThrow()
  })

  it.each(['"x"', `W/${tag}`, tag.slice(1, -1), '', '"x", "y"'])(
    'do not act when If-Match is %s',
    (ifMatch) => {
      expect(() => requireMatch(ifMatch, () => record)).toThrow(PreconditionFailed)
    },
  )

  it('answer 304 without a body where the contract promises a tag, and only there', async () => {
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
    for (const known of ['*', tag, `W/${tag}`, `"x", ${tag}`, `"x", W/${tag}`]) {
      const again = await read(known)
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, tag])
    }
    for (const unknown of ['"x"', tag.slice(1, -1), '']) expect((await read(unknown)).status).toBe(200)
    const untagged = await server.api.get('/users/')
    expect(['etag', 'cache-control'].map((name) => untagged.headers.get(name))).toEqual([null, 'no-store'])
  })
})

it('pairs the four texts of the specification (§7) with their statuses (S1)', () => {
  const row = (code: ErrorCode) => describeError({ code, detail: undefined })
  expect(row('invalid-token')).toMatchObject({ status: 401, detail: 'Invalid token.' })
  const refusals = ['forbidden', 'role-missing', 'course-out-of-reach', 'user-out-of-reach'] as const
  for (const code of [...refusals, 'group-out-of-reach'] as const)
    expect(row(code)).toMatchObject({ status: 403, detail: 'Forbidden' })
  expect(row('too-many-requests')).toMatchObject({ status: 429, detail: 'Too many requests' })
  expect(row('not-registered')).toMatchObject({ status: 404, detail: 'Not registered for this course.' })
  expect(row('not-found')).toMatchObject({ status: 404, detail: 'Not found.' })
})
