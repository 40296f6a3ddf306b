import type { RequestListener, ServerOptions } from 'node:http'
import type { ErrorCode } from '../contract/generated/errors.ts'
import { createHttpServer } from '../http/listen.ts'
import { onFreePort } from '../../../testing/gateway.ts'
import { HALF_A_REQUEST, LARGE_HEADERS, sendBytes, parseResponse } from '../../../testing/send-bytes.ts'

describe('an unreadable request', () => {
  const closes: (() => void)[] = []
  afterAll(() => {
    for (const close of closes) close()
  })

  const greet: RequestListener = (_request, response) => void response.end('hello')
  async function listening(handle = greet, options: ServerOptions = {}) {
    const rejected: ErrorCode[] = []
    const { server } = createHttpServer(handle, (code) => void rejected.push(code), options)
    const { url, close } = await onFreePort(server)
    closes.push(close)
    return { url, rejected }
  }
  const shortTimeouts = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 }

  const BROKEN_BODY = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'

  it.each<[string, string, number?, ErrorCode?, ServerOptions?]>([
    ['not HTTP', 'EHLO mail\r\n\r\n'],
    ['an unknown method', 'PLAY / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['no Host (RFC 9112, 3.2)', 'GET / HTTP/1.1\r\n\r\n'],
    ['two headers Host', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['a broken body', BROKEN_BODY],
    ['large headers', LARGE_HEADERS, 431, 'headers-too-large'],
    ['no end', HALF_A_REQUEST, 408, 'request-timeout', shortTimeouts],
  ])(
    'is rejected with an error in the usual form, and counted (§7): %s',
    async (_, bytes, status = 400, code = 'malformed-request', options = {}) => {
      const { url, rejected } = await listening((request, response) => {
        request.on('end', () => response.end('hello')).resume()
      }, options)
      const response = parseResponse(await sendBytes(url, bytes))
      expect(response).toMatchObject({
        status,
        headers: {
          'content-type': 'application/json',
          'content-length': String(response.body.length),
          'x-error-code': code,
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
          connection: 'close',
        },
      })
      expect(JSON.parse(response.body)).toEqual({ detail: expect.stringMatching(/\w\. .*\.$/) })
      expect(rejected).toEqual([code])
    },
  )

  it('is not rejected again if its response was sent before the body arrived', async () => {
    const { url, rejected } = await listening(greet, shortTimeouts)
    const text = await sendBytes(url, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n')
    expect(text.split('HTTP/1.1 ').slice(1)).toEqual([expect.stringMatching(/^200 /)])
    expect(rejected).toEqual([])
  })

  it('is looked for every second, so that no caller has much longer than the 30 s', () => {
    const { server } = createHttpServer(greet)
    expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000])
    // node:http has no getter for it.
    expect(server).toMatchObject({ connectionsCheckingInterval: 1_000 })
  })

  it('is also rejected after a valid request on the same connection', async () => {
    const { url } = await listening()
    const [good = '', ...bad] = (
      await sendBytes(url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nEHLO mail\r\n\r\n')
    ).split(/(?<=hello)/)
    expect(parseResponse(good)).toMatchObject({ status: 200, body: 'hello' })
    expect(parseResponse(bad.join(''))).toMatchObject({ status: 400 })
  })

  it('closes the connection if a response has already started', async () => {
    const { url, rejected } = await listening((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('started')
    })
    const started = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const text = await sendBytes(url, started, 'no length\r\n')
    expect(parseResponse(text)).toMatchObject({ status: 200, body: 'started' })
    expect(rejected).toEqual([])
  })

  it.each([
    ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n'],
    [
      'an unknown expectation (RFC 9110, 10.1.1)',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: much\r\nConnection: close\r\n\r\n',
    ],
  ])('is not %s', async (_, bytes) => {
    const { url, rejected } = await listening()
    expect(parseResponse(await sendBytes(url, bytes))).toMatchObject({ status: 200, body: 'hello' })
    expect(rejected).toEqual([])
  })
})

describe('a connection', () => {
  const BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n'
  const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

  it('ends with a response to a body that has not arrived: its rest would be the next request', async () => {
    const { server } = createHttpServer((_request, response) => void response.end('hello'))
    const { url, close } = await onFreePort(server)
    expect(parseResponse(await sendBytes(url, BODY))).toMatchObject({ headers: { connection: 'close' } })
    close()
  })

  it('is used again after a body that has arrived', async () => {
    const { server } = createHttpServer((request, response) => {
      request.once('end', () => response.end('hello')).resume()
    })
    const { url, close } = await onFreePort(server)
    const responses = (await sendBytes(url, `${BODY}ab`, LAST)).split(/(?=HTTP)/)
    expect(responses.map((text) => parseResponse(text).headers['connection'])).toEqual([
      'keep-alive',
      'close',
    ])
    close()
  })
})
