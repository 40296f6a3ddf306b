import type { RequestListener, ServerOptions } from 'node:http'
import type { ErrorCode } from '../contract/generated/errors.ts'
import { createHttpServer } from '../http/listen.ts'
import { onFreePort } from '../../../testing/gateway.ts'
import { HALF_A_REQUEST, LARGE_HEADERS, rawBytes, wireAnswer } from '../../../testing/raw-bytes.ts'

describe('what never becomes a request', () => {
  const closes: (() => void)[] = []
  afterAll(() => {
    for (const close of closes) close()
  })

  const greet: RequestListener = (_request, response) => void response.end('hello')
  async function listening(handle = greet, options: ServerOptions = {}) {
    const refused: ErrorCode[] = []
    const { server } = createHttpServer(handle, (code) => void refused.push(code), options)
    const { url, close } = await onFreePort(server)
    closes.push(close)
    return { url, refused }
  }
  const impatient = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 }

  const BROKEN_BODY = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'

  it.each<[string, string, number?, ErrorCode?, ServerOptions?]>([
    ['that is no HTTP', 'EHLO mail\r\n\r\n'],
    ['with a method that there is not', 'PLAY / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['with a broken header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['without a Host (RFC 9112, 3.2)', 'GET / HTTP/1.1\r\n\r\n'],
    ['with a broken body', BROKEN_BODY],
    ['with large headers', LARGE_HEADERS, 431, 'headers-too-large'],
    ['that does not end', HALF_A_REQUEST, 408, 'request-timeout', impatient],
  ])(
    'a request %s is answered in the shape of all errors, and counted (§7)',
    async (_, bytes, status = 400, code = 'malformed-request', options = {}) => {
      const { url, refused } = await listening((request, response) => {
        request.on('end', () => response.end('hello')).resume()
      }, options)
      const answer = wireAnswer(await rawBytes(url, bytes))
      expect(answer).toMatchObject({
        status,
        headers: {
          'content-type': 'application/json',
          'content-length': String(answer.body.length),
          'x-error-code': code,
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
          connection: 'close',
        },
      })
      expect(JSON.parse(answer.body)).toEqual({ detail: expect.stringMatching(/\w\. .*\.$/) })
      expect(refused).toEqual([code])
    },
  )

  it('comes after a good request of the same connection, too', async () => {
    const { url } = await listening()
    const [good = '', ...bad] = (
      await rawBytes(url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nEHLO mail\r\n\r\n')
    ).split(/(?<=hello)/)
    expect(wireAnswer(good)).toMatchObject({ status: 200, body: 'hello' })
    expect(wireAnswer(bad.join(''))).toMatchObject({ status: 400 })
  })

  it('is not answered within an answer that has begun: that one is cut', async () => {
    const { url, refused } = await listening((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('begun')
    })
    const begun = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const text = await rawBytes(url, begun, 'no length\r\n')
    expect(wireAnswer(text)).toMatchObject({ status: 200, body: 'begun' })
    expect(refused).toEqual([])
  })

  it.each([
    ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n'],
    [
      'an expectation that nobody knows (RFC 9110, 10.1.1)',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: much\r\nConnection: close\r\n\r\n',
    ],
  ])('is not %s', async (_, bytes) => {
    const { url, refused } = await listening()
    expect(wireAnswer(await rawBytes(url, bytes))).toMatchObject({ status: 200, body: 'hello' })
    expect(refused).toEqual([])
  })
})
