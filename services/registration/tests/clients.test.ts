import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DependencyUnavailable } from '../../shared/errors.ts'
import { userService } from '../src/clients/other-services.ts'

const trace = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` }

/** What another service can do to a call, which the real one would not do when asked. */
let answer: RequestListener
let asked = 0
let server: Server
let service: ReturnType<typeof userService>

beforeAll(async () => {
  server = createServer((request, response) => {
    asked++
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  service = userService({ url: `http://127.0.0.1:${port}`, token: 'service-token-of-the-tests-0' })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = 0
})

const resolve = () => service.users.resolve([{ userId: 1 }], false, trace)
const notFound: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('[{"code":"user-not-found"}]')

describe('a call to another service', () => {
  it('that got no answer is tried again, so that a pod that was killed does not show', async () => {
    answer = (request, response) => (asked < 3 ? request.socket.destroy() : notFound(request, response))
    expect(await resolve()).toEqual([{ code: 'user-not-found' }])
    expect(asked).toBe(3)
  })

  it('is given up after the fifth try', async () => {
    answer = (request) => request.socket.destroy()
    await expect(resolve()).rejects.toBeInstanceOf(DependencyUnavailable)
    expect(asked).toBe(5)
  })

  it('that was answered is not tried again, whatever the answer', async () => {
    answer = (_request, response) => void response.writeHead(503).end()
    await expect(resolve()).rejects.toBeInstanceOf(DependencyUnavailable)
    expect(asked).toBe(1)
  })

  it('whose own token was refused says that the service can not be asked, not that the credential is wrong (A7)', async () => {
    answer = (_request, response) => void response.writeHead(401).end()
    const credential = { keyId: 'rck_a', secret: 'rcs_b' }
    await expect(service.verify(credential)).rejects.toBeInstanceOf(DependencyUnavailable)
  })

  it('carries the trace and the service token (B5, A7)', async () => {
    let headers: NodeJS.Dict<string | string[]> = {}
    answer = (request, response) => {
      headers = request.headers
      notFound(request, response)
    }
    await resolve()
    expect(headers).toMatchObject({
      'x-request-id': trace.requestId,
      traceparent: trace.traceparent,
      authorization: 'Bearer service-token-of-the-tests-0',
    })
  })
})
