import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { bearer } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../../testing/isolated.ts'
import { rawRequest } from '../../../testing/raw-request.ts'
import { parseResponse, sendBytes } from '../../../testing/send-bytes.ts'
import { anAccount, AS_ACCOUNT, startApi } from '../../../testing/start-api.ts'
import type { VerifyCredential } from '../http/credential-cache.ts'

let server: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  server = await startApi()
})
beforeEach(() => void server.handled.splice(0))

/** A write on each port that has bodies. */
const WRITES = {
  public: { method: 'POST', path: '/users/17/', headers: AS_ACCOUNT, body: { city: 'Zürich' } },
  operator: {
    method: 'PUT',
    path: '/admin/groups/5/',
    headers: bearer(OPERATOR_TOKEN),
    body: { name: 'Zürich' },
  },
  internal: {
    method: 'POST',
    path: '/internal/credentials/verify/',
    headers: bearer(SERVICE_TOKEN),
    body: { keyId: 'Zürich', secret: 'x' },
  },
} as const
const PORTS = Object.keys(WRITES) as (keyof typeof WRITES)[]

async function send(
  port: keyof typeof WRITES,
  bytes: Buffer | string,
  fields: Readonly<Record<string, string>> = {},
) {
  const { method, path, headers } = WRITES[port]
  const response = await rawRequest(server.urls[port], path, {
    method,
    headers: { 'content-type': 'application/json', ...headers, ...fields },
    body: bytes,
  })
  const { detail } = JSON.parse(response.body) as { detail?: string }
  return { status: response.status, code: response.headers['x-error-code'], detail }
}

const json = (port: keyof typeof WRITES) => JSON.stringify(WRITES[port].body)
const handledBody = () => server.handled.at(-1)?.call.body

describe.each(PORTS)('a body in UTF-8, on the %s port (S4)', (port) => {
  it('must be valid, or it is rejected with the position of the first invalid byte', async () => {
    const text = json(port)
    const latin1 = Buffer.from(text, 'latin1')
    const rejected = {
      status: 400,
      code: 'malformed-request',
      detail: `The body is not valid UTF-8, at byte ${text.indexOf('ü')}. Send it encoded in UTF-8.`,
    }
    expect(await send(port, latin1)).toEqual(rejected)
    expect(await send(port, gzipSync(latin1), { 'content-encoding': 'gzip' })).toEqual(rejected)
    expect(server.handled).toEqual([])
  })

  it('may start with a byte-order mark', async () => {
    expect((await send(port, `\uFEFF${json(port)}`)).status).toBe(200)
    expect(handledBody()).toEqual(WRITES[port].body)
  })

  it.each(['utf-8', 'UTF-8', 'UTF8', 'utf8', '"utf-8"'])('may be declared as %s', async (charset) => {
    const fields = { 'content-type': `application/json; charset=${charset}` }
    expect((await send(port, json(port), fields)).status).toBe(200)
    expect(handledBody()).toEqual(WRITES[port].body)
  })

  it.each(['latin1', 'iso-8859-1', 'windows-1252', 'utf-16', 'utf-16le', 'utf-32', 'utf-7', 'utf-', ''])(
    'may not be declared as %s',
    async (charset) => {
      const fields = { 'content-type': `application/json; charset=${charset}` }
      expect(await send(port, json(port), fields)).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
      })
    },
  )
})

it.each([
  ['an overlong form', [0xc0, 0xaf], 0],
  ['a surrogate', [0xed, 0xa0, 0x80], 0],
  ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
  ['a truncated sequence', [0x61, 0xe2, 0x82], 1],
  ['a lone continuation byte', [0x61, 0x62, 0x80], 2],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00], 0],
])('the first invalid byte is named: %s', async (_, bytes, at) => {
  const prefix = Buffer.from('{"city":"é')
  const { status, detail } = await send('public', Buffer.concat([prefix, Buffer.from(bytes)]))
  expect(status).toBe(400)
  expect(detail).toContain(`not valid UTF-8, at byte ${prefix.length + at}.`)
})

describe.each(PORTS)('a compressed body, on the %s port (S4)', (port) => {
  const COMPRESSED = {
    gzip: gzipSync,
    br: brotliCompressSync,
    deflate: deflateSync,
    zstd: zstdCompressSync,
  }

  it.each(Object.entries(COMPRESSED))('is read: %s', async (encoding, compress) => {
    expect((await send(port, compress(json(port)), { 'content-encoding': encoding })).status).toBe(200)
    expect(handledBody()).toEqual(WRITES[port].body)
  })

  it.each(Object.entries(COMPRESSED))('is rejected when it is corrupt: %s', async (encoding, compress) => {
    const whole = compress(json(port).padEnd(2_000))
    const flipped = Buffer.from(whole)
    flipped[Math.floor(whole.length / 2)]! ^= 0xff
    const corrupt = [Buffer.from(json(port)), whole.subarray(0, -4), flipped, Buffer.from([0])]
    for (const bytes of corrupt) {
      const { status, code } = await send(port, bytes, { 'content-encoding': encoding })
      expect([status, code]).toEqual([400, expect.stringMatching(/^malformed-(request|json)$/)])
    }
    expect(await send(port, Buffer.from('not compressed'), { 'content-encoding': encoding })).toMatchObject({
      code: 'malformed-request',
      detail: `The body cannot be decompressed as ${encoding}. Compress it again, or send it uncompressed.`,
    })
    expect(server.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each(Object.entries(COMPRESSED))(
    'may not be larger than the limit after decompression: %s (R19)',
    async (encoding, compress) => {
      const bomb = compress(Buffer.alloc(5_000_000, ' '))
      expect(bomb.length).toBeLessThan(100_000)
      const { status } = await send(port, bomb, { 'content-encoding': encoding })
      expect(status).toBe(413)
    },
  )

  it.each(['compress', 'gzip, br', 'x-gzip', 'GZIP+'])(
    'is rejected in another encoding: %s',
    async (encoding) => {
      expect(await send(port, json(port), { 'content-encoding': encoding })).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
      })
    },
  )
})

describe('a path or a query string (S4, R14)', () => {
  const get = async (path: string) => {
    const { status, body } = await rawRequest(server.url, path, { headers: AS_ACCOUNT })
    return { status, detail: (JSON.parse(body) as { detail?: string }).detail }
  }

  const NOT_UTF8 = 'is not valid UTF-8. Percent-encode the bytes of its UTF-8 form: é is %C3%A9.'
  const NO_DIGITS = 'has a % that is not followed by two hexadecimal digits. Write the % itself as %25.'
  it.each([
    ...['%E9', '%C3', '%ED%A0%80', '%FF%FE', 'caf%E9'].map((value) => [value, NOT_UTF8] as const),
    ...['%', '%zz', '100%', '%E0%A4%A', '%%'].map((value) => [value, NO_DIGITS] as const),
  ])('is rejected if it has %j, with the name of the parameter: it %s', async (value, reason) => {
    const rejected = (parameter: string) => ({ status: 400, detail: `${parameter} ${reason}` })
    expect(await get(`/users/external_id/${value}/`)).toEqual(rejected('path parameter externalId'))
    expect(await get(`/users/?email=${value}`)).toEqual(rejected('query parameter email'))
    expect((await get(`/users/?${value}=1`)).status).toBe(400)
    expect(server.handled).toEqual([])
  })

  it('is rejected if it has bytes that are not percent-encoded', async () => {
    const headers = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    for (const target of ['/users/external_id/é/', '/users/?email=é'])
      expect(parseResponse(await sendBytes(server.url, `GET ${target} ${headers}`))).toMatchObject({
        status: 400,
        headers: { 'x-error-code': 'malformed-request' },
      })
  })

  it.each([
    ['createdAfter', '2024-01-15T15:58:41+01:00'],
    ['email', 'ada+test@example.org'],
  ])('with a + that became a space in %s is rejected with how to write it', async (name, value) => {
    const response = await get(`/users/?${name}=${value}`)
    expect(response.status).toBe(400)
    expect(response.detail).toMatch(/ In a query string a \+ means a space: write it as %2B\.$/)
    expect((await get(`/users/?${name}=${value.replace('+', '%2B')}`)).status).toBe(200)
    const elsewhere = await get(`/users/?${name}=x`)
    expect(elsewhere.detail).not.toContain('%2B')
  })
})

it.each(PORTS)(
  'a response is never compressed, so its length tells nothing of a secret: %s port',
  async (port) => {
    const { method, path, headers, body } = WRITES[port]
    const response = await rawRequest(server.urls[port], path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...headers,
        'accept-encoding': 'gzip, br, deflate, zstd',
      },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(Number(response.headers['content-length'])).toBe(Buffer.byteLength(response.body))
  },
)

it('a request whose connection ends before its body is read is no unexpected error', async () => {
  const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const verify: VerifyCredential = async () => {
    asked.resolve()
    await ended.promise
    return anAccount()
  }
  const { url, anonymous, lines } = await startApi({ verify })
  const headers = { ...AS_ACCOUNT, 'content-type': 'application/json', 'content-length': '2' }
  const sent = request(`${url}/users/`, { method: 'POST', headers }).on('error', () => undefined)
  sent.flushHeaders()
  await asked.promise
  sent.destroy()
  const isNoticed = () => expect(lines).toMatchObject([{ status: 499 }])
  await eventually(isNoticed)
  ended.resolve()
  await anonymous.get('/users/')
  expect(lines).toMatchObject([{ status: 499 }, { status: 401 }])
})

describe('a request that is rejected before its body is read', () => {
  const post = (length: number) =>
    ['POST /users/ HTTP/1.1', 'Host: x', 'Content-Type: application/json', `Content-Length: ${length}`, '']
      .map((line) => `${line}\r\n`)
      .join('')
  const last = 'GET /users/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)

  it('has its response when all has arrived, and the connection takes the next request', async () => {
    const length = 1_000_000
    expect(statusesOf(await sendBytes(server.url, post(length) + 'a'.repeat(length), last))).toEqual([
      '401',
      '401',
    ])
  })

  it('has its response though the rest does not come, and no other request is taken for that', async () => {
    const text = await sendBytes(server.url, `${post(50_000)}[`, last)
    expect(statusesOf(text)).toEqual(['401'])
    expect(parseResponse(text).headers['connection']).toBe('close')
  })

  it('is not read to its end if it is longer than any body may be', async () => {
    const text = await sendBytes(server.url, post(60_000_000) + 'a'.repeat(3_000_000))
    expect(parseResponse(text)).toMatchObject({ status: 401, headers: { connection: 'close' } })
  })
})
