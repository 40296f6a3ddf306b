import { checkForLeaks } from './leak-check.ts'
import { requireContract } from './response-coverage.ts'

/** A response; `body` is undefined when there was none. */
export interface TestResponse<B = any> {
  /** The path that was called, with its query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly body: B
}

/** A body that is sent as it is, instead of as JSON. */
export class RawBody {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Client = ReturnType<typeof client>

type Fields = Readonly<Record<string, string>>

/**
 * A client that sends JSON to one server. Every response is checked against the contract: a breach fails the
 * test.
 * @param headers of every request; those of a call take precedence
 */
export const client = (baseUrl: string, headers: Fields = {}) =>
  createClient(baseUrl, headers, requireContract)

/** A client for what the contract does not describe: handlers of tests, and health checks. */
export const uncheckedClient = (baseUrl: string, headers: Fields = {}): Client =>
  createClient(baseUrl, headers, () => undefined)

function createClient(baseUrl: string, headers: Fields, check: typeof requireContract) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    more: Fields = {},
  ): Promise<TestResponse> => {
    const received = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...more },
      ...(body === undefined ? {} : { body: body instanceof RawBody ? body.text : JSON.stringify(body) }),
    })
    const text = await received.text()
    for (const [name, value] of received.headers) checkForLeaks(`the header ${name}`, value, path)
    if (!received.ok) checkForLeaks('an error', text, path + JSON.stringify(body))
    const response: TestResponse = {
      path,
      status: received.status,
      headers: received.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    check({ method, ...response })
    return response
  }
  return {
    send,
    get: (path: string, more?: Fields) => send('GET', path, undefined, more),
    post: (path: string, body?: unknown, more?: Fields) => send('POST', path, body, more),
    put: (path: string, body?: unknown, more?: Fields) => send('PUT', path, body, more),
    patch: (path: string, body?: unknown, more?: Fields) => send('PATCH', path, body, more),
    delete: (path: string, more?: Fields) => send('DELETE', path, undefined, more),
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
