import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createHttpServer } from '../../../services/shared/http/listen.ts'
import {
  HALF_A_REQUEST,
  LARGE_HEADERS,
  rawBytes,
  wireAnswer,
} from '../../../services/shared/tests/kit/raw-bytes.ts'
import type { Exchange } from '../../answers/exchange.ts'

/** What is answered where there is no operation, and to what never becomes a request. */
export async function ofNoOperation(url: string): Promise<Exchange[]> {
  const accepts = ['application/json', 'application/problem+json']
  return [
    ...(await Promise.all(
      accepts.map((accept) => asked(url, 'PathNotFound', 'GET', '/users/nobody/has/this/', accept)),
    )),
    ...(await Promise.all(accepts.map((accept) => asked(url, 'MethodNotAllowed', 'PUT', '/users/', accept)))),
    await sent(url, 'MalformedRequest', 'no HTTP\r\n\r\n'),
    await sent(url, 'HeadersTooLarge', LARGE_HEADERS),
    await tooLate(),
  ]
}

async function asked(
  url: string,
  operationId: string,
  method: string,
  path: string,
  accept: string,
): Promise<Exchange> {
  const answer = await fetch(`${url}${path}`, { method, headers: { accept } })
  return exchange(operationId, method, path, {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  })
}

async function sent(url: string, operationId: string, bytes: string): Promise<Exchange> {
  return exchange(operationId, 'GET', '/', wireAnswer(await rawBytes(url, bytes)))
}

/** A service waits too long for this; a server of the same kind is told to wait less. */
async function tooLate(): Promise<Exchange> {
  const impatient = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 }
  const { server } = createHttpServer(() => {}, undefined, impatient)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const late = await sent(url, 'RequestTimeout', HALF_A_REQUEST)
  server.close()
  return late
}

function exchange(
  operationId: string,
  method: string,
  path: string,
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: string },
): Exchange {
  return {
    operationId,
    origin: 'fuzz',
    at: Date.now(),
    request: { method, path, query: {}, headers: {} },
    answer: { status, headers, body: JSON.parse(body) as unknown },
  }
}
