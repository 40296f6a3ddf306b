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

/** Sends JSON to one server; `headers` go with every request, those of a call win. */
export function client(baseUrl: string, headers: Readonly<Record<string, string>> = {}) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...more },
      ...(body === undefined ? {} : { body: body instanceof Raw ? body.text : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  type Headers = Readonly<Record<string, string>>
  return {
    send,
    get: (path: string, more?: Headers) => send('GET', path, undefined, more),
    post: (path: string, body?: unknown, more?: Headers) => send('POST', path, body, more),
    put: (path: string, body?: unknown, more?: Headers) => send('PUT', path, body, more),
    patch: (path: string, body?: unknown, more?: Headers) => send('PATCH', path, body, more),
    delete: (path: string, more?: Headers) => send('DELETE', path, undefined, more),
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
