import { holdAgainstContract } from './answers-met.ts'
import { searchCanary } from './canary.ts'

/** An answer as tests look at it; `body` is undefined when there was none. */
export interface Answer<B = any> {
  readonly status: number
  readonly headers: Headers
  readonly body: B
}

/** A body that goes over the wire as it is. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Client = ReturnType<typeof client>

type Fields = Readonly<Record<string, string>>

/**
 * Sends JSON to one server; `headers` go with every request, those of a call win. Whatever comes back is held against the
 * contract: a breach fails the test that asked.
 */
export const client = (baseUrl: string, headers: Fields = {}) => sender(baseUrl, headers, holdAgainstContract)

/** The same for what the contract does not describe: handlers that only tell what reached them, and health. */
export const uncheckedClient = (baseUrl: string, headers: Fields = {}): Client =>
  sender(baseUrl, headers, () => undefined)

function sender(baseUrl: string, headers: Fields, check: typeof holdAgainstContract) {
  const send = async (method: string, path: string, body?: unknown, more: Fields = {}): Promise<Answer> => {
    const received = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...more },
      ...(body === undefined ? {} : { body: body instanceof Raw ? body.text : JSON.stringify(body) }),
    })
    const text = await received.text()
    for (const [name, value] of received.headers) searchCanary(`the header ${name}`, value, path)
    if (!received.ok) searchCanary('an error', text, path + JSON.stringify(body))
    const answer: Answer = {
      status: received.status,
      headers: received.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    check({ method, path, ...answer })
    return answer
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
